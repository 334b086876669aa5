"""Rules that stop one turn of Pig: the best against given worths of its gains, and what a rule does.

A rule says for each turn total whether to hold there. Its gains are numbered 0 for a bust, 1, 2, ... below
the goal, and `room` for the goal or more. This is the turn kernel on a single state, which the lanes of
`turns/backward.py` cannot share: the states of one stage game after the other need their answers one by one
(with one of 32 lanes in use it took 6 times longer).
"""

import numpy as np

from solvers.arrays import Array, Flags
from solvers.jit import jit
from solvers.turns.forward import HoldAt

# Holding wins ties, also those that rounding hides.
TIE = 1e-15


@jit
def best_rule(turn: HoldAt, confined: bool, worth: Array, out_holds: Flags) -> float:
    """Find the best rule; returns what it is worth.

    Parameters
    ----------
    turn : of `turns.forward.hold_at`
    confined : whether the rule is to hold from some turn total on
    worth : float64[room + 1], of each gain
    out_holds : int8[room or more], becomes 1 where the rule holds
    """
    if confined:
        return _best_threshold(turn, worth, out_holds)
    throw, room = turn.throw, worth.size - 1
    standing, bust, thrown = np.empty(room + 1), throw[0] * worth[0], 0.0
    standing[room] = worth[room]
    for total in range(room - 1, -1, -1):
        thrown = bust
        for r in range(1, throw.size):
            thrown += throw[r] * standing[min(total + r, room)]
        holds = total > 0 and worth[total] >= thrown - TIE
        standing[total] = worth[total] if holds else thrown
        out_holds[total] = 1 if holds else 0
    return thrown


@jit
def _best_threshold(turn: HoldAt, worth: Array, out_holds: Flags) -> float:
    """The best turn total to hold at, the least of equally good ones."""
    room, best, hold_at = worth.size - 1, -np.inf, 1
    for k in range(1, room + 1):
        found = turn.bust[k] * worth[0]
        for m in range(turn.stop.shape[1]):
            found += turn.stop[k, m] * worth[min(k + m, room)]
        if found > best + TIE:
            best, hold_at = found, k
    out_holds[:hold_at], out_holds[hold_at:room] = 0, 1
    return best


@jit
def follow(throw: Array, holds: Flags, out_reach: Array, out_ends: Array) -> float:
    """Play a rule out; returns the chance that it scores.

    Parameters
    ----------
    holds : int8[room or more]
    out_reach : float64[room + 1], becomes the chance that the turn total ever equals x, in `room` that it
        comes to the goal
    out_ends : float64[room + 1], becomes the chance of each gain
    """
    room, score = out_reach.size - 1, 0.0
    out_reach[:], out_ends[:] = 0.0, 0.0
    out_reach[0] = 1.0
    for total in range(room):
        reached = out_reach[total]
        if reached > 0.0:
            if holds[total] == 1:
                out_ends[total] = reached
                score += reached
            else:
                out_ends[0] += throw[0] * reached
                for r in range(1, throw.size):
                    out_reach[min(total + r, room)] += throw[r] * reached
    wins: float = out_reach[room]
    out_ends[room] = wins
    return score + wins
