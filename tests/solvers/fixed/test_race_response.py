"""Best responses in a race, and the policies that they respond to: published figures, identities, an oracle,
and play.
"""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import InvalidRules, NotConverged
from solvers.fixed import policies, race_response
from solvers.fixed.certificate import response_residual
from solvers.fixed.given_away import given_away, out_of_order
from solvers.fixed.head_to_head import head_to_head
from solvers.fixed.policies import Policy
from solvers.fixed.race_response import best_response
from solvers.games import big_pig, pass_the_pigs, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import HOLD, ROLL, Outcome, Position, Throw, Turn, Way
from solvers.in_turn import diagonal, reply, wiping
from solvers.race.solve import optimal_play
from solvers.turns import backward, forward
from tests import oracle_policies as oracle
from tests.interpreted import interpret
from tests.solvers.fixed.test_head_to_head import any_policies, as_function, one_throw_turns
from tests.strategies import FEW, goals

ONE_THROW = [
    pig.turn(),
    piglet.turn(),
    progressive_pig.turn(),
    two_dice_pig.turn(),
    big_pig.turn(),
    pass_the_pigs.turn(),
]
every_game = pytest.mark.parametrize("turn", ONE_THROW, ids=lambda turn: turn.name)


# --- Published figures, goal 100


def test_published__what_the_best_response_to_hold_at_20_wins() -> None:
    # Neller & Presser 2004, "Optimal play of the dice game Pig": 0.5874 moving first; hold at 20 moving first
    # 0.4776; 0.5549 on average.
    response = best_response(pig.turn(), policies.hold_at(100, 20))
    assert response.wins_first == pytest.approx(0.5874, abs=5e-5)
    assert 1.0 - response.wins_second == pytest.approx(0.4776, abs=5e-5)
    assert response.wins == pytest.approx(0.5549, abs=5e-5)


@pytest.mark.parametrize(
    ("policy", "percent", "tolerance"),
    [
        (policies.hold_at(100, 20), 8.0, 0.5),
        (policies.hold_at(100, 25), 4.2, 0.05),
        (policies.scoring_turns(100, 4), 3.3, 0.05),
        (policies.end_race_or_keep_pace(100), 0.922, 5e-4),
    ],
    ids=lambda value: value.name if isinstance(value, Policy) else "",
)
def test_published__how_much_more_optimal_play_wins_than_loses(
    policy: Policy, percent: float, tolerance: float
) -> None:
    # Neller & Presser 2010, "Practical play of the dice game Pig": the mean of both seats, in games of a
    # hundred.
    answer = given_away(pig.turn(), policy)
    assert 200 * answer.optimal.wins - 100 == pytest.approx(percent, abs=tolerance)
    assert answer.response.wins > answer.optimal.wins
    assert answer.residual <= 1e-14
    assert answer.optimal.residual <= 1e-14


@pytest.mark.long
def test_published__numbers_of_keep_pace_are_the_best_of_their_neighbours() -> None:
    # Neller & Presser 2010 found 71, 21 and 8 by search; optimal play wins least against them.
    optimal = policies.optimal(optimal_play(pig.turn(), 100))
    wins = {
        numbers: head_to_head(pig.turn(), optimal, policies.end_race_or_keep_pace(100, *numbers)).wins
        for numbers in product((70, 71, 72), (20, 21, 22), (7, 8, 9))
    }
    assert min(wins, key=wins.__getitem__) == (71, 21, 8)


# --- Identities


@every_game
def test_best_response__to_optimal_play_is_optimal_play(turn: Turn) -> None:
    race = optimal_play(turn, 30)
    optimal = policies.optimal(race)
    response, against_itself = best_response(turn, optimal), head_to_head(turn, optimal, optimal)
    for value, waiting in (
        (response.value[0], response.waiting_value[0]),
        (against_itself.value[0, 0], against_itself.waiting_value[0, 0]),
    ):
        np.testing.assert_allclose(value, race.value, rtol=0, atol=1e-13)
        np.testing.assert_allclose(waiting, 1.0 - race.value.T, rtol=0, atol=1e-13)
    assert response.wins == pytest.approx(0.5, abs=1e-13)


@every_game
def test_best_response__wins_what_its_policy_wins(turn: Turn) -> None:
    opponent = policies.end_race_or_keep_pace(30, 20, 9, 3)
    response = best_response(turn, opponent)
    played = head_to_head(turn, Policy("best response", race_response.rolls(response)), opponent)
    np.testing.assert_allclose(played.value[0], response.value, rtol=0, atol=1e-13)
    np.testing.assert_allclose(played.waiting_value[0], response.waiting_value, rtol=0, atol=1e-13)


