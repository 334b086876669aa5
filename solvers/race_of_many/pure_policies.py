"""All policies of a cluster that are best replies to something, and which of them are best replies to each
other.

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
from solvers.games.turn import TurnArrays
from solvers.jit import jit
from solvers.race_of_many.clusters import Board, bust_values, read
from solvers.turns.seats import LANES, Shape, Work, sweep

# A turn of Pig has fewer than one for each point of the goal.
MOST_CANDIDATES = 2**12
MOST_COMBINATIONS = 2**22
# Of the bounds, for rounding.
SLACK = 1e-12


class Candidates(NamedTuple):
    """The candidates of all rotations.

    Attributes
    ----------
    counts : int64[rotation], how many there are
    bust : float64[rotation, candidate], a value of the bust to which the candidate is the best reply
    worth : float64[rotation, seat + 1, candidate], what a turn is worth, the bust left out; last its chance
        to bust
    limits : float64[rotation, 2, candidate], the values to which it is: low < bust <= high
    trial : float64[rotation, seat + 1, 1], `worth` of one candidate of each
    """

    counts: Integers
    bust: Array
    worth: Array
    limits: Array
    trial: Array


def candidates(players: int) -> Candidates:
    """Room for the candidates."""
    return Candidates(
        counts=np.zeros(players, np.int64),
        bust=np.zeros((players, MOST_CANDIDATES)),
        worth=np.zeros((players, players + 1, MOST_CANDIDATES)),
        limits=np.zeros((players, 2, MOST_CANDIDATES)),
        trial=np.zeros((players, players + 1, 1)),
    )


def choose(
    tables: TurnArrays,
    goal: int,
    total: int,
    cluster: Integers,
    shape: Shape,
    board: Board,
    work: Work,
    candidates: Candidates,
) -> tuple[int, float]:
    """Give a cluster the first policies in equilibrium, else those from which a mover has least to gain.

    Writes what they are worth, and what their movers take a bust to be worth, to the board. Returns how many
    policies are in equilibrium, or -1 if there are too many to try, and the most that a mover gains by
    another policy for one turn.
    """
    players, period = len(shape.seats), period_of(cluster)
    kept, whole = attainable(tables, goal, total, cluster, shape, board, work, candidates)
    taken, equilibria, gain = _try_all(candidates, kept, period)
    for rotation in range(players):
        others, following = cluster[rotation]
        board.bust[others, following] = candidates.bust[rotation, taken[rotation]]
        board.worth[others, :, following] = candidates.worth[rotation, :, taken[rotation]]
    return equilibria if whole else -1, gain


def attainable(
    tables: TurnArrays,
    goal: int,
    total: int,
    cluster: Integers,
    shape: Shape,
    board: Board,
    work: Work,
    candidates: Candidates,
) -> tuple[NDArray[np.bool_], bool]:
    """List the candidates of all rotations; which are best replies to something attainable, bool[rotation,
    candidate], and whether there was room for all.
    """
    players, whole = len(shape.seats), True
    for rotation in range(players):
        whole &= _list(tables, goal, total, rotation, cluster, shape, (board, work), candidates)
    kept = np.ones((players, MOST_CANDIDATES), np.bool_)
    while _strike_out(candidates, kept):
        pass
    return kept, whole


@jit
def period_of(cluster: Integers) -> int:
    """After how many turns the same scores come again: a state's policy is one, wherever it comes up."""
    for period in range(1, cluster.shape[0]):
        if (cluster[period] == cluster[0]).all():
            return period
    return len(cluster)


