"""Fixed policies against each other: exact on small goals, the same by two solvers, and as often won as
promised.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.errors import InvalidRules, NotConverged
from solvers.fixed import certificate_of_pairs as pairs_certificate
from solvers.fixed import head_to_head as solver
from solvers.fixed import hold_at_pairs as pairs_solver
from solvers.fixed import one_pair, policies
from solvers.fixed.certificate import head_to_head_residual
from solvers.fixed.head_to_head import head_to_head
from solvers.fixed.hold_at_pairs import hold_at_pairs
from solvers.fixed.policies import Policy
from solvers.fixed.race_response import best_response
from solvers.games import pass_the_pigs, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import HOLD, ROLL, Outcome, Position, Throw, Turn, Way
from solvers.turns import forward, wipes
from tests import oracle_policies as oracle
from tests.interpreted import interpret
from tests.strategies import FEW, goals, pigs


@st.composite
def one_throw_turns(draw: st.DrawFn) -> Turn:
    """Any game whose only way to go on is the same throw; scoring more often than not, so that wiping games
    come to an end.
    """
    bust, wipe, least = draw(st.integers(0, 3)), draw(st.integers(0, 1)), draw(st.integers(0, 1))
    weights = draw(st.lists(st.integers(2, 6), min_size=2, max_size=4))
    total = sum(weights) + max(1, bust) + wipe
    outcomes = tuple(Outcome(Fraction(weight, total), draw(st.integers(1, 4)), 0) for weight in weights)
    throw = Throw("any", Fraction(max(1, bust), total), outcomes, Fraction(wipe, total))
    return Turn("any", (throw,), (Position("on", (Way(ROLL, 0, 0),)),), least_score=least)


@st.composite
def any_policies(draw: st.DrawFn, goal: int, most_counts: int = 2) -> Policy:
    """Any policy at all."""
    counts = draw(st.integers(1, most_counts))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rolls = random.choice(np.array([HOLD, ROLL], np.int8), (counts, goal, goal, goal))
    rolls[..., 0] = ROLL
    return Policy("any", rolls)


def as_function(policy: Policy) -> tuple[int, oracle.Policy]:
    """As the oracle wants it."""
    return policy.counts, lambda c, d, i, j, turn_total: bool(policy.rolls[c, i, j, turn_total] == ROLL)


def tables(
    won: dict[oracle.State, Any], shape: tuple[int, ...]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """An oracle's values as two arrays."""
    first, second = np.empty(shape), np.empty(shape)
    for index in np.ndindex(shape):
        first[index], second[index] = won[(0, *index)], won[(1, *index)]
    return first, second


EXACT = [
    (pig.turn(3, 3), policies.hold_at(4, 2), policies.hold_at(4, 3)),
    (pig.turn(), policies.hold_at(5, 5), policies.end_race_or_keep_pace(5, 4, 2, 1)),
    (piglet.turn(), policies.scoring_turns(3, 2), policies.hold_at(3, 1)),
    (progressive_pig.turn(4, 1), policies.scoring_turns(4, 2), policies.hold_at(4, 3)),
    (two_dice_pig.turn(3), policies.hold_at(6, 4), policies.hold_at(6, 1)),
]


@pytest.mark.parametrize(("turn", "own", "other"), EXACT, ids=lambda one: one.name)
def test_head_to_head__is_exact_to_the_last_places(turn: Turn, own: Policy, other: Policy) -> None:
    solution = head_to_head(turn, own, other)
    exact = oracle.head_to_head(
        oracle.rules_of(turn, exactly=True), own.goal, as_function(own), as_function(other)
    )
    value, waiting = tables(exact, solution.value.shape)
    np.testing.assert_allclose(solution.value, value, rtol=0, atol=3e-15)
    np.testing.assert_allclose(solution.waiting_value, waiting, rtol=0, atol=3e-15)


