"""Outputs for three or more players in turn: handicaps that make the contest nearly even, and the lottery
over handicaps that makes it even.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.linear.products import product
from solvers.outputs import fairness
from solvers.outputs.output import Output
from solvers.questions.dimension import Dimension
from solvers.questions.parameter import Parameters
from solvers.race import certificate_of_lottery
from solvers.race.lottery import Lottery, by_handicap, chances_of, fair_lottery, nearest

# Marks unused options.
NO_OPTION = -1
POINTS, CHANCE = "lottery_points", "lottery_probability"
# Outputs that follow from the table of all scores.
NAMES = ("handicaps", "handicap_win_probability", "fair_handicaps", "lottery_win_probability", CHANCE, POINTS)


def option(players: Callable[[Parameters], int]) -> Dimension:
    """Return the dimension of the handicaps in a lottery, at most one for each player.

    Parameters
    ----------
    players : function of the parameters that returns the number of players
    """
    return Dimension(
        "option",
        "",
        "Handicaps that may be drawn, the likeliest first.",
        lambda given: np.arange(1, players(given) + 1),
        words="lottery option",
    )


def nearest_to_equal(value: Array) -> tuple[Integers, Array]:
    """Return the points of all seats in the nearest whole handicap, and the win probabilities; [seat] both.

    Parameters
    ----------
    value : float64[..., seat], as for `race.lottery.by_handicap`
    """
    points, wins = by_handicap(value)
    best = nearest(points, wins)
    return points[best], wins[best]


def handicaps_of_many(unit: str, table: str, of: Callable[[Any], Array]) -> tuple[Output, ...]:
    """Return the outputs for the nearest whole handicap and for the fair lottery.

    Parameters
    ----------
    unit : unit of points
    table : name of the stored output with each seat's win probability by all scores
    of : function of the solution that returns it
    """
    return (
        fairness.handicaps(
            points=unit,
            of=lambda solved: nearest_to_equal(of(solved))[0],
            follows=lambda given, value: nearest_to_equal(value)[0],
            follows_from=(table,),
        ),
        fairness.handicap_win_probability(
            dims=("seat",),
            of=lambda solved: nearest_to_equal(of(solved))[1],
            follows=lambda given, value: nearest_to_equal(value)[1],
            follows_from=(table,),
        ),
        *_of_lottery(unit, table, of),
    )


def _of_lottery(unit: str, table: str, of: Callable[[Any], Array]) -> tuple[Output, ...]:
    """The outputs for the fair lottery; parameters as of `handicaps_of_many`."""
    return (
        fairness.fair_handicaps(
            points=unit,
            of=lambda solved: _means(fair_lottery(of(solved))),
            follows=lambda given, points, chance: chance @ np.maximum(points, 0),
            follows_from=(POINTS, CHANCE),
        ),
        fairness.lottery_win_probability(
            of=lambda solved: fair_lottery(of(solved)).wins,
            follows=lambda given, points, chance, value: _wins(points, chance, value),
            follows_from=(POINTS, CHANCE, table),
        ),
        fairness.lottery_probability(
            of=lambda solved: _chances(fair_lottery(of(solved))),
            follows=lambda given, points, value: _drawn_anew(points, value),
            follows_from=(POINTS, table),
        ),
        fairness.lottery_points(
            points=unit,
            of=lambda solved: _points(fair_lottery(of(solved))),
            loses=lambda given, points, value: np.full(
                points.shape, certificate_of_lottery.loss(value, points)
            ),
            follows_from=(table,),
        ),
    )


def _points(lottery: Lottery) -> Integers:
    """The points, padded to as many options as seats."""
    count, players = lottery.points.shape
    return np.pad(lottery.points, ((0, players - count), (0, 0)), constant_values=NO_OPTION)


def _chances(lottery: Lottery) -> Array:
    """The probabilities, padded to as many options as seats."""
    return np.pad(lottery.chance, (0, lottery.wins.size - lottery.chance.size))


def _means(lottery: Lottery) -> Array:
    """The mean points of each seat."""
    return product(lottery.chance, lottery.points)


def _places(points: NDArray[Any], value: Array) -> Integers:
    """The indices of the used options among all handicaps, int64[option]."""
    goal = round((value.size / value.shape[-1]) ** (1.0 / value.shape[-1]))
    there = points[(points >= 0).all(axis=1)].astype(np.int64).clip(max=goal - 1)
    return np.asarray(there[:, 1:] @ goal ** np.arange(value.shape[-1] - 1)[::-1])


def _drawn_anew(points: NDArray[Any], value: Array) -> Array:
    """The probabilities to draw these handicaps, recomputed and padded to as many options as seats."""
    places = _places(points, value)
    chance = np.zeros(value.shape[-1])
    if places.size:
        chance[: places.size] = chances_of(by_handicap(value)[1][places])
    return chance


def _wins(points: NDArray[Any], chance: Array, value: Array) -> Array:
    """Each seat's win probability before the draw."""
    places = _places(points, value)
    return np.asarray(chance[: places.size] @ by_handicap(value)[1][places])
