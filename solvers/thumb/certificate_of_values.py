"""What throws are worth under optimal play, for certificates of what the decisions of a rule give away.

A contest says by its stakes what handing over is worth. Along their columns lies what a turn does not change:
the other's score, turns left, points behind. Throws are valued backwards over x = banked + turn total, for
all banked scores at once, in plain NumPy on the rules as they were written.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn


class Stakes(NamedTuple):
    """What the ends of turns are worth to who plays for the win.

    Attributes
    ----------
    turn : the game
    rows : banked scores are less
    handed : float64[score, column], value of handing over the turn, as far as one throw from below `top` goes
    top : score from which on one holds
    end : int64[column], score from which on nothing is decided, no more than `top`
    busting : float64[banked, column], value of a bust; None where that is to hand over the turn
    """

    turn: Turn
    rows: int
    handed: Array
    top: int
    end: Integers
    busting: Array | None = None

    def of(self, columns: Integers) -> "Stakes":
        """The same with some columns."""
        busting = None if self.busting is None else self.busting[:, columns]
        return self._replace(handed=self.handed[:, columns], end=self.end[columns], busting=busting)


@dataclass
class Values:
    """What throws are worth under optimal play, for some columns.

    Attributes
    ----------
    stakes : of the turns
    known : whether anything is valued at all
    throws : by x and throw, float64[banked, column], for banked scores up to x
    """

    stakes: Stakes
    known: bool = True
    throws: list[dict[int, Array]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Value all throws, those at the greatest x first, and of these the last one first."""
        turn, _, handed, top, _, busting = self.stakes
        self.throws = [{} for _ in range(top)]
        busted = handed[turn.least_score :] if busting is None else busting
        for x in range(top - 1, -1, -1) if self.known else ():
            rows = self.rows(x)
            standing: dict[tuple[int, int], Array] = {}
            for index, throw in reversed(list(enumerate(turn.throws))):
                worth = float(throw.bust) * busted[:rows] + float(throw.wipe) * handed[:1]
                for outcome in throw.outcomes:
                    key = x + outcome.gain, outcome.position
                    if key not in standing:
                        over = key[0] >= top
                        standing[key] = handed[key[0]][None] if over else self.choices(*key).max(axis=0)
                    worth = worth + float(outcome.probability) * standing[key][:rows]
                self.throws[x][index] = worth

    def rows(self, x: int) -> int:
        """From how many banked scores a turn may come to x."""
        return min(x + 1, self.stakes.rows)

    def choices(self, x: int, position: int) -> Array:
        """What holding is worth, and each way in order, float64[choice, banked, column].

        A way that gives up what there is not to be given up is worth nothing, and so is holding below the
        entry.
        """
        turn, handed = self.stakes.turn, self.stakes.handed
        ways = turn.positions[position].ways
        out = np.full((1 + len(ways), self.rows(x), handed.shape[1]), -1.0)
        if x >= turn.entry:
            out[0] = handed[x]
            if self.stakes.busting is not None and x < self.stakes.rows:
                # To stop with nothing gained is a bust.
                out[0, x] = self.stakes.busting[x]
        for place, way in enumerate(ways, 1):
            ahead = self.throws[x - way.given_up][way.throw]
            out[place, : len(ahead)] = ahead
        return out
