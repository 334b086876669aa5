"""Handicaps, against a look at every one of them in fractions, and what they are for."""

from fractions import Fraction
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.catalog import find
from solvers.games import big_pig, hog, pass_the_pigs, pig, piglet
from solvers.games.turn import Turn
from solvers.race.handicap import chances, evened, fair, nearest
from solvers.race.question_handicaps import nearest_to_equal
from solvers.race.solve import optimal_play
from solvers.race_of_many import solve as race_of_many
from tests import oracle
from tests.strategies import FEW, goals, turns

HALF = Fraction(1, 2)


def by_points(value: dict[tuple[int, int], Fraction], goal: int) -> dict[int, Fraction]:
    """The first player's chance by handicap."""
    return {
        points: value[0, points] if points >= 0 else value[-points, 0] for points in range(1 - goal, goal)
    }


@given(st.integers(2, 7), st.integers(2, 20), st.randoms(use_true_random=False))
def test_handicaps__are_the_best_of_all_in_fractions(goal: int, parts: int, random: Random) -> None:
    """Of any tables, also of some that no game has; few parts make ties."""
    value = {(i, j): Fraction(random.randint(0, parts), parts) for i in range(goal) for j in range(goal)}
    floats = np.array([[float(value[i, j]) for j in range(goal)] for i in range(goal)])
    chance = by_points(value, goal)
    np.testing.assert_array_equal(chances(floats), [float(chance[points]) for points in sorted(chance)])

    best = min(chance, key=lambda points: (abs(chance[points] - HALF), abs(points), -points))
    assert nearest(floats) == best
    assert evened(floats) == float(chance[best])

    even = {Fraction(points) for points in chance if chance[points] == HALF}
    for low, high in pairwise(sorted(chance)):
        above, below = chance[low] - HALF, chance[high] - HALF
        if above * below < 0:
            even.add(low + above / (above - below))
    # Of two as far from 0 rounding says which: no game has them.
    nearest_even = min(map(abs, even), default=Fraction(abs(best)))
    assert abs(fair(floats)) == pytest.approx(float(nearest_even), abs=1e-12)
    assert min(abs(fair(floats) - float(mixture)) for mixture in even or {best}) < 1e-12


@given(turns(), goals(12))
@FEW
def test_handicaps__make_a_race_even(turn: Turn, goal: int) -> None:
    value = optimal_play(turn, goal).value
    chance = dict(zip(range(1 - goal, goal), chances(value), strict=True))
    mixture = fair(value)
    low = int(np.floor(mixture))
    mixed = chance[low] + (mixture - low) * (chance.get(low + 1, 0.0) - chance[low])
    if min(chance.values()) < 0.5 <= max(chance.values()):
        assert mixed == pytest.approx(0.5, abs=1e-12)
    assert abs(evened(value) - 0.5) <= abs(chance[0] - 0.5)


def test_handicap__of_pig_to_6_is_that_of_fractions() -> None:
    exact = by_points(oracle.race(oracle.pig(6, 1), 6), 6)
    value = optimal_play(pig.turn(), 6).value
    assert nearest(value) == min(exact, key=lambda points: abs(exact[points] - HALF))
    assert evened(value) == pytest.approx(float(min(exact.values(), key=lambda p: abs(p - HALF))), abs=1e-15)


def test_handicap__is_the_nearest_where_moving_first_is_worth_more_than_any() -> None:
    """A die of a hundred sides nearly always wins at once."""
    value = optimal_play(hog.turn(1, 100), 4).value
    assert evened(value) == pytest.approx(chances(value).min(), abs=1e-15)
    assert evened(value) > 0.5
    assert nearest(value) == fair(value) == 2  # with three points one wins no sooner than with two


@pytest.mark.parametrize(
    "turn", [pig.turn(), piglet.turn(), big_pig.turn(), pass_the_pigs.turn()], ids=lambda turn: turn.name
)
def test_handicap__is_for_who_moves_second(turn: Turn) -> None:
    value = optimal_play(turn, 30).value
    assert value[0, 0] > 0.5
    assert fair(value) > 0.0
    assert nearest(value) in (int(np.floor(fair(value))), int(np.ceil(fair(value))))


def test_handicap__of_a_pair_is_named_after_the_coin_that_it_is_fair_with() -> None:
    pair = find("head_to_head.rules_pig")
    for name in ("handicap_by_coin", "handicap_by_coin_win_probability", "fair_handicap_by_coin"):
        assert "coin-toss" in pair.output(name).long_name


def test_handicap__of_a_pair_is_for_the_weaker_and_nothing_between_equals() -> None:
    def read(first: int, second: int) -> list[float]:
        question = find("head_to_head.rules_pig")
        both = question.solve(
            **question.complete(
                {"goal": 40, "first_rule": f"hold at {first}", "second_rule": f"hold at {second}"}
            )
        )
        return [
            float(question.output(name).read(both))
            for name in ("handicap_by_coin", "handicap_by_coin_win_probability", "fair_handicap_by_coin")
        ]

    assert read(20, 20)[0] == 0
    assert read(20, 20)[1:] == pytest.approx([0.5, 0.0], abs=1e-12)
    assert read(20, 3)[0] > 0.0
    # The other way round it is for the other, but for ties.
    assert read(3, 20)[2] == pytest.approx(-read(20, 3)[2], abs=1e-12)


@given(st.integers(2, 4), st.integers(2, 4), st.integers(2, 9), st.randoms(use_true_random=False))
def test_handicaps_of_many__are_the_best_of_all_in_fractions(
    players: int, goal: int, parts: int, random: Random
) -> None:
    value = {
        scores: [Fraction(random.randint(0, parts), parts) for _ in range(players)]
        for scores in product(range(goal), repeat=players)
    }
    floats = np.array([[float(one) for one in own] for own in value.values()])

    def apart(scores: tuple[int, ...]) -> Fraction:
        return max(abs(one - Fraction(1, players)) for one in value[scores])

    best = min((own for own in value if own[0] == 0), key=lambda own: (apart(own), sum(own), own))
    for table in (floats, floats.reshape(*[goal] * players, players)):
        points, wins = nearest_to_equal(table)
        assert tuple(points.tolist()) == best
        assert wins.tolist() == [float(one) for one in value[best]]


def test_handicaps_of_three__are_more_for_who_moves_later() -> None:
    value = race_of_many.optimal_play(pig.turn(), 20, 3).value
    points, wins = nearest_to_equal(value)
    assert 0 == points[0] < points[1] < points[2]
    assert np.abs(wins - 1 / 3).max() < np.abs(value[0, 0, 0] - 1 / 3).max()