@jit
def _list(
    tables: TurnArrays,
    goal: int,
    total: int,
    rotation: int,
    cluster: Integers,
    shape: Shape,
    place: tuple[Board, Work],
    candidates: Candidates,
) -> bool:
    """List a rotation's candidates; whether there is room for all."""
    board, work = place
    others, following = cluster[rotation]
    mover, value, count = total - board.others_total[others] - following, 0.0, 0
    bust = np.zeros(LANES)
    candidates.counts[rotation] = 0
    while value <= 1.0 and count < MOST_CANDIDATES:
        bust[following % LANES] = value
        sweep(tables, board.hold[others, following // LANES], bust, (mover, goal), shape, work)
        read(tables, mover, others, following, shape, work, board.worth, board.limits)
        worth, limits = board.worth[others, :, following], board.limits[others, :, following]
        if count > 0 and (candidates.worth[rotation, :, count - 1] == worth).all():
            # A choice that no throw leads to has changed.
            candidates.limits[rotation, 1, count - 1] = limits[1]
        else:
            candidates.bust[rotation, count], candidates.worth[rotation, :, count] = value, worth
            candidates.limits[rotation, :, count] = limits
            count += 1
        # Rounding may place the end of a policy before the value that it was found at.
        value = np.nextafter(max(limits[1], value), np.inf)
    candidates.counts[rotation] = count
    return value > 1.0


@jit
def _strike_out(candidates: Candidates, kept: NDArray[np.bool_]) -> bool:
    """Strike out what is a best reply to nothing attainable; whether that was anything."""
    players, struck = candidates.counts.size, False
    low, high = _bounds(candidates, kept)
    for rotation in range(players):
        after = (rotation + 1) % players
        for own in range(candidates.counts[rotation]):
            begins, ends = candidates.limits[rotation, 0, own], candidates.limits[rotation, 1, own]
            if kept[rotation, own] and (
                ends < low[after, players - 1] - SLACK or begins > high[after, players - 1] + SLACK
            ):
                kept[rotation, own], struck = False, True
    return struck


@jit
def _bounds(candidates: Candidates, kept: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Between what the chances of all seats are under any candidates kept, float64[rotation, seat]."""
    players = candidates.counts.size
    low, high = np.zeros((players, players)), np.ones((players, players))
    for _ in range(50):
        for rotation in range(players):
            after = (rotation + 1) % players
            for seat in range(players):
                least, most = 1.0, 0.0
                for own in range(candidates.counts[rotation]):
                    if kept[rotation, own]:
                        constant, slope = (
                            candidates.worth[rotation, seat, own],
                            candidates.worth[rotation, players, own],
                        )
                        least = min(least, constant + slope * low[after, seat - 1])
                        most = max(most, constant + slope * high[after, seat - 1])
                low[rotation, seat], high[rotation, seat] = (
                    max(low[rotation, seat], least),
                    min(high[rotation, seat], most),
                )
    return low, high


@jit
def _try_all(candidates: Candidates, kept: NDArray[np.bool_], period: int) -> tuple[Integers, int, float]:
    """All candidates kept of the first `period` rotations, each with each: the best found, the number of
    equilibria, the gain.
    """
    players = candidates.counts.size
    each = np.zeros((players, 2), np.int64)
    each[:, 0] = np.arange(players)
    each[:, 1] = 0
    taken, best = np.zeros(players, np.int64), np.zeros(players, np.int64)
    chance, bust = np.zeros((players, players)), np.zeros(players)
    for rotation in range(players):
        taken[rotation] = _following(kept, candidates.counts, rotation, -1)
    equilibria, gain, tried, more = 0, np.inf, 0, True
    while more and tried < MOST_COMBINATIONS:
        for rotation in range(players):
            taken[rotation] = taken[rotation % period]
            candidates.trial[rotation, :, 0] = candidates.worth[rotation, :, taken[rotation]]
        bust_values(candidates.trial, each, chance, bust)
        gains = gain_of_taken(candidates, taken, bust)
        equilibria += gains == 0.0
        if gains < gain:
            gain = gains
            best[:] = taken
        tried += 1
        more = _advance(candidates.counts, kept, period, taken)
    return best, -1 if more else equilibria, gain


@jit
def gain_of_taken(candidates: Candidates, taken: Integers, bust: Array) -> float:
    """The most that a mover gains by another candidate for one turn; 0 if the one taken is what the kernel
    would take.
    """
    players, out = candidates.counts.size, 0.0
    for rotation in range(players):
        own, value = taken[rotation], bust[rotation]
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


@jit
def _following(kept: NDArray[np.bool_], count: Integers, rotation: int, own: int) -> int:
    """The next candidate kept, -1 if there is none."""
    for other in range(own + 1, count[rotation]):
        if kept[rotation, other]:
            return other
    return -1


@jit
def _advance(count: Integers, kept: NDArray[np.bool_], period: int, taken: Integers) -> bool:
    """To the next combination; whether there is one."""
    for rotation in range(period - 1, -1, -1):
        following = _following(kept, count, rotation, taken[rotation])
        if following >= 0:
            taken[rotation] = following
            return True
        taken[rotation] = _following(kept, count, rotation, -1)
    return False