def test_head_to_head__of_piglet_by_hand() -> None:
    # To 1 point more than one head brings; hold at 1 needs two scoring turns, hold at 2 one turn of two heads
    # in a row, a chance of 1/4.
    solution = head_to_head(piglet.turn(), policies.hold_at(2, 2), policies.hold_at(2, 2))
    assert solution.wins_first == pytest.approx(4 / 7, abs=1e-15)
    solution = head_to_head(piglet.turn(), policies.hold_at(2, 1), policies.hold_at(2, 1))
    # From (1, 1) whoever moves wins 2/3; V(1, 0) = 1/2 + U/2 with U = (V(1, 1) + V(1, 0)) / 2, and so on.
    assert solution.value[0, 0, 1, 1] == pytest.approx(2 / 3, abs=1e-15)
    assert solution.value[0, 0, 1, 0] == pytest.approx(8 / 9, abs=1e-15)


@FEW
@given(one_throw_turns(), goals(5), st.data())
def test_head_to_head__agrees_with_the_chains_linear_equations(
    turn: Turn, goal: int, data: st.DataObject
) -> None:
    own, other = data.draw(any_policies(goal)), data.draw(any_policies(goal))
    solution = head_to_head(turn, own, other)
    chain = oracle.head_to_head(oracle.rules_of(turn), goal, as_function(own), as_function(other))
    value, waiting = tables(chain, solution.value.shape)
    np.testing.assert_allclose(solution.value, value, rtol=0, atol=1e-11)
    np.testing.assert_allclose(solution.waiting_value, waiting, rtol=0, atol=1e-11)
    assert solution.residual <= 1e-13


@FEW
@given(one_throw_turns(), goals(12), st.data())
def test_head_to_head__from_the_other_side_is_the_rest(turn: Turn, goal: int, data: st.DataObject) -> None:
    own, other = data.draw(any_policies(goal)), data.draw(any_policies(goal))
    solution, mirrored = head_to_head(turn, own, other), head_to_head(turn, other, own)
    np.testing.assert_allclose(
        mirrored.value, 1.0 - solution.waiting_value.transpose(1, 0, 3, 2), rtol=0, atol=1e-11
    )
    assert mirrored.wins == pytest.approx(1.0 - solution.wins, abs=1e-11)
    assert solution.wins == (solution.wins_first + solution.wins_second) / 2


@FEW
@given(one_throw_turns(), goals(10), st.sampled_from([-1, 1]), st.booleans(), st.data())
def test_residual__shows_one_wrong_value(
    turn: Turn, goal: int, sign: int, moving: bool, data: st.DataObject
) -> None:
    own, other = data.draw(any_policies(goal)), data.draw(any_policies(goal))
    solution = head_to_head(turn, own, other)
    wrong = solution.value.copy(), solution.waiting_value.copy()
    wrong[0 if moving else 1].flat[data.draw(st.integers(0, solution.value.size - 1))] += sign * 1e-6
    assert head_to_head_residual(turn, goal, (own.rolls, other.rolls), *wrong) >= 0.99e-6


def test_residual__shows_one_wrong_action() -> None:
    own, other = policies.hold_at(30, 20), policies.hold_at(30, 15)
    solution = head_to_head(pig.turn(), own, other)
    rolls = own.rolls.copy()
    rolls[0, 0, 0, 18] = HOLD
    assert (
        head_to_head_residual(pig.turn(), 30, (rolls, other.rolls), solution.value, solution.waiting_value)
        > 1e-4
    )
    assert (
        head_to_head_residual(pig.turn(), 30, (own.rolls, rolls), solution.value, solution.waiting_value)
        > 1e-4
    )


