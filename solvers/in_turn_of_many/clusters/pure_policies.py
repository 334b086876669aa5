"""All policies of a cluster that are best replies to something, and those that are so to each other.

A rotation's policy depends on one number only, what a bust is worth to its mover. As that rises from 0 to 1,
the policy changes at finitely many values, the limits that the turn kernel tells: so the *candidates* of a
rotation are listed, without a gap, by sweeps from limit to limit. Candidates that are best replies to nothing
attainable are struck out, by bounds on the chances of all seats under the candidates left; what remains is
tried out, each with each. That decides whether there are policies in equilibrium, ties holding, and how many.
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
# By how much rounding may put a bound on the chances on the wrong side.
BOUND_ROUNDING = 1e-12


class Tried(NamedTuple):
    """What came of trying out all candidates of a cluster with each other.

    Attributes
    ----------
    taken : int64[rotation], the candidates in equilibrium, else those from which a mover has least to gain
    equilibria : how many are best replies to each other, -1 if there were too many to try
    gain : the most that a mover gains by another candidate for one turn
    """

    taken: Integers
    equilibria: int
    gain: float


def choose(
    contest: ContestArrays, total: int, cluster: Integers, candidates: Candidates
) -> tuple[int, float]:
    """Give a cluster the first policies in equilibrium, else those from which a mover has least to gain.

    Returns how many policies are in equilibrium, or -1 if there are too many to try, and the most that a
    mover gains by another policy for one turn.

    Parameters
    ----------
    contest : what the policies are worth, and what movers take a bust to be worth, is written to its board
    total : of the cluster's scores
    cluster : int64[rotation, 2], row and the next player's score
    candidates : become those of the cluster
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
    """List the candidates of all rotations, and strike out those that are best replies to nothing attainable.

    Returns which are left, bool[rotation, candidate], and whether there was room for all.

    Parameters
    ----------
    contest : the cluster's part of its board is written
    total : of the cluster's scores
    cluster : int64[rotation, 2], row and the next player's score
    candidates : become those of the cluster
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
    """List a rotation's candidates; returns whether there is room for all.

    Parameters
    ----------
    contest : the state's part of its board is written
    total : of the cluster's scores
    rotation : whose candidates are listed
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
        # Of a turn that is known there is one, which is on the board.
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
        # Rounding may place the end of a policy before the value that it was found at.
        value = np.nextafter(max(limits[1], value), np.inf)
    candidates.counts[rotation] = count
    return value > 1.0


@jit
def _strike_out(candidates: Candidates, kept: NDArray[np.bool_]) -> bool:
    """Strike out what is a best reply to nothing attainable; returns whether that was anything.

    Parameters
    ----------
    candidates : of all rotations, read
    kept : bool[rotation, candidate], written: False for what is struck out
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
    """Least and greatest chances of all seats to win under any candidates kept, float64[rotation, seat] both.

    Parameters
    ----------
    candidates : of all rotations, read
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
    """Narrow the bounds on one seat's chance to win by those of the rotation after.

    Parameters
    ----------
    candidates : of all rotations, read
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
    """Try all candidates kept of the first `period` rotations, each with each.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    kept : bool[rotation, candidate], those that are tried
    period : after how many turns the same scores come again
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
    """The most that a mover gains by another candidate for one turn; 0 if all took what the kernel takes.

    Parameters
    ----------
    candidates : of all rotations, read
    taken : int64[rotation], the candidates taken
    bust : float64[rotation], what a bust is worth to the mover
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
            # Even where rounding leaves nothing, a tie is broken in another way.
            lost = (
                best - candidates.worth[rotation, 0, own] - candidates.worth[rotation, players, own] * value
            )
            out = max(out, lost, 1e-300)
    return out
