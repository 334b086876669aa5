"""Fixed players against each other: exact on small goals, the same by two solvers, and as often won as
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
from solvers.fixed import hold_at_pairs as pairs_solver
from solvers.fixed import one_pair
from solvers.fixed.head_to_head import head_to_head
from solvers.fixed.hold_at_pairs import hold_at_pairs
from solvers.fixed.race_response import best_response
from solvers.games import pass_the_pigs, pig, piglet, progressive_pig, ten_thousand, two_dice_pig
from solvers.games.turn import HOLD, ROLL, Outcome, Position, Throw, Turn, Way
from solvers.in_turn import pair
from solvers.players.counting import CountingRule, counting_rule
from solvers.turns import forward, wipes
from solvers.turns.certificate_of_fixed import head_to_head_residual
from tests import oracle_policies as oracle
from tests.interpreted import interpret
from tests.one_throw import by_rolls, rolls_of
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
def any_rules(draw: st.DrawFn, turn: Turn, goal: int, most_counts: int = 2) -> CountingRule:
    """Any rule at all."""
    counts = draw(st.integers(1, most_counts))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rolls = random.choice(np.array([HOLD, ROLL], np.int8), (counts, goal, goal, goal))
    rolls[..., 0] = ROLL
    return by_rolls(turn, rolls)


def as_function(rule: CountingRule) -> tuple[int, oracle.Policy]:
    """As the oracle wants it."""
    rolls = rolls_of(rule)
    return len(rolls), lambda c, d, i, j, turn_total: bool(rolls[c, i, j, turn_total] == ROLL)


def tables(
    won: dict[oracle.State, Any], shape: tuple[int, ...]
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """An oracle's values as two arrays."""
    first, second = np.empty(shape), np.empty(shape)
    for index in np.ndindex(shape):
        first[index], second[index] = won[(0, *index)], won[(1, *index)]
    return first, second


EXACT = [
    (pig.turn(3, 3), 4, "hold at 2", "hold at 3"),
    (pig.turn(), 5, "hold at 5", "end race at 4 or keep pace with 2 and 1/1"),
    (piglet.turn(), 3, "2 scoring turns", "hold at 1"),
    (progressive_pig.turn(4, 1), 4, "2 scoring turns", "hold at 3"),
    (two_dice_pig.turn(3), 6, "hold at 4", "hold at 1"),
]


@pytest.mark.parametrize(("turn", "goal", "first", "second"), EXACT)
def test_head_to_head__is_exact_to_the_last_places(turn: Turn, goal: int, first: str, second: str) -> None:
    own, other = (counting_rule(text, turn, goal) for text in (first, second))
    solution = head_to_head(own, other, goal)
    exact = oracle.head_to_head(
        oracle.rules_of(turn, exactly=True), own.goal, as_function(own), as_function(other)
    )
    value, waiting = tables(exact, solution.value.shape)
    np.testing.assert_allclose(solution.value, value, rtol=0, atol=3e-15)
    np.testing.assert_allclose(solution.waiting_value, waiting, rtol=0, atol=3e-15)


def test_head_to_head__of_piglet_by_hand() -> None:
    # To 1 point more than one head brings; hold at 1 needs two scoring turns, hold at 2 one turn of two heads
    # in a row, a chance of 1/4.
    solution = head_to_head(*[counting_rule("hold at 2", piglet.turn(), 2)] * 2, 2)
    assert solution.wins_first == pytest.approx(4 / 7, abs=1e-15)
    solution = head_to_head(*[counting_rule("hold at 1", piglet.turn(), 2)] * 2, 2)
    # From (1, 1) whoever moves wins 2/3; V(1, 0) = 1/2 + U/2 with U = (V(1, 1) + V(1, 0)) / 2, and so on.
    assert solution.value[0, 0, 1, 1] == pytest.approx(2 / 3, abs=1e-15)
    assert solution.value[0, 0, 1, 0] == pytest.approx(8 / 9, abs=1e-15)


@FEW
@given(one_throw_turns(), goals(5), st.data())
def test_head_to_head__agrees_with_the_chains_linear_equations(
    turn: Turn, goal: int, data: st.DataObject
) -> None:
    own, other = data.draw(any_rules(turn, goal)), data.draw(any_rules(turn, goal))
    solution = head_to_head(own, other, goal)
    chain = oracle.head_to_head(oracle.rules_of(turn), goal, as_function(own), as_function(other))
    value, waiting = tables(chain, solution.value.shape)
    np.testing.assert_allclose(solution.value, value, rtol=0, atol=1e-11)
    np.testing.assert_allclose(solution.waiting_value, waiting, rtol=0, atol=1e-11)
    assert solution.residual <= 1e-13


