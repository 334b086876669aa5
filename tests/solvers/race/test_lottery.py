"""Fair lotteries of handicaps, against all sets of handicaps in fractions, and against their certificate."""

from fractions import Fraction
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.arrays import Array
from solvers.games import big_pig, pig, piglet
from solvers.games.turn import Turn
from solvers.race import lottery
from solvers.race.certificate_of_lottery import loss
from solvers.race.lottery import Lottery, by_handicap, fair_lottery, nearest
from solvers.race_of_many import solve as race_of_many
from solvers.race_of_many.equilibrium import equilibrium
from tests.strategies import FEW

Wins = list[list[Fraction]]


def solved(rows: Wins, right: Fraction) -> list[Fraction] | None:
    """The one solution of equations that all have one right side; None if there is none or more than one."""
    left, unknowns = [[*row, right] for row in rows], len(rows[0])
    for column in range(unknowns):
        pivot = next((row for row in range(column, len(left)) if left[row][column]), None)
        if pivot is None:
            return None
        left[column], left[pivot] = left[pivot], left[column]
        left[column] = [one / left[column][column] for one in left[column]]
        for row in range(len(left)):
            if row != column:
                times = left[row][column]
                left[row] = [a - times * b for a, b in zip(left[row], left[column], strict=True)]
    return None if any(row[-1] for row in left[unknowns:]) else [row[-1] for row in left[:unknowns]]


def least_distance(goal: int, players: int, wins: Wins) -> Fraction | None:
    """The mean squared distance of the best fair lottery, over all sets of no more handicaps than players."""
    points = [(0, *others) for others in product(range(goal), repeat=players - 1)]
    share = Fraction(1, players)
    apart = [max(abs(one - share) for one in own) for own in wins]
    whole = min(range(len(points)), key=lambda own: (apart[own], sum(points[own]), points[own]))
    distance = [sum((a - b) ** 2 for a, b in zip(own, points[whole], strict=True)) for own in points]
    found = []
    sets = (some for size in range(1, players + 1) for some in combinations(range(len(points)), size))
    for some in sets:
        chance = solved([[wins[one][seat] for one in some] for seat in range(players)], share)
        if chance is not None and min(chance) >= 0:
            found.append(sum(own * distance[one] for own, one in zip(chance, some, strict=True)))
    return min(found, default=None)


def mean_distance(value: Array, drawn: Lottery) -> float:
    points, wins = by_handicap(value)
    return float(drawn.chance @ np.square(drawn.points - points[nearest(points, wins)]).sum(axis=1))


def shares(random: Random, players: int, parts: int) -> list[Fraction]:
    own = [random.randint(1, parts) for _ in range(players)]
    return [Fraction(one, sum(own)) for one in own]


@pytest.mark.long
@given(st.sampled_from([(2, 2), (2, 5), (3, 2), (3, 3)]), st.randoms(use_true_random=False))
def test_lottery__is_the_best_of_all_in_fractions(sizes: tuple[int, int], random: Random) -> None:
    """Of any tables, also of some that no game has."""
    players, goal = sizes
    wins = [shares(random, players, 30) for _ in range(goal ** (players - 1))]
    value = np.array([[float(one) for one in own] for own in wins] * goal)
    drawn, least = fair_lottery(value), least_distance(goal, players, wins)
    assert drawn.chance.sum() == pytest.approx(1.0, abs=1e-12)
    assert drawn.chance.min() > 0.0
    missed = np.abs(drawn.wins - 1.0 / players).max()
    if least is None:
        assert missed > 1e-9
        whole = np.abs(np.array(wins, float) - 1.0 / players).max(axis=1).min()
        assert missed <= whole + 1e-14
    else:
        assert missed < 1e-12
        assert mean_distance(value, drawn) == pytest.approx(float(least), abs=1e-9)
    assert loss(value, drawn.points) < 1e-12


@FEW
@given(st.sampled_from([pig.turn(4), piglet.turn(), big_pig.turn(4)]), st.integers(4, 16))
def test_lottery__of_three_is_nearer_to_fair_than_whole_points(turn: Turn, goal: int) -> None:
    value = equilibrium(turn, goal).value
    drawn = fair_lottery(value)
    points, wins = by_handicap(value)
    whole = np.abs(wins[nearest(points, wins)] - 1 / 3).max()
    assert np.abs(drawn.wins - 1 / 3).max() <= whole + 1e-15
    assert len(drawn.points) <= 3
    assert loss(value, drawn.points) < 1e-13


def test_lottery__of_pig_draws_neighbours() -> None:
    value = race_of_many.optimal_play(pig.turn(), 60, 3).value
    drawn = fair_lottery(value)
    assert np.abs(drawn.wins - 1 / 3).max() < 1e-15
    assert np.ptp(drawn.points, axis=0).max() == 1
    assert drawn.points[0].tolist() == [0, 3, 7]


def test_lottery__is_the_nearest_to_fair_where_moving_first_is_worth_more_than_any() -> None:
    value = race_of_many.optimal_play(pig.turn(), 6, 3).value
    drawn = fair_lottery(value)
    assert drawn.points.tolist() == [[0, 4, 4]]  # with five points one wins no sooner than with four
    assert drawn.wins[0] > 0.7


def test_certificate__refuses_other_lotteries() -> None:
    value = race_of_many.optimal_play(pig.turn(), 30, 3).value
    right = fair_lottery(value).points
    fair_but_further = np.array([[0, 6, 14], [0, 6, 16], [0, 8, 14]])
    assert loss(value, fair_but_further) > 1e-5
    for wrong in (right[:2], right + 1, -right, right[[0, 0, 1]], np.array([[0, 6, 40]])):
        assert loss(value, wrong) > 1e-5
    # At a point or two nobody can be helped; the best of what misses is known, too.
    value = race_of_many.optimal_play(pig.turn(), 12, 3).value
    assert loss(value, fair_lottery(value).points) < 1e-13
    assert loss(value, np.array([[0, 6, 10]])) > 1e-4


def test_simplex__does_not_go_round_in_a_circle(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the first column that saves something from the first step on."""
    monkeypatch.setattr(lottery, "MOST_STEEPEST", -1)
    value = race_of_many.optimal_play(pig.turn(), 30, 3).value
    assert fair_lottery(value).points.tolist() == [[0, 6, 14], [0, 6, 15], [0, 7, 14]]
