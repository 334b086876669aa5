"""The clusters of a contest of three: the states of the same scores, which busts lead around.

Three scores and whose turn it is are a state. A bust passes the turn on, so the three states of the same
scores depend on each other, and else on those of greater sums: the cluster of `race_of_many.clusters`, whose
rotations are here the movers of one round. Its policy iteration, and its search where that goes round, are
used as they are; a bust of all three leads back to the state, so no rotations are alike.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers, Shorts
from solvers.equal_turns.of_three.turn import PLAYERS, ROW, Work, sweep
from solvers.games.turn import TurnArrays
from solvers.jit import jit, jit_allocating
from solvers.race_of_many.clusters import bust_values, chances
from solvers.race_of_many.pure_policies import MOST_CANDIDATES, Candidates, try_all
from solvers.rows import copy_row, equal

# Clusters settle after two or three steps; those that do not are searched.
MOST_STEPS = 64


class Contest(NamedTuple):
    """A contest that is being solved.

    Attributes
    ----------
    tables : the turn
    goal : points to reach
    tops : int64[seat], scores from which on a seat holds
    last : float64[behind], the third's chance to win with the last turn against one
    after : float64[second behind, third behind, seat], chances to win, the first having the goal
    value : float64[mover, first, second, third, seat], each seat's chance to win, below the goal; written
    hold_at : int16[mover, first, second, third], least turn total at which the mover holds; written
    equilibria : int64[first, second, third], how many sets of policies are best replies to each other, as far
        as known: 1 where policy iteration ends, else as searched, 0 if there is none, -1 if too many to try
    searched : int8[first, second, third], whether policy iteration did not end; written
    oscillation : float64[first, second, third], the largest change of a bust's value on its last steps there
    """

    tables: TurnArrays
    goal: int
    tops: Integers
    last: Array
    after: Array
    value: Array
    hold_at: Shorts
    equilibria: Integers
    searched: Flags
    oscillation: Array


class Memory(NamedTuple):
    """What solving a cluster writes.

    Attributes
    ----------
    hold : float64[mover, x, 4], values of holding
    work : of the turn kernel
    candidates : policies of the cluster
    each : int64[mover, 2], where they lie in `trial` of the candidates
    chance : float64[mover, seat], the mover's first
    bust, new, mark : float64[mover], what a bust is taken to be worth, is worth, and was some steps ago
    limits : float64[mover, 2], between which a bust may move before a choice changes
    """

    hold: Array
    work: Work
    candidates: Candidates
    each: Integers
    chance: Array
    bust: Array
    new: Array
    mark: Array
    limits: Array


@jit_allocating
def solve_all(contest: Contest, memory: Memory) -> None:
    """Solve all clusters, those of greater scores first.

    Parameters
    ----------
    contest : what is found is written to it
    memory : written
    """
    scores = np.zeros(PLAYERS, np.int64)
    for first in range(contest.goal - 1, -1, -1):
        for second in range(contest.goal - 1, -1, -1):
            for third in range(contest.goal - 1, -1, -1):
                scores[0] = first
                scores[1] = second
                scores[2] = third
                for mover in range(PLAYERS):
                    _holds(contest, mover, scores, memory.hold[mover])
                _solve(contest, scores, memory)
                chances(memory.candidates.trial, memory.each, memory.chance)
                for mover in range(PLAYERS):
                    for seat in range(PLAYERS):
                        own = memory.chance[mover, (seat - mover) % PLAYERS]
                        contest.value[mover, first, second, third, seat] = own


@jit
def _holds(contest: Contest, mover: int, scores: Integers, out: Array) -> None:
    """What holding is worth in a mover's turn.

    Parameters
    ----------
    contest : its values of greater scores are known
    mover : whose turn it is, 0 for the first player
    scores : int64[seat]
    out : float64[x, 4], written from the mover's score on; to hold that is a bust
    """
    first, second, third = scores
    own = scores[mover]
    value = contest.value[(mover + 1) % PLAYERS]
    out[own] = 0.0
    out[own, PLAYERS] = 1.0
    for x in range(own + 1, contest.goal):
        if mover == 0:
            held = value[x, second, third]
        elif mover == 1:
            held = value[first, x, third]
        else:
            held = value[first, second, x]
        for seat in range(PLAYERS):
            out[x, seat] = held[(mover + seat) % PLAYERS]
        out[x, PLAYERS] = 0.0
    for x in range(contest.goal, out.shape[0]):
        out[x] = 0.0
        if mover == 0:
            for seat in range(PLAYERS):
                out[x, seat] = contest.after[x - second, x - third, seat]
        elif mover == 1:
            out[x, 1] = contest.last[x - third]
            out[x, 0] = 1.0 - out[x, 1]
        else:
            out[x, 0] = 1.0


@jit
def _solve(contest: Contest, scores: Integers, memory: Memory) -> None:
    """Find policies of a cluster: `trial` of the candidates becomes what they are worth.

    Parameters
    ----------
    contest : what is found is written to it, but for the values
    scores : int64[seat]
    memory : comes with what holding is worth
    """
    bust = memory.bust
    new = memory.new
    for mover in range(PLAYERS):
        bust[mover] = memory.hold[mover, scores[mover] + 1, 0]
    memory.mark[:] = np.nan
    change = 0.0
    settled = False
    cycling = False
    step = 0
    while not settled and not cycling and step < MOST_STEPS:
        for mover in range(PLAYERS):
            _reply(contest, mover, scores, bust[mover], memory)
        bust_values(memory.candidates.trial, memory.each, memory.chance, new)
        settled = True
        cycling = True
        marks = step & (step - 1) == 0
        largest = 0.0
        for mover in range(PLAYERS):
            settled &= memory.limits[mover, 0] < new[mover] <= memory.limits[mover, 1]
            cycling &= memory.mark[mover] == new[mover]
            largest = max(largest, abs(new[mover] - bust[mover]))
            bust[mover] = new[mover]
            if marks:
                memory.mark[mover] = new[mover]
        change = 0.0 if marks else max(change, largest)
        step += 1
    at = (scores[0], scores[1], scores[2])
    contest.equilibria[at] = 1
    if not settled:
        contest.searched[at] = 1
        contest.oscillation[at] = change
        contest.equilibria[at] = _search(contest, scores, memory)


@jit
def _reply(contest: Contest, mover: int, scores: Integers, bust: float, memory: Memory) -> None:
    """The mover's best reply to what a bust is taken to be worth.

    Parameters
    ----------
    contest : its turn totals to hold at are written
    mover, scores : the state
    bust : what a bust is worth to the mover
    memory : its `limits`, and `trial` of the candidates, are written
    """
    tables = contest.tables
    own = scores[mover]
    top = contest.tops[mover]
    hold = memory.hold[mover]
    sweep(tables, hold, bust, own, top, memory.work)
    opening = memory.work.throws[own * tables.bust.size + tables.openings[0]]
    for seat in range(ROW):
        memory.candidates.trial[mover, seat, 0] = opening[seat]
    copy_row(memory.work.limits, memory.limits[mover])
    least = top
    for x in range(top - 1, own, -1):
        # Only who throws again can bust.
        if memory.work.positions[x * tables.depth.size, PLAYERS] == 0.0:
            least = x
    contest.hold_at[mover, scores[0], scores[1], scores[2]] = max(least - own, 1)


@jit_allocating
def _search(contest: Contest, scores: Integers, memory: Memory) -> int:
    """Take the first policies in equilibrium, else those from which a mover has least to gain.

    Returns how many policies are in equilibrium, -1 if there are too many to try.

    Parameters
    ----------
    contest : its turn totals to hold at are written
    scores : int64[seat]
    memory : its candidates are written
    """
    found = memory.candidates
    kept = np.ones((PLAYERS, MOST_CANDIDATES), np.bool_)
    whole = True
    for mover in range(PLAYERS):
        value = 0.0
        count = 0
        while value <= 1.0 and count < MOST_CANDIDATES:
            _reply(contest, mover, scores, value, memory)
            worth = found.trial[mover, :, 0]
            if count > 0 and equal(found.worth[mover, :, count - 1], worth):
                # A choice that no throw leads to has changed.
                found.limits[mover, 1, count - 1] = memory.limits[mover, 1]
            else:
                found.bust[mover, count] = value
                copy_row(worth, found.worth[mover, :, count])
                copy_row(memory.limits[mover], found.limits[mover, :, count])
                count += 1
            # Rounding may place the end of a policy before the value that it was found at.
            value = np.nextafter(max(memory.limits[mover, 1], value), np.inf)
        found.counts[mover] = count
        whole &= value > 1.0
    tried = try_all(found, kept, PLAYERS)
    for mover in range(PLAYERS):
        _reply(contest, mover, scores, found.bust[mover, tried.taken[mover]], memory)
    return tried.equilibria if whole else -1
