"""Values of throws under optimal play, for certificates of what a rule's decisions give away.

A contest gives the values of handing over; their columns stand for what is constant during a turn: the
opponent's score, turns left, points behind. Throws are valued backwards over x = banked + turn total, for all
banked scores at once, in plain NumPy by the rules as they were written.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn


class Stakes(NamedTuple):
    """Values of the ends of turns to an optimal player.

    Attributes
    ----------
    turn : the game's turn
    rows : upper limit of banked scores
    handed : float64[score, column], value of handing over the turn, up to one throw beyond `top`
    top : score from which the player holds
    end : int64[column], score from which nothing is decided, at most `top`
    busting : float64[banked, column], value of a bust; None if that is to hand over the turn
    """

    turn: Turn
    rows: int
    handed: Array
    top: int
    end: Integers
    busting: Array | None = None

    def of(self, columns: Integers) -> "Stakes":
        """Return some of the columns."""
        busting = None if self.busting is None else self.busting[:, columns]
        return self._replace(handed=self.handed[:, columns], end=self.end[columns], busting=busting)


@dataclass
class Values:
    """Values of throws under optimal play, for some columns.

    Attributes
    ----------
    stakes : values of the turns' ends
    known : whether anything is valued
    throws : by x and throw, float64[banked, column], for banked scores up to x
    """

    stakes: Stakes
    known: bool = True
    throws: list[dict[int, Array]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Value all throws, by falling x, and from the last to the first."""
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
        """Return the number of banked scores from which a turn can reach x."""
        return min(x + 1, self.stakes.rows)

    def choices(self, x: int, position: int) -> Array:
        """Return the values of holding and of each way in order, float64[choice, banked, column].

        Impossible choices have value -1: holding below the entry, and giving up more than there is.
        """
        turn, handed = self.stakes.turn, self.stakes.handed
        ways = turn.positions[position].ways
        out = np.full((1 + len(ways), self.rows(x), handed.shape[1]), -1.0)
        if x >= turn.entry:
            out[0] = handed[x]
            if self.stakes.busting is not None and x < self.stakes.rows:
                # Holding with nothing gained counts as a bust.
                out[0, x] = self.stakes.busting[x]
        for place, way in enumerate(ways, 1):
            ahead = self.throws[x - way.given_up][way.throw]
            out[place, : len(ahead)] = ahead
        return out
