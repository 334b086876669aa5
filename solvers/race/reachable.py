"""States that a player's policy can reach, whatever the opponent does (Neller & Presser 2004).

A turn begins at a pair of scores. The player rolls where its policy says so, and reaches every sum of gains
on the way. After holding, its next turn begins with the new score; after a bust, with the old one. In
between, the opponent keeps its score or adds any sum of gains.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags

Reached = NDArray[np.bool_]


def reachable(gains: Sequence[int], rolls: Flags) -> Reached:
    """Return the reached states, bool[banked, opponent, turn_total], in games of one throw without wipes.

    Parameters
    ----------
    gains : points that a throw may score, 1 or more each
    rolls : int8[banked, opponent, turn_total], HOLD or ROLL; each length is the goal

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.race.policy import policy
    >>> from solvers.race.solve import optimal_play
    >>> # At 0 to 0 a race to 3 with a coin holds with 1 at risk, and never has 2 at risk.
    >>> reachable((1,), policy(optimal_play(piglet.turn(), 3)))[0, 0].tolist()
    [True, True, False]
    """
    goal = len(rolls)
    reached = np.zeros((goal, goal, goal), bool)
    starts = np.zeros((goal, goal), bool)
    starts[0, 0] = True
    sums = _sums(gains, goal)
    for banked in range(goal):
        reached[banked, :, 0] = _after_opponent(starts[banked], sums)
        for turn_total in range(goal - banked):
            here = reached[banked, :, turn_total]
            goes_on = here & (rolls[banked, :, turn_total].astype(bool) | (turn_total == 0))
            for gain in gains:
                if turn_total + gain < goal - banked:
                    reached[banked, :, turn_total + gain] |= goes_on
            if turn_total > 0:
                starts[banked + turn_total] |= here & ~goes_on
    return reached


def _sums(gains: Sequence[int], goal: int) -> Reached:
    """Which totals below the goal a turn may score, including 0."""
    sums = np.zeros(goal, bool)
    sums[0] = True
    for total in range(goal):
        sums[total] |= any(sums[total - gain] for gain in gains if gain <= total)
    return sums


def _after_opponent(starts: Reached, sums: Reached) -> Reached:
    """The opponent's scores after any number of its turns; sums of sums are sums."""
    after = np.zeros_like(starts)
    for score in np.flatnonzero(starts):
        after[score:] |= sums[: sums.size - score]
    return after
