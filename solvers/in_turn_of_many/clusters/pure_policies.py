"""All policies of a cluster that are best for some value of a bust, and which of them are in equilibrium.

A rotation's policy depends on one number only, the value of a bust to its mover. As that rises from 0 to 1,
the policy changes at finitely many values, the limits that the turn kernel returns. So the *candidates* of a
rotation are listed without a gap, by sweeps from limit to limit. Candidates that are best for no attainable
value are struck out, by bounds on the chances of all seats under the remaining candidates; all combinations
of the rest are tried. That decides whether there are policies in equilibrium, with ties holding, and how
many.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.in_turn_of_many.clusters.board import CHOOSES, ContestArrays
from solvers.in_turn_of_many.clusters.candidates import (
    MOST_CANDIDATES,
    Candidates,
    believed_of,
    first_combination,
    next_combination,
)
from solvers.in_turn_of_many.clusters.chances import bust_values, period_of
from solvers.in_turn_of_many.clusters.states import read, reply
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.rows import copy_row, equal
from solvers.turns.seats import LANES

MOST_COMBINATIONS = 2**22
# Margin for rounding in the bounds on chances.
BOUND_ROUNDING = 1e-12


class Tried(NamedTuple):
    """Results of trying all combinations of a cluster's candidates.

    Attributes
    ----------
    taken : int64[rotation], the candidates in equilibrium, else those with the least gain of a mover
    equilibria : number of combinations that are best responses to each other, -1 if there were too many to
        try
    gain : greatest gain of a mover by another candidate for one turn
    """

    taken: Integers
    equilibria: int
    gain: float


def choose(
    contest: ContestArrays, total: int, cluster: Integers, candidates: Candidates
) -> tuple[int, float]:
    """Give a cluster the first policies in equilibrium, or those with the least gain of a mover.

    Returns the number of policies in equilibrium, or -1 if there are too many to try, and the greatest gain
    of a mover by another policy for one turn.

    Parameters
    ----------
    contest : the values of the policies and the assumed values of busts are written to its board
    total : total of the cluster's scores
    cluster : int64[rotation, 2], row and the next player's score
    candidates : written: those of the cluster
    """
    board = contest.board
    kept, whole = attainable(contest, total, cluster, candidates)
    taken, equilibria, gain = try_all(candidates, kept, period_of(cluster))
    believed = believed_of(candidates, taken)
    for rotation in range(len(contest.shape.seats)):
        row, following = cluster[rotation]
        board.bust[row, following] = believed[rotation]
        board.worth[row, :, following] = candidates.worth[rotation, :, taken[rotation]]
    return equilibria if whole else -1, gain


def attainable(
    contest: ContestArrays, total: int, cluster: Integers, candidates: Candidates
) -> tuple[NDArray[np.bool_], bool]:
    """List the candidates of all rotations, and strike out those that are best for no attainable value.

    Returns which are left, bool[rotation, candidate], and whether there was room for all.

    Parameters
    ----------
    contest : the cluster's part of its board is written
    total : total of the cluster's scores
    cluster : int64[rotation, 2], row and the next player's score
    candidates : written: those of the cluster
    """
    players, whole = len(contest.shape.seats), True
    for rotation in range(players):
        whole &= _list(contest, total, rotation, cluster, candidates)
    kept = np.ones((players, MOST_CANDIDATES), np.bool_)
    while _strike_out(candidates, kept):
        pass
    return kept, whole


@jit_allocating
def _list(
    contest: ContestArrays, total: int, rotation: int, cluster: Integers, candidates: Candidates
) -> bool:
    """List a rotation's candidates; return whether there is room for all.

    Parameters
    ----------
    contest : the state's part of its board is written
    total : total of the cluster's scores
    rotation : index of the rotation
    cluster : int64[rotation, 2], row and next
    candidates : the rotation's part is written
    """
    board = contest.board
    row, following = cluster[rotation]
    mover = total - board.others_total[row] - following
    worth = board.worth[row, :, following]
    limits = board.limits[row, :, following]
    value = 0.0
    count = 0
    bust = np.zeros(LANES)
    candidates.counts[rotation] = 0
    while value <= 1.0 and count < MOST_CANDIDATES:
        bust[following % LANES] = value
        # A known turn is the only candidate, and is on the board.
        if board.plays[row] == CHOOSES:
            reply(contest, row, following // LANES, bust, mover)
            read(contest, mover, following % LANES, row, following)
        if count > 0 and equal(candidates.worth[rotation, :, count - 1], worth):
            # A choice that no throw leads to has changed.
            candidates.limits[rotation, 1, count - 1] = limits[1]
        else:
            copy_row(worth, candidates.worth[rotation, :, count])
            copy_row(limits, candidates.limits[rotation, :, count])
            count += 1
        # Rounding may place the end of a policy's range before the value at which it was found.
        value = np.nextafter(max(limits[1], value), np.inf)
    candidates.counts[rotation] = count
    return value > 1.0


@jit
def _strike_out(candidates: Candidates, kept: NDArray[np.bool_]) -> bool:
    """Strike out candidates that are best for no attainable value; return whether there were any.

    Parameters
    ----------
    candidates : candidates of all rotations, read
    kept : bool[rotation, candidate], written: False if struck out
    """
    players = candidates.counts.size
    struck = False
    low, high = _bounds(candidates, kept)
    for rotation in range(players):
        after = (rotation + 1) % players
        for own in range(candidates.counts[rotation]):
            begins = candidates.limits[rotation, 0, own]
            ends = candidates.limits[rotation, 1, own]
            if kept[rotation, own] and (
                ends < low[after, players - 1] - BOUND_ROUNDING
                or begins > high[after, players - 1] + BOUND_ROUNDING
            ):
                kept[rotation, own] = False
                struck = True
    return struck


@jit_allocating
def _bounds(candidates: Candidates, kept: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Least and greatest chances of all seats to win under remaining candidates, float64[rotation, seat].

    Parameters
    ----------
    candidates : candidates of all rotations, read
    kept : bool[rotation, candidate], those that are not struck out
    """
    players = candidates.counts.size
    low = np.zeros((players, players))
    high = np.ones((players, players))
    for _ in range(50):
        for rotation in range(players):
            for seat in range(players):
                _narrow(candidates, kept, rotation, seat, low, high)
    return low, high


