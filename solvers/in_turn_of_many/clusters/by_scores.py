"""A contest of three and more whose seats are apart: its clusters have the scores of all seats in order."""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.in_turn_of_many.clusters.board import ContestArrays, values_by_seat
from solvers.in_turn_of_many.clusters.layers import no_records, solve
from solvers.in_turn_of_many.clusters.pure_policies import candidates

EXACT, DEPENDS, UNSETTLED = 0, 1, 2


class Found(NamedTuple):
    """What came of a contest whose seats are apart.

    Attributes
    ----------
    value : float64[mover, first, second, ..., seat], each seat's chance to win, all scores below the goal
    settled : int8[first, second, ...], EXACT where the values are an equilibrium's, DEPENDS where they may
        depend on a cluster without, UNSETTLED in such a cluster
    equilibria : int64[first, second, ...], of clusters that were searched how many sets of policies are best
        replies to each other, -1 if there were too many to try; 1 elsewhere
    searched : int8[first, second, ...], whether policy iteration did not end
    oscillation : largest change of a value between two of its steps where it does not end, else 0
    bust : float64[mover, first, second, ...], what a mover takes a bust to be worth
    """

    value: Array
    settled: Flags
    equilibria: Integers
    searched: Flags
    oscillation: float
    bust: Array


def solve_by_scores(contest: ContestArrays) -> Found:
    """Solve a contest of three and more whose seats are apart.

    Parameters
    ----------
    contest : comes with what handing on the turn is worth from the goal on; its board is written
    """
    seats, goal = len(contest.shape.seats), contest.goal
    records = no_records(seats, goal**seats)
    records = records.first(solve(contest, candidates(seats), records))
    value, at = values_by_seat(contest.board), tuple(records.scores.T)
    equilibria, searched = np.ones((goal,) * seats, np.int64), np.zeros((goal,) * seats, np.int8)
    equilibria[at], searched[at] = records.equilibria, 1
    # A bust passes the turn on.
    bust = np.stack([value[(mover + 1) % seats, ..., mover] for mover in range(seats)])
    without = tuple(records.scores[records.unsettled].T)
    for mover in range(seats):
        bust[(mover, *without)] = records.believed[records.unsettled, mover]
    oscillation = float(records.oscillation.max(initial=0.0))
    return Found(value, _flags(equilibria), equilibria, searched, oscillation, bust)


def _flags(equilibria: Integers) -> Flags:
    """EXACT, DEPENDS or UNSETTLED for each cluster, int8[first, second, ...].

    Scores never fall, so only clusters with no score above those of an unsettled one may lead to it; whether
    they do is not looked at.
    """
    unsettled = equilibria < 1
    ahead = unsettled
    for seat in range(equilibria.ndim):
        ahead = np.flip(np.logical_or.accumulate(np.flip(ahead, seat), axis=seat), seat)
    return np.where(unsettled, UNSETTLED, np.where(ahead, DEPENDS, EXACT)).astype(np.int8)