@FEW
@given(one_throw_turns(), goals(12), st.data())
def test_best_response__beats_any_other_policy_everywhere(turn: Turn, goal: int, data: st.DataObject) -> None:
    opponent, other = data.draw(any_policies(goal)), data.draw(any_policies(goal))
    response, worse = best_response(turn, opponent), head_to_head(turn, other, opponent)
    assert (response.value >= worse.value - 1e-11).all()
    assert (response.waiting_value >= worse.waiting_value - 1e-11).all()
    assert -1e-15 <= response.waiting_value.min() <= response.value.max() <= 1.0 + 1e-15
    assert response.residual <= 1e-13


@FEW
@given(one_throw_turns(), goals(4), st.data())
def test_best_response__agrees_with_value_iteration(turn: Turn, goal: int, data: st.DataObject) -> None:
    opponent = data.draw(any_policies(goal))
    response = best_response(turn, opponent)
    slow = oracle.best_response(oracle.rules_of(turn), goal, as_function(opponent))
    for d, i, j in product(range(opponent.counts), range(goal), range(goal)):
        assert response.value[d, i, j] == pytest.approx(slow[0, d, i, j], abs=1e-11)
        assert response.waiting_value[d, i, j] == pytest.approx(slow[1, d, i, j], abs=1e-11)


@FEW
@given(one_throw_turns(), goals(20), st.sampled_from([-1, 1]), st.booleans(), st.data())
def test_residual__shows_one_wrong_value(
    turn: Turn, goal: int, sign: int, moving: bool, data: st.DataObject
) -> None:
    opponent = data.draw(any_policies(goal))
    response = best_response(turn, opponent)
    wrong = response.value.copy(), response.waiting_value.copy()
    wrong[0 if moving else 1].flat[data.draw(st.integers(0, response.value.size - 1))] += sign * 1e-6
    assert response_residual(turn, goal, opponent.rolls, *wrong) >= 0.99e-6


def test_residual__shows_another_opponent_and_another_game() -> None:
    opponent = policies.hold_at(30, 10)
    response = best_response(pig.turn(), opponent)
    assert (
        response_residual(
            pig.turn(), 30, policies.hold_at(30, 11).rolls, response.value, response.waiting_value
        )
        > 1e-3
    )
    assert (
        response_residual(pig.turn(bust_face=2), 30, opponent.rolls, response.value, response.waiting_value)
        > 1e-3
    )


def test_out_of_order__is_what_cannot_be() -> None:
    assert out_of_order(0.51, 0.52) == 0.0
    assert out_of_order(0.49, 0.52) == pytest.approx(0.01)
    assert out_of_order(0.53, 0.52) == pytest.approx(0.01)


@every_game
def test_hold_at__is_the_least_turn_total_at_which_it_holds(turn: Turn) -> None:
    response = best_response(turn, policies.scoring_turns(15, 2))
    rolls, least = race_response.rolls(response), race_response.hold_at(response)
    assert (rolls[..., 0] == ROLL).all()
    for d, i, j in product(range(2), range(15), range(15)):
        assert (rolls[d, i, j, : least[d, i, j]] == ROLL).all()
        assert least[d, i, j] == 15 - i or rolls[d, i, j, least[d, i, j]] == HOLD