@jit_inline
def _narrow(
    candidates: Candidates, kept: NDArray[np.bool_], rotation: int, seat: int, low: Array, high: Array
) -> None:
    """Narrow the bounds on one seat's chance to win by those of the next rotation.

    Parameters
    ----------
    candidates : candidates of all rotations, read
    kept : bool[rotation, candidate], those that are not struck out
    rotation, seat : the chance that is bounded
    low, high : float64[rotation, seat], bounds on the chances, written at [rotation, seat]
    """
    players = candidates.counts.size
    after = (rotation + 1) % players
    least = 1.0
    most = 0.0
    for own in range(candidates.counts[rotation]):
        if kept[rotation, own]:
            constant = candidates.worth[rotation, seat, own]
            slope = candidates.worth[rotation, players, own]
            least = min(least, constant + slope * low[after, seat - 1])
            most = max(most, constant + slope * high[after, seat - 1])
    low[rotation, seat] = max(low[rotation, seat], least)
    high[rotation, seat] = min(high[rotation, seat], most)


@jit_allocating
def try_all(candidates: Candidates, kept: NDArray[np.bool_], period: int) -> Tried:
    """Try all combinations of the remaining candidates of the first `period` rotations.

    Parameters
    ----------
    candidates : candidates of all rotations; `trial` is written
    kept : bool[rotation, candidate], those that are tried
    period : number of turns after which the same scores return
    """
    players = candidates.counts.size
    each = np.zeros((players, 2), np.int64)
    for rotation in range(players):
        each[rotation, 0] = rotation
    taken = np.zeros(players, np.int64)
    best = np.zeros(players, np.int64)
    chance = np.zeros((players, players))
    bust = np.zeros(players)
    equilibria = 0
    gain = np.inf
    tried = 0
    more = first_combination(candidates, kept, 0, period, taken)
    while more and tried < MOST_COMBINATIONS:
        for rotation in range(players):
            copy_row(candidates.worth[rotation, :, taken[rotation]], candidates.trial[rotation, :, 0])
        bust_values(candidates.trial, each, chance, bust)
        gains = gain_of_taken(candidates, taken, bust)
        equilibria += gains == 0.0
        if gains < gain:
            gain = gains
            copy_row(taken, best)
        tried += 1
        more = next_combination(candidates, kept, 0, period, taken)
    return Tried(best, -1 if more else equilibria, gain)


@jit
def gain_of_taken(candidates: Candidates, taken: Integers, bust: Array) -> float:
    """Greatest gain of a mover by another candidate for one turn; 0 if all took what the kernel takes.

    Parameters
    ----------
    candidates : candidates of all rotations, read
    taken : int64[rotation], the candidates taken
    bust : float64[rotation], value of a bust to the mover
    """
    players = candidates.counts.size
    out = 0.0
    for rotation in range(players):
        own = taken[rotation]
        value = bust[rotation]
        if not candidates.limits[rotation, 0, own] < value <= candidates.limits[rotation, 1, own]:
            best = 0.0
            for other in range(candidates.counts[rotation]):
                best = max(
                    best,
                    candidates.worth[rotation, 0, other] + candidates.worth[rotation, players, other] * value,
                )
            # Even if rounding leaves no gain, a tie is broken differently.
            lost = (
                best - candidates.worth[rotation, 0, own] - candidates.worth[rotation, players, own] * value
            )
            out = max(out, lost, 1e-300)
    return out
