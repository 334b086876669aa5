"""What turns that have been played out are worth to who plays alone, and how often they begin: as in
`solvers.thumb.alone.turns`, of any turn.
"""

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit
from solvers.turns.played import PlayedTurns


def chance_of_played(own: PlayedTurns, least: int) -> Array:
    """Chance to reach the goal, float64[turns_left, banked].

    Parameters
    ----------
    own : turns by banked score and turns left
    least : what a turn scores at least
    """
    out = np.zeros(own.row.shape[::-1])
    _backwards(own, least, out)
    return out


def begun_of_played(own: PlayedTurns, least: int) -> Array:
    """How often a turn begins, float64[turns_left, banked]; without turns left how often play ends there.

    Parameters
    ----------
    own, least : as in `chance_of_played`

    Examples
    --------
    >>> from solvers.games import piglet
    >>> from solvers.players.rule import rule_of_thumb
    >>> from solvers.players.turns_by_rule import played_by_rule
    >>> turns = played_by_rule(rule_of_thumb("hold at 1", piglet.turn(), 2, turns=2))
    >>> begun_of_played(turns, 0).tolist()  # as `solvers.thumb.alone.turns` has it
    [[0.25, 0.5], [0.5, 0.5], [1.0, 0.0]]
    """
    out = np.zeros(own.row.shape[::-1])
    out[-1, 0] = 1.0
    _forwards(own, least, out)
    return out


@jit
def _backwards(own: PlayedTurns, least: int, out: Array) -> None:
    """Fill in chances, those of fewer turns first.

    Parameters
    ----------
    own : turns by banked score and turns left
    least : what a turn scores at least
    out : float64[turns_left, banked], comes with 0
    """
    goal = out.shape[1]
    for left in range(1, out.shape[0]):
        after = out[left - 1]
        for banked in range(goal):
            row = own.row[banked, left]
            worth = own.wins[row] + own.wipe[row] * after[0]
            worth += own.bust[row] * (after[banked + least] if banked + least < goal else 1.0)
            for gain in range(own.span[row, 0], own.span[row, 1]):
                worth += own.gain[row, gain] * after[banked + gain]
            # Probabilities that are rounded may sum to more than 1 by a unit in the last place.
            out[left, banked] = min(worth, 1.0)


@jit
def _forwards(own: PlayedTurns, least: int, begun: Array) -> None:
    """Send turns on, those with most turns left first.

    Parameters
    ----------
    own : turns by banked score and turns left
    least : what a turn scores at least
    begun : float64[turns_left, banked], how often a turn begins; comes with 0 but for the start
    """
    goal = begun.shape[1]
    for left in range(begun.shape[0] - 1, 0, -1):
        after = begun[left - 1]
        for banked in range(goal):
            often = begun[left, banked]
            if often > 0.0:
                row = own.row[banked, left]
                if banked + least < goal:
                    after[banked + least] += often * own.bust[row]
                after[0] += often * own.wipe[row]
                for gain in range(own.span[row, 0], own.span[row, 1]):
                    after[banked + gain] += often * own.gain[row, gain]
