"""Best responses in a race to rules of thumb: published figures, identities, an oracle, and play."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import InvalidRules, NotConverged
from solvers.fixed import race_response
from solvers.fixed.given_away import given_away, out_of_order
from solvers.fixed.head_to_head import head_to_head
from solvers.fixed.race_response import best_response
from solvers.games import big_pig, pass_the_pigs, pig, piglet, progressive_pig, two_dice_pig
from solvers.games.turn import HOLD, ROLL, Outcome, Position, Throw, Turn, Way
from solvers.in_turn import diagonal, reply, settling
from solvers.in_turn import response as response_solver
from solvers.players.counting import counting_rule
from solvers.race.solve import optimal_play
from solvers.turns import backward, forward
from solvers.turns.certificate_of_fixed import response_residual
from tests import oracle_policies as oracle
from tests.interpreted import interpret
from tests.one_throw import best_rolls, by_rolls, by_text, optimal, rolls_of
from tests.solvers.fixed.test_head_to_head import any_rules, as_function, one_throw_turns
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
    response = best_response(by_text("hold at 20", 100), 100)
    assert response.wins_first == pytest.approx(0.5874, abs=5e-5)
    assert 1.0 - response.wins_second == pytest.approx(0.4776, abs=5e-5)
    assert response.wins == pytest.approx(0.5549, abs=5e-5)


@pytest.mark.parametrize(
    ("text", "percent", "tolerance"),
    [
        ("hold at 20", 8.0, 0.5),
        ("hold at 25", 4.2, 0.05),
        ("4 scoring turns", 3.3, 0.05),
        ("keep pace", 0.922, 5e-4),
    ],
)
def test_published__how_much_more_optimal_play_wins_than_loses(
    text: str, percent: float, tolerance: float
) -> None:
    # Neller & Presser 2010, "Practical play of the dice game Pig": the mean of both seats, in games of a
    # hundred.
    answer = given_away(by_text(text, 100), 100)
    assert 200 * answer.optimal.wins - 100 == pytest.approx(percent, abs=tolerance)
    assert answer.response.wins > answer.optimal.wins
    assert answer.residual <= 1e-14
    assert answer.optimal.residual <= 1e-14


@pytest.mark.long
def test_published__numbers_of_keep_pace_are_the_best_of_their_neighbours() -> None:
    # Neller & Presser 2010 found 71, 21 and 8 by search; optimal play wins least against them.
    race, text = optimal_play(pig.turn(), 100), "end race at {} or keep pace with {} and 1/{}"
    wins = {
        numbers: head_to_head(race, by_text(text.format(*numbers), 100), 100).wins
        for numbers in product((70, 71, 72), (20, 21, 22), (7, 8, 9))
    }
    assert min(wins, key=wins.__getitem__) == (71, 21, 8)


# --- Identities


@every_game
def test_best_response__to_optimal_play_is_optimal_play(turn: Turn) -> None:
    race = optimal_play(turn, 30)
    rule = optimal(race)
    response, against_itself = best_response(rule, 30), head_to_head(rule, rule, 30)
    for value, waiting in (
        (response.value[0], response.waiting_value[0]),
        (against_itself.value[0, 0], against_itself.waiting_value[0, 0]),
    ):
        np.testing.assert_allclose(value, race.value, rtol=0, atol=1e-13)
        np.testing.assert_allclose(waiting, 1.0 - race.value.T, rtol=0, atol=1e-13)
    assert response.wins == pytest.approx(0.5, abs=1e-13)


@every_game
def test_best_response__wins_what_its_policy_wins(turn: Turn) -> None:
    opponent = counting_rule("end race at 20 or keep pace with 9 and 1/3", turn, 30)
    response = best_response(opponent, 30)
    played = head_to_head(by_rolls(turn, best_rolls(response)), opponent, 30)
    np.testing.assert_allclose(played.value[0], response.value, rtol=0, atol=1e-13)
    np.testing.assert_allclose(played.waiting_value[0], response.waiting_value, rtol=0, atol=1e-13)


@FEW
@given(one_throw_turns(), goals(12), st.data())
def test_best_response__beats_any_other_policy_everywhere(turn: Turn, goal: int, data: st.DataObject) -> None:
    opponent, other = data.draw(any_rules(turn, goal)), data.draw(any_rules(turn, goal))
    response, worse = best_response(opponent, goal), head_to_head(other, opponent, goal)
    assert (response.value >= worse.value - 1e-11).all()
    assert (response.waiting_value >= worse.waiting_value - 1e-11).all()
    assert -1e-15 <= response.waiting_value.min() <= response.value.max() <= 1.0 + 1e-15
    assert response.residual <= 1e-13


@FEW
@given(one_throw_turns(), goals(4), st.data())
def test_best_response__agrees_with_value_iteration(turn: Turn, goal: int, data: st.DataObject) -> None:
    opponent = data.draw(any_rules(turn, goal))
    response = best_response(opponent, goal)
    slow = oracle.best_response(oracle.rules_of(turn), goal, as_function(opponent))
    for d, i, j in product(range(len(opponent.parts)), range(goal), range(goal)):
        assert response.value[d, i, j] == pytest.approx(slow[0, d, i, j], abs=1e-11)
        assert response.waiting_value[d, i, j] == pytest.approx(slow[1, d, i, j], abs=1e-11)


@FEW
@given(one_throw_turns(), goals(20), st.sampled_from([-1, 1]), st.booleans(), st.data())
def test_residual__shows_one_wrong_value(
    turn: Turn, goal: int, sign: int, moving: bool, data: st.DataObject
) -> None:
    opponent = data.draw(any_rules(turn, goal))
    response = best_response(opponent, goal)
    wrong = response.value.copy(), response.waiting_value.copy()
    wrong[0 if moving else 1].flat[data.draw(st.integers(0, response.value.size - 1))] += sign * 1e-6
    assert response_residual(turn, opponent.parts, *wrong) >= 0.99e-6


def test_residual__shows_another_opponent_and_another_game() -> None:
    opponent, other = by_text("hold at 10", 30).parts, by_text("hold at 11", 30).parts
    response = best_response(by_text("hold at 10", 30), 30)
    for turn, whom in ((pig.turn(), other), (pig.turn(bust_face=2), opponent)):
        assert response_residual(turn, whom, response.value, response.waiting_value) > 1e-3


def test_out_of_order__is_what_cannot_be() -> None:
    assert out_of_order(0.51, 0.52) == 0.0
    assert out_of_order(0.49, 0.52) == pytest.approx(0.01)
    assert out_of_order(0.53, 0.52) == pytest.approx(0.01)


@every_game
def test_hold_at__is_the_least_turn_total_at_which_it_holds(turn: Turn) -> None:
    response = best_response(counting_rule("2 scoring turns", turn, 15), 15)
    rolls, least = best_rolls(response), race_response.hold_at(response)
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
    opponent = counting_rule("2 scoring turns", turn, 8)
    compiled = best_response(opponent, 8)
    interpret(monkeypatch, response_solver, reply, diagonal, forward, backward)
    np.testing.assert_allclose(best_response(opponent, 8).value, compiled.value, rtol=0, atol=1e-15)


def test_best_response__wins_as_often_as_promised_against_one_who_counts() -> None:
    opponent, games = by_text("3 scoring turns", 30), 40_000
    response, does = best_response(opponent, 30), rolls_of(opponent)
    rolls = best_rolls(response)

    def mine(c: Any, d: Any, i: Any, j: Any, k: Any) -> Any:
        return rolls[d, i, j, k] == ROLL

    def theirs(c: Any, d: Any, i: Any, j: Any, k: Any) -> Any:
        return does[c, i, j, k] == ROLL

    faces = np.array([0, 2, 3, 4, 5, 6])
    won = oracle.play(faces, 30, mine, theirs, (0, 2), games, seed=20102)
    lost = oracle.play(faces, 30, theirs, mine, (2, 0), games, seed=20103)
    for frequency, chance in ((won / games, response.wins_first), (1 - lost / games, response.wins_second)):
        assert abs(frequency - chance) < 5 * np.sqrt(chance * (1 - chance) / games)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_best_response__settles_where_two_throws_in_three_wipe(n: int) -> None:
    throw = Throw("die", Fraction(0), (Outcome(Fraction(1, 3), 1, 0),), Fraction(2, 3))
    turn = Turn("wiped unless", (throw,), (Position("any", (Way(ROLL, 0, 0),)),))
    response = best_response(counting_rule(f"hold at {n}", turn, 3), 3)
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
        best_response(counting_rule("hold at 1", turn, 2), 2)


@pytest.mark.long
def test_best_response__says_so_when_it_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        best_response(by_text("hold at 5", 20), 1)
    monkeypatch.setattr(settling, "MOST_ROUNDS", 1)
    with pytest.raises(
        NotConverged,
        match=(
            r"change after a wipe: expected at most 1e-14, got .* \(best response to hold at 5, 1 rounds\)\."
            r" Nearly every game is wiped before its end: set a smaller goal"
        ),
    ):
        best_response(counting_rule("hold at 5", two_dice_pig.turn(), 20), 20)
    interpret(monkeypatch, response_solver, reply)
    monkeypatch.setattr(reply, "MOST_SWEEPS", 1)
    with pytest.raises(
        NotConverged,
        match=r"rise of a value: expected rounding, got .* \(best response to hold at 5, 1 sweeps of one",
    ):
        best_response(by_text("hold at 5", 40), 40)