@FEW
@given(one_throw_turns(), goals(12), st.data())
def test_head_to_head__from_the_other_side_is_the_rest(turn: Turn, goal: int, data: st.DataObject) -> None:
    own, other = data.draw(any_rules(turn, goal)), data.draw(any_rules(turn, goal))
    solution, mirrored = head_to_head(own, other, goal), head_to_head(other, own, goal)
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
    own, other = data.draw(any_rules(turn, goal)), data.draw(any_rules(turn, goal))
    solution = head_to_head(own, other, goal)
    wrong = solution.value.copy(), solution.waiting_value.copy()
    wrong[0 if moving else 1].flat[data.draw(st.integers(0, solution.value.size - 1))] += sign * 1e-6
    assert head_to_head_residual(turn, own.parts, other.parts, *wrong) >= 0.99e-6


def test_residual__shows_one_wrong_action() -> None:
    turn = pig.turn()
    own, other = (counting_rule(f"hold at {n}", turn, 30) for n in (20, 15))
    solution = head_to_head(own, other, 30)
    rolls = rolls_of(own)
    rolls[0, 0, 0, 18] = HOLD
    wrong = by_rolls(turn, rolls)
    for one, two in ((wrong, other), (own, wrong)):
        found = head_to_head_residual(turn, one.parts, two.parts, solution.value, solution.waiting_value)
        assert found > 1e-4


@pytest.mark.parametrize(
    "turn", [pig.turn(4, 2), progressive_pig.turn(), two_dice_pig.turn(3)], ids=lambda turn: turn.name
)
def test_head_to_head__as_plain_python_gives_the_same(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = "2 scoring turns", "end race at 6 or keep pace with 3 and 1/2"
    own, other = (counting_rule(text, turn, 8) for text in texts)
    compiled = head_to_head(own, other, 8)
    interpret(monkeypatch, pair, forward)
    np.testing.assert_allclose(head_to_head(own, other, 8).value, compiled.value, rtol=0, atol=1e-15)


def test_head_to_head__refuses_what_it_cannot_play() -> None:
    five = counting_rule("hold at 5", pig.turn(), 20)
    with pytest.raises(InvalidRules, match=r"goal: expected 30, that of a player, got 20\."):
        head_to_head(five, counting_rule("hold at 5", pig.turn(), 30), 20)
    with pytest.raises(InvalidRules, match="turn of the other player: expected pig, that of the first, got"):
        head_to_head(five, counting_rule("hold at 5", piglet.turn(), 20), 20)
    with pytest.raises(InvalidRules, match=r"goal: expected 2 or more, got 1\."):
        head_to_head(five, five, 1)


def test_head_to_head__says_so_when_it_has_not_converged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wipes, "MOST_ROUNDS", 2)
    with pytest.raises(
        NotConverged,
        match=(
            r"values after a wipe: expected to be known to 1e-15, got .* \(hold at 5 against hold at 9, 2"
            r" rounds\)\."
        ),
    ):
        head_to_head(*(counting_rule(f"hold at {n}", two_dice_pig.turn(), 20) for n in (5, 9)), 20)


def test_head_to_head__says_so_when_nobody_can_win() -> None:
    never = counting_rule("hold at 200", piglet.turn(0.001), 200)
    with pytest.raises(NotConverged, match=r"chance that a turn scores: expected more than 1e-290, got 0\.0"):
        head_to_head(never, never, 200)


PLAYED = [
    (
        np.array([0, 2, 3, 4, 5, 6]),
        pig.turn(),
        30,
        "4 scoring turns",
        "end race at 20 or keep pace with 9 and 1/3",
    ),
    (
        np.array([-1, 0, 0, 0, 0, 4, 5, 5, 6]),
        two_dice_pig.turn(3),
        25,
        "hold at 8",
        "hold at 12",
    ),
]


@pytest.mark.parametrize(("faces", "turn", "goal", "first", "second"), PLAYED, ids=("pig", "two-dice pig"))
def test_head_to_head__wins_as_often_as_promised(
    faces: np.ndarray[Any, Any], turn: Turn, goal: int, first: str, second: str
) -> None:
    def throws(rolls: Any) -> Any:
        return lambda c, d, i, j, k: rolls[np.minimum(c, len(rolls) - 1), i, j, k] == ROLL

    games = 40_000
    players = [counting_rule(text, turn, goal) for text in (first, second)]
    solution = head_to_head(*players, goal)
    own, other = map(rolls_of, players)
    counted = len(own) - 1, len(other) - 1
    won = oracle.play(faces, goal, throws(own), throws(other), counted, games, seed=20101)
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
        two = head_to_head(*(counting_rule(f"hold at {at}", turn, goal) for at in (n, m)), goal)
        assert pairs.win_probability[n - 1, m - 1] == pytest.approx(two.wins_first, abs=1e-12)
        assert pairs.average[n - 1, m - 1] == pytest.approx(two.wins, abs=1e-12)


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


@pytest.mark.long
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


@pytest.mark.long
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
    for turn in (one, many):
        rule = counting_rule("hold at 6", turn, 20)
        assert head_to_head(rule, rule, 20).residual <= 1e-14
        assert best_response(rule, 20).residual <= 1e-14