@pytest.mark.parametrize(
    "turn", [pig.turn(4, 2), progressive_pig.turn(), two_dice_pig.turn(3)], ids=lambda turn: turn.name
)
def test_head_to_head__as_plain_python_gives_the_same(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = policies.scoring_turns(8, 2), policies.end_race_or_keep_pace(8, 6, 3, 2)
    compiled = head_to_head(turn, own, other)
    interpret(monkeypatch, solver, forward)
    np.testing.assert_allclose(head_to_head(turn, own, other).value, compiled.value, rtol=0, atol=1e-15)


def test_head_to_head__refuses_what_it_cannot_play() -> None:
    with pytest.raises(
        InvalidRules, match=r"goal of the other policy: expected 20, that of the first, got 30\."
    ):
        head_to_head(pig.turn(), policies.hold_at(20, 5), policies.hold_at(30, 5))
    with pytest.raises(
        InvalidRules,
        match="turn: expected a game whose only way to go on is the same throw, got 'ten thousand'",
    ):
        head_to_head(ten_thousand.turn(), policies.hold_at(20, 5), policies.hold_at(20, 5))


def test_head_to_head__says_so_when_it_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wipes, "MOST_ROUNDS", 2)
    with pytest.raises(
        NotConverged,
        match=(
            r"values after a wipe: expected to be known to 1e-15, got .* \(hold at 5 against hold at 9, 2"
            r" rounds\)\."
        ),
    ):
        head_to_head(two_dice_pig.turn(), policies.hold_at(20, 5), policies.hold_at(20, 9))


def test_head_to_head__says_so_when_nobody_can_win() -> None:
    never = policies.hold_at(200, 200)
    with pytest.raises(NotConverged, match=r"chance that a turn scores: expected more than 1e-290, got 0\.0"):
        head_to_head(piglet.turn(0.001), never, never)


PLAYED = [
    (
        np.array([0, 2, 3, 4, 5, 6]),
        pig.turn(),
        policies.scoring_turns(30, 4),
        policies.end_race_or_keep_pace(30, 20, 9, 3),
    ),
    (
        np.array([-1, 0, 0, 0, 0, 4, 5, 5, 6]),
        two_dice_pig.turn(3),
        policies.hold_at(25, 8),
        policies.hold_at(25, 12),
    ),
]


@pytest.mark.parametrize(("faces", "turn", "own", "other"), PLAYED, ids=("pig", "two-dice pig"))
def test_head_to_head__wins_as_often_as_promised(
    faces: np.ndarray[Any, Any], turn: Turn, own: Policy, other: Policy
) -> None:
    def throws(policy: Policy) -> Any:
        return lambda c, d, i, j, k: policy.rolls[np.minimum(c, policy.counts - 1), i, j, k] == ROLL

    games = 40_000
    solution = head_to_head(turn, own, other)
    won = oracle.play(
        faces, own.goal, throws(own), throws(other), (own.counts - 1, other.counts - 1), games, seed=20101
    )
    chance = solution.wins_first
    assert abs(won / games - chance) < 5 * np.sqrt(chance * (1 - chance) / games)


# --- All hold-at rules at once


@pytest.mark.long
@FEW
@given(one_throw_turns(), goals(20), st.data())
def test_pairs__are_the_pairs_one_by_one(turn: Turn, goal: int, data: st.DataObject) -> None:
    pairs = hold_at_pairs(turn, goal)
    assert pairs.residual <= 1e-12
    for _ in range(3):
        n, m = data.draw(st.integers(1, goal)), data.draw(st.integers(1, goal))
        pair = head_to_head(turn, policies.hold_at(goal, n), policies.hold_at(goal, m))
        assert pairs.win_probability[n - 1, m - 1] == pytest.approx(pair.wins_first, abs=1e-12)
        assert pairs.average[n - 1, m - 1] == pytest.approx(pair.wins, abs=1e-12)