@pytest.mark.parametrize(
    "turn",
    [pig.turn(4, 2), progressive_pig.turn(), pytest.param(two_dice_pig.turn(3), marks=pytest.mark.long)],
    ids=lambda turn: turn.name,
)
def test_best_response__as_plain_python_gives_the_same(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    opponent = policies.scoring_turns(8, 2)
    compiled = best_response(turn, opponent)
    interpret(monkeypatch, race_response, reply, diagonal, forward, backward)
    np.testing.assert_allclose(best_response(turn, opponent).value, compiled.value, rtol=0, atol=1e-15)


def test_best_response__wins_as_often_as_promised_against_one_who_counts() -> None:
    opponent, games = policies.scoring_turns(30, 3), 40_000
    response = best_response(pig.turn(), opponent)
    rolls = race_response.rolls(response)

    def mine(c: Any, d: Any, i: Any, j: Any, k: Any) -> Any:
        return rolls[d, i, j, k] == ROLL

    def theirs(c: Any, d: Any, i: Any, j: Any, k: Any) -> Any:
        return opponent.rolls[c, i, j, k] == ROLL

    faces = np.array([0, 2, 3, 4, 5, 6])
    won = oracle.play(faces, 30, mine, theirs, (0, 2), games, seed=20102)
    lost = oracle.play(faces, 30, theirs, mine, (2, 0), games, seed=20103)
    for frequency, chance in ((won / games, response.wins_first), (1 - lost / games, response.wins_second)):
        assert abs(frequency - chance) < 5 * np.sqrt(chance * (1 - chance) / games)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_best_response__settles_where_two_throws_in_three_wipe(n: int) -> None:
    throw = Throw("die", Fraction(0), (Outcome(Fraction(1, 3), 1, 0),), Fraction(2, 3))
    turn = Turn("wiped unless", (throw,), (Position("any", (Way(ROLL, 0, 0),)),))
    response = best_response(turn, policies.hold_at(3, n))
    assert response.residual <= 1e-15
    # Three points or nothing come once in 27 turns: against who plays so, nothing is better.
    if n == 3:
        assert response.wins_first == pytest.approx(27 / 53, abs=1e-14)
    else:
        assert response.wins_first > 27 / 53


@pytest.mark.parametrize("decimals", [5, 7, 9])
def test_best_response__is_refused_where_hardly_any_game_ends_before_a_wipe(decimals: int) -> None:
    scores = Fraction(1, 10**decimals)
    throw = Throw("die", Fraction(0), (Outcome(scores, 1, 0),), 1 - scores)
    turn = Turn("wiped unless", (throw,), (Position("any", (Way(ROLL, 0, 0),)),))
    with pytest.raises(NotConverged, match=r"a wipe: expected .* set a smaller goal"):
        best_response(turn, policies.hold_at(2, 1))


def test_best_response__says_so_when_it_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        InvalidRules,
        match="turn: expected a game whose only way to go on is the same throw, got 'ten thousand'",
    ):
        best_response(ten_thousand.turn(), policies.hold_at(20, 5))
    monkeypatch.setattr(wiping, "MOST_ROUNDS", 1)
    with pytest.raises(
        NotConverged,
        match=(
            r"change after a wipe: expected at most 1e-14, got .* \(best response to hold at 5, 1 rounds\)\."
            r" Nearly every game is wiped before its end: set a smaller goal"
        ),
    ):
        best_response(two_dice_pig.turn(), policies.hold_at(20, 5))
    interpret(monkeypatch, race_response, reply)
    monkeypatch.setattr(reply, "MOST_SWEEPS", 1)
    with pytest.raises(
        NotConverged,
        match=r"rise of a value: expected rounding, got .* \(best response to hold at 5, 1 sweeps of one",
    ):
        best_response(pig.turn(), policies.hold_at(40, 5))


# --- Policies


def test_policies__hold_where_they_say() -> None:
    def least(policy: Policy, *state: int) -> int:
        rolls = policy.rolls[state]
        return int(rolls.argmin()) if not rolls.all() else policy.goal

    assert [least(policies.hold_at(100, n), 0, 50, 3) for n in (1, 20, 99)] == [1, 20, 99]
    pace = policies.end_race_or_keep_pace(100)
    # 21 + (opponent - banked) / 8, a half upwards; for the win from 71 on.
    assert [least(pace, 0, *scores) for scores in ((0, 0), (0, 4), (4, 0), (0, 3), (0, 70), (70, 0))] == [
        21,
        22,
        21,
        21,
        30,
        12,
    ]
    assert [least(pace, 0, *scores) for scores in ((71, 0), (0, 71), (99, 99))] == [100, 100, 100]
    four = policies.scoring_turns(100)
    assert [
        least(four, *state)
        for state in ((0, 0, 9), (1, 25, 9), (1, 26, 9), (2, 50, 9), (3, 75, 9), (3, 99, 9))
    ] == [
        25,
        25,
        24,
        25,
        25,
        1,
    ]
    assert (policies.end_race_or_keep_pace(10, 9, 1, 1).rolls[..., 0] == ROLL).all()


def test_optimal__throws_again_at_27() -> None:
    rolls = policies.optimal(optimal_play(pig.turn(), 100)).rolls[0, 41, 49]
    assert [turn_total for turn_total in range(1, 30) if rolls[turn_total] == HOLD] == [
        22,
        23,
        24,
        25,
        26,
        28,
        29,
    ]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: policies.hold_at(10, 0), r"hold at 0: hold_at: expected 1 or more, got 0\."),
        (lambda: policies.hold_at(1, 5), r"goal: expected 2 or more, got 1\."),
        (lambda: policies.scoring_turns(10, 0), r"turns: expected 1 or more, got 0\."),
        (lambda: policies.end_race_or_keep_pace(10, divisor=0), r"divisor: expected 1 or more, got 0\."),
        (
            lambda: Policy("mine", np.ones((3, 3, 3), np.int8)),
            r"mine: rolls: expected an array \[scored, .*\] of one goal, got \(3, 3, 3\)\.",
        ),
        (
            lambda: Policy("mine", np.ones((1, 3, 3, 4), np.int8)),
            r"mine: rolls: expected an array .* got \(1, 3, 3, 4\)\.",
        ),
        (
            lambda: Policy("mine", np.full((1, 3, 3, 3), 2, np.int8)),
            r"mine: rolls: expected 0 to hold or 1 to roll, got 2\.",
        ),
        (
            lambda: Policy("mine", np.zeros((1, 3, 3, 3), np.int8)),
            r"mine: rolls at turn total 0: expected 1, as a turn opens .* got 0\.",
        ),
    ],
)
def test_policies__refuse_what_no_turn_can_be_played_by(make: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        make()
