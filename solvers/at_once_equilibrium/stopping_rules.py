"""Stopping rules of one turn of Pig: the best for given values of its gains, and the distribution of a rule.

A rule says for each turn total whether to hold. With `lacking` the points that a player lacks to the goal,
index 0 of the gains is a bust, 1, 2, ... are gains below the goal, and `lacking` is the goal or more. This is
the turn kernel for a single state. The lanes of `turns/backward.py` cannot share the work, as stage games
need their answers one after the other (with one of 32 lanes in use it took 6 times longer).
"""

import numpy as np

from solvers.arrays import Array, Flags
from solvers.jit import jit, jit_allocating
from solvers.turns.forward import HoldAt

# Ties hold, also those that rounding hides.
TIE = 1e-15


@jit_allocating
def best_rule(turn: HoldAt, confined: bool, worth: Array, out_holds: Flags) -> float:
    """Find the best rule; return its value.

    Parameters
    ----------
    turn : from `turns.forward.hold_at`
    confined : whether the rule must hold from some turn total on
    worth : float64[lacking + 1], value of each gain
    out_holds : int8[lacking or more], written: 1 where the rule holds
    """
    if confined:
        return _best_threshold(turn, worth, out_holds)
    throw = turn.throw
    lacking = worth.size - 1
    standing = np.empty(lacking + 1)
    bust = throw[0] * worth[0]
    thrown = 0.0
    standing[lacking] = worth[lacking]
    for total in range(lacking - 1, -1, -1):
        thrown = bust
        for r in range(1, throw.size):
            thrown += throw[r] * standing[min(total + r, lacking)]
        holds = total > 0 and worth[total] >= thrown - TIE
        standing[total] = worth[total] if holds else thrown
        out_holds[total] = 1 if holds else 0
    return thrown


@jit
def _best_threshold(turn: HoldAt, worth: Array, out_holds: Flags) -> float:
    """Find the best turn total to hold at, the least of equally good ones; return its value.

    Parameters
    ----------
    turn : from `turns.forward.hold_at`
    worth : float64[lacking + 1], value of each gain
    out_holds : int8[lacking or more], written: 1 where the rule holds
    """
    lacking = worth.size - 1
    best = -np.inf
    hold_at = 1
    for k in range(1, lacking + 1):
        found = turn.bust[k] * worth[0]
        for m in range(turn.stop.shape[1]):
            found += turn.stop[k, m] * worth[min(k + m, lacking)]
        if found > best + TIE:
            best = found
            hold_at = k
    out_holds[:hold_at] = 0
    out_holds[hold_at:lacking] = 1
    return best


@jit
def follow(throw: Array, holds: Flags, out_reach: Array, out_ends: Array) -> float:
    """Play a rule out; return the chance that it scores.

    Parameters
    ----------
    throw : float64[longest gain + 1], chance of each gain in one throw; index 0 is a bust
    holds : int8[lacking or more], 1 where the rule holds
    out_reach : float64[lacking + 1], written: chance that the turn total ever equals x; the last, that it
        reaches the goal
    out_ends : float64[lacking + 1], written: chance of each gain
    """
    lacking = out_reach.size - 1
    score = 0.0
    out_reach[:] = 0.0
    out_ends[:] = 0.0
    out_reach[0] = 1.0
    for total in range(lacking):
        reached = out_reach[total]
        if reached > 0.0:
            if holds[total] == 1:
                out_ends[total] = reached
                score += reached
            else:
                out_ends[0] += throw[0] * reached
                for r in range(1, throw.size):
                    out_reach[min(total + r, lacking)] += throw[r] * reached
    wins: float = out_reach[lacking]
    out_ends[lacking] = wins
    return score + wins