@pytest.mark.long
@FEW
@given(pigs(most_sides=6), goals(12), st.data())
def test_pairs__follow_from_how_many_turns_each_rule_takes(
    turn: Turn, goal: int, data: st.DataObject
) -> None:
    # Rules that do not look at the other's score race independently: the first wins if it does not take more
    # turns.
    n, m = data.draw(st.integers(1, min(goal, 5))), data.draw(st.integers(1, min(goal, 5)))
    rules = oracle.rules_of(turn)
    own, other = oracle.turns_to_goal(rules, goal, n, 1500), oracle.turns_to_goal(rules, goal, m, 1500)
    not_yet = 1.0 - np.concatenate(([0.0], np.cumsum(other)[:-1]))
    left = (1.0 - own.sum()) * (1.0 - other.sum())
    assert hold_at_pairs(turn, goal).win_probability[n - 1, m - 1] == pytest.approx(
        (own * not_yet).sum(), abs=1e-12 + left
    )


@pytest.mark.long
def test_pairs__of_pig_are_won_by_hold_at_25() -> None:
    pairs = hold_at_pairs(pig.turn(), 100)
    assert pairs.residual <= 1e-13
    assert pairs.worst_case.argmax() == 24
    assert pairs.best_reply[24] == 25
    assert (np.delete(pairs.average[24], 24) > 0.5).all()
    np.testing.assert_allclose(pairs.average + pairs.average.T, 1.0, rtol=0, atol=1e-15)
    # It is good to move.
    assert (np.diag(pairs.win_probability) > 0.5).all()


@FEW
@given(
    st.sampled_from([pig.turn(), progressive_pig.turn(3, 2), pass_the_pigs.turn(), two_dice_pig.turn()]),
    goals(12),
    st.sampled_from([-1, 1]),
    st.data(),
)
def test_pairs_residual__shows_one_wrong_value(turn: Turn, goal: int, sign: int, data: st.DataObject) -> None:
    wrong = hold_at_pairs(turn, goal).win_probability.copy()
    wrong.flat[data.draw(st.integers(0, wrong.size - 1))] += sign * 1e-6
    assert pairs_certificate.residual(turn, goal, wrong) >= 0.99e-6


@pytest.mark.parametrize(
    "turn", [pig.turn(4, 2), progressive_pig.turn(), two_dice_pig.turn(3)], ids=lambda turn: turn.name
)
def test_pairs__as_plain_python_give_the_same(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = hold_at_pairs(turn, 5).win_probability
    interpret(monkeypatch, pairs_solver, one_pair, forward, pairs_certificate)
    np.testing.assert_allclose(hold_at_pairs(turn, 5).win_probability, compiled, rtol=0, atol=1e-15)


def test_pairs__say_so_when_they_have_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    interpret(monkeypatch, pairs_solver)
    monkeypatch.setattr(pairs_solver, "MOST_ROUNDS", 2)
    with pytest.raises(
        NotConverged,
        match=(
            r"values after a wipe: expected to be known to 1e-15, got more \(hold at 1 to 6 to the goal of 6,"
            r" 2 rounds"
        ),
    ):
        hold_at_pairs(two_dice_pig.turn(), 6)


def test_pairs__refuse_what_they_cannot_solve() -> None:
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        hold_at_pairs(pig.turn(), 1)
    with pytest.raises(InvalidRules, match="turn: expected a game whose only way to go on is the same throw"):
        hold_at_pairs(ten_thousand.turn(), 10)
    with pytest.raises(NotConverged, match="chance that a turn scores: expected more than 1e-290"):
        hold_at_pairs(piglet.turn(0.001), 150)


def test_positions_that_are_alike__are_as_one() -> None:
    one = pig.turn()
    throw = one.throws[0]
    outcomes = tuple(replace(outcome, position=place) for place, outcome in enumerate(throw.outcomes))
    positions = tuple(replace(one.positions[0], name=f"after {place}") for place in range(len(outcomes)))
    many = replace(one, throws=(replace(throw, outcomes=outcomes),), positions=positions)
    policy = policies.hold_at(20, 6)
    for turn in (one, many):
        assert head_to_head(turn, policy, policy).residual <= 1e-14
        assert best_response(turn, policy).residual <= 1e-14
