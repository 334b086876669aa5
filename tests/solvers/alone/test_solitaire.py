"""Most points from one turn: exact from every single throw, and what comes of playing by it."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given

from solvers.alone.one_turn import SolitaireTurn, best_turn
from solvers.games import (
    big_pig,
    farkle,
    hog,
    pass_the_pigs,
    pig,
    piglet,
    progressive_pig,
    ten_thousand,
    two_dice_pig,
)
from solvers.games.turn import Turn
from tests import oracle, oracle_plans
from tests.strategies import FEW, move_sets, pig_rules, turns

# Far above every critical threshold.
LIMIT = 120


def slow_standing(turn: Turn, slow: oracle.Solitaire, turn_total: int, position: int) -> float:
    """The oracle's value of a solver's position."""
    ways = tuple(
        oracle.Way(turn.actions[way.action], way.given_up, way.throw) for way in turn.positions[position].ways
    )
    return float(slow.standing(turn_total, ways))


def check_positions(solution: SolitaireTurn, slow: oracle.Solitaire) -> None:
    """Every position's value, the worth of the action named, and that a tie holds."""
    for turn_total, position in np.ndindex(solution.value.shape):
        worth = slow_standing(solution.turn, slow, turn_total, position)
        assert solution.value[turn_total, position] == pytest.approx(worth, rel=1e-13)
        action = solution.policy[turn_total, position]
        named = [
            way
            for way in solution.turn.positions[position].ways
            if way.action == action and way.given_up <= turn_total
        ]
        by_action = max(
            (float(slow.thrown(turn_total - way.given_up, way.throw)) for way in named),
            default=float(turn_total),
        )
        assert by_action == pytest.approx(worth, rel=1e-13)
        assert action == 0 or worth > turn_total


def test_best_turn__of_ten_thousand_is_exact() -> None:
    slow = oracle.Solitaire(oracle.ten_thousand(ten_thousand.MOVES), LIMIT)
    assert isinstance(slow.thrown(0, 0), Fraction)
    solution = best_turn(ten_thousand.turn())
    assert solution.expected_score == pytest.approx(float(slow.thrown(0, 0)), rel=1e-15)
    check_positions(solution, slow)


@pytest.mark.long
@FEW
@given(move_sets())
def test_best_turn__of_ten_thousand_with_some_moves_agrees_with_every_single_throw(
    moves: frozenset[str],
) -> None:
    slow = oracle.Solitaire(oracle.in_floats(oracle.ten_thousand(moves)), LIMIT)
    solution = best_turn(ten_thousand.turn(moves))
    for turn_total, throw in np.ndindex(solution.throw_value.shape):
        assert solution.throw_value[turn_total, throw] == pytest.approx(
            slow.thrown(turn_total, throw), rel=1e-13
        )


@FEW
@given(pig_rules(most_sides=20))
def test_best_turn__of_pig_is_exact(rules: tuple[int, int]) -> None:
    solution = best_turn(pig.turn(*rules))
    check_positions(solution, oracle.Solitaire(oracle.pig(*rules), 2 * solution.threshold + 30))


@FEW
@given(turns())
def test_best_turn__of_any_turn_agrees_with_a_recursion(turn: Turn) -> None:
    solution = best_turn(turn)
    check_positions(
        solution, oracle.Solitaire(oracle.in_floats(oracle.as_data(turn)), 2 * turn.critical_threshold() + 30)
    )
    assert solution.residual <= 1e-13


@FEW
@given(turns())
def test_threshold__is_the_least_turn_total_from_which_every_position_holds(turn: Turn) -> None:
    solution = best_turn(turn)
    assert solution.threshold <= turn.critical_threshold()
    assert (solution.policy[solution.threshold :] == 0).all()
    assert solution.threshold == 0 or (solution.policy[solution.threshold - 1] > 0).any()


@FEW
@given(move_sets(), move_sets())
def test_more_moves__never_lower_the_value(moves: frozenset[str], more: frozenset[str]) -> None:
    few, many = best_turn(ten_thousand.turn(moves)), best_turn(ten_thousand.turn(moves | more))
    assert few.throw_value.shape == many.throw_value.shape
    assert (few.throw_value <= many.throw_value + 1e-13).all()
    assert few.residual <= 1e-12
    assert many.residual <= 1e-12


@pytest.mark.long
@pytest.mark.parametrize(
    "moves", [(), ("m5", "m51"), tuple(ten_thousand.MOVES)], ids=("no moves", "two", "all")
)
def test_policy__scores_as_much_as_promised(moves: tuple[str, ...]) -> None:
    solution = best_turn(ten_thousand.turn(moves))
    scores = np.array(play(solution, 20_000, np.random.default_rng(10_000)))
    assert abs(scores.mean() - solution.expected_score) < 5 * scores.std() / np.sqrt(scores.size)


GAMES = [
    pig.turn(),
    piglet.turn(0.7),
    progressive_pig.turn(),
    two_dice_pig.turn(),
    big_pig.turn(),
    hog.turn(8),
    pass_the_pigs.turn(),
    ten_thousand.turn(),
    farkle.turn(),
]


@pytest.mark.long
@pytest.mark.parametrize("turn", GAMES, ids=lambda turn: turn.name)
def test_policy__scores_as_much_as_promised_in_every_game(turn: Turn) -> None:
    solution, drawn = best_turn(turn), Random(2012)

    def way(turn_total: int, position: int) -> tuple[int, int] | None:
        action = solution.policy[turn_total, position] if turn_total < len(solution.policy) else 0
        return next(
            ((way.given_up, way.throw) for way in turn.positions[position].ways if way.action == action), None
        )

    player = oracle_plans.player(turn, 10**6, lambda banked, opponent: (solution.opening, way))
    scores = np.array([player(0, 0, drawn) for _ in range(6000)], float)
    assert abs(scores.mean() - solution.expected_score) < 5 * scores.std() / np.sqrt(scores.size)


def play(solution: SolitaireTurn, count: int, random: np.random.Generator) -> list[int]:
    """Scores of turns, each die thrown, its chips and dice counted from the faces."""
    names = [position.name for position in solution.turn.positions]
    scores = []
    for _ in range(count):
        turn_total, dice = 0, 5
        while dice:
            kept = oracle.scoring(random.integers(1, 7, dice).tolist())
            if not kept:
                turn_total = 0
                break
            turn_total, dice = turn_total + oracle.points(kept), dice - len(kept)
            # Labels name fives, ones and a triple in this order.
            faces = " ".join(str(die) for die in sorted(kept, key=lambda die: (die != 5, die != 1)))
            position = names.index(f"{faces}, {dice} left" if dice else "all score, 5 left")
            action = solution.policy[turn_total, position] if turn_total < solution.policy.shape[0] else 0
            if action == 0:
                break
            (way,) = (
                way
                for way in oracle.ten_thousand_ways(kept, dice, oracle.MOVES)
                if way.action == solution.turn.actions[action]
            )
            turn_total, dice = turn_total - way.given_up, 5 - way.throw
        scores.append(turn_total)
    return scores
