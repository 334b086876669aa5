"""The last turn of a contest of equal turns: the player knows the score to beat.

A player d points behind before the turn wins by gaining more than d, ties by gaining d, and loses by gaining
less, by a bust or by a wipe. Only d matters, whatever the scores: counted from the tie, the value of banking
x is always the same. So one sweep of the turn kernel down to d = 0 gives the last turns for all d. If d is 0,
or small and a bust scores, a bust may lead to a tie or a win; such d are swept one by one.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import expected
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.turns.backward import LANES, rows, set_ends, sweep, workspace

# Most rows of the turn kernel, of 512 bytes each, for last turns.
MOST_ROWS = 1_000_000


class Stakes(NamedTuple):
    """Values of the ends of the last turn to the player who takes it, for each lane.

    Attributes
    ----------
    behind, level, ahead : float64[lane], LANES of them, in ascending order or equal
    """

    behind: Array
    level: Array
    ahead: Array

    @classmethod
    def chances(cls, *level: float) -> "Stakes":
        """Chances to win, for several values of a tie; one lane each, further lanes repeat the first."""
        worth = np.full(LANES, level[0])
        worth[: len(level)] = level
        return cls(np.zeros(LANES), worth, np.ones(LANES))


def last_turns(turn: Turn, stakes: Stakes, most: int, level_at_zero: Array | None = None) -> Array:
    """Value of the last turn, float64[behind, lane], for 0 to `most` points behind.

    Parameters
    ----------
    turn : any turn
    stakes : values of its ends
    most : greatest number of points behind
    level_at_zero : float64[lane], value of a tie at score 0, if a player 0 points behind has score 0 and a
        wipe leads to a tie

    Raises
    ------
    InvalidRules
        if this takes more than MOST_ROWS rows

    Examples
    --------
    Pig, 2 points behind, where a tie loses: the player needs a throw of 3 or more, or a 2 and another throw.

    >>> from solvers.games import pig
    >>> print(round(last_turns(pig.turn(), Stakes.chances(0.0), 2)[2, 0] * 36))
    29
    """
    compiled, longest = tables(turn), turn.longest_gain
    _check(compiled, most + longest)
    throws, positions = workspace(compiled, most + 1, longest)
    positions[(most + 1) * compiled.depth.size :, :LANES] = stakes.ahead
    # x counts from `most` points behind: x = most is a tie.
    hold = rows(most + 1, LANES)
    hold[:most], hold[most] = stakes.behind, stakes.level
    ends = np.zeros((compiled.bust.size, 2 * LANES))
    set_ends(compiled, stakes.behind, stakes.behind, 0.0, ends)
    sweep(compiled, hold, 0, ends, (0, most + 1), throws, positions)
    worth = _best_opening(turn, throws)[::-1].copy()
    for behind in range(min(turn.least_score, most) + 1):
        wiped, level = stakes.behind, stakes.level
        if behind == 0 and level_at_zero is not None:
            wiped = level = level_at_zero
        hold[most] = level
        bust = level if behind == turn.least_score else stakes.ahead
        set_ends(compiled, bust, wiped, 0.0, ends)
        sweep(compiled, hold, 0, ends, (most - behind, most + 1), throws, positions)
        worth[behind] = _best_opening(turn, throws)[most - behind]
    return worth


def _best_opening(turn: Turn, throws: Array) -> Array:
    """Value of the best opening throw, float64[x, lane]."""
    by_throw = throws.reshape(-1, len(turn.throws), 2 * LANES)[:, list(turn.openings), :LANES]
    return np.asarray(by_throw.max(axis=1))


def _check(compiled: TurnArrays, most: int) -> None:
    """Refuse last turns that take too much memory."""
    taken = most * (compiled.bust.size + compiled.depth.size)
    if taken > MOST_ROWS:
        remedy = "Its rolls lose too seldom: a player would go on for too long beyond the goal."
        raise expected("turn", f"one that takes at most {MOST_ROWS} rows beyond the goal", taken, remedy)
