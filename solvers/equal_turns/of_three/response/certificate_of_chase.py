"""Certificate of a best response's turns with a score to beat: plain recursions in NumPy over the rules.

Turns of the two others are those of `by_rules.certificate_of_chase`, its own those of `certificate_of_turns`:
the values that it maximises are inserted as numbers, and the result of the turn is carried along. How far it
goes on follows from the chances to gain points in a turn (`beyond` has the reasons).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array, Integers
from solvers.equal_turns.of_three.by_rules.certificate_of_chase import SEATS, Plays
from solvers.equal_turns.of_three.certificate_of_turns import last_turns
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.certificate_of_turns import Seen, turns

# A smaller loss by a bust counts as this.
LEAST = 2.0**-53


@dataclass(frozen=True)
class Best(Plays):
    """Three players, one of whom plays the best response.

    Attributes
    ----------
    gained : turn total from which on it holds without a score to beat
    seat : seat of the response
    ahead : lead over the score to beat from which on it holds
    """

    gained: int
    seat: int
    ahead: int

    @property
    def over(self) -> int:
        """The most points by which a turn ends beyond the score that it stops at."""
        return super().over + self.ahead

    def farthest(self, seat: int) -> int:
        """The most points that a turn gains without a score to beat, as for `Plays`."""
        return self.gained + self.over if seat == self.seat else super().farthest(seat)

    def chase(self, seat: int, ended: list[Array], most: int, level: Array) -> Array:
        """Values of turns with a score to beat, as for `Plays`."""
        if seat != self.seat:
            return super().chase(seat, ended, most, level)
        shape = ended[0].shape
        own = np.stack([self._played_for(end.reshape(-1, SEATS + 1), level) for end in ended])
        hold = np.concatenate([np.repeat(own[:1], most, axis=0), own[1:]])
        top = most + self.ahead
        out = turns(self.turn, Seen(0, hold, own[0]), 0, top)[most::-1].copy()
        least = self.turn.least_score
        for behind in range(min(least, most) + 1):
            begun = most - behind
            out[behind] = turns(self.turn, Seen(0, hold, own[1 + least - behind]), begun, top)[begun]
        return out[..., 1:].reshape(most + 1, *shape)

    def open(self, seat: int, held: Array, level: Array) -> Array:
        """Value of a turn without a score to beat, as for `Plays`."""
        if seat != self.seat:
            return super().open(seat, held, level)
        own = self._played_for(held, level)[:, None]
        seen = Seen(0, own, own[self.turn.least_score])
        return np.asarray(turns(self.turn, seen, 0, self.gained)[0, 0, 1:])

    def worth(self, decides: Callable[[Array], Array]) -> Array:
        """Value of a tie that goes on, float64[seat], as for `Plays`: the best possible."""
        worth = super().worth(decides)
        while (decided := decides(worth))[self.seat] / decided.sum() > worth[self.seat]:
            worth = np.asarray(decided / decided.sum())
        return worth

    def _played_for(self, rows: Array, level: Array) -> Array:
        """Rows followed by their value to the response, float64[..., 5]."""
        own = rows[..., self.seat] + rows[..., SEATS] * level[self.seat]
        return np.concatenate([own[..., None], rows], axis=-1)


class Reach:
    """How far the response may go on.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold, without wipes
    """

    def __init__(self, turn: Turn) -> None:
        self.least, self.bust, far = turn.least_score, float(turn.throws[0].bust), turn.longest_gain
        while 2.0 * (chance := last_turns(turn, 1.0, far))[far] > self.bust * LEAST:
            far *= 2
        self._chance = chance

    def gains(self, points: Integers) -> Array:
        """An upper bound of the best chance to gain this many points or more in one turn."""
        found: Array = self._chance[np.minimum(points, len(self._chance) - 1)]
        return found

    def loses(self, safe: Array) -> Array:
        """Least loss by one more throw, given the least loss by a bust."""
        return np.asarray(self.bust * np.maximum(safe, LEAST))

    def best(self, plays: Plays, seat: int) -> Best:
        """The response in a seat, with the others playing by rules.

        Parameters
        ----------
        plays : the players
        seat : the seat, whose own rule is not read
        """
        points, enough = np.arange(len(self._chance)), self.least + 1
        lost = self.loses(self.gains(points + enough))
        ahead = next(e for e in range(enough, len(points) + 1) if (self.gains(points + e) <= lost).all())
        few = 2.0 * self._chance[enough:] <= self.loses(self._chance[enough])
        gained = enough + int(np.argmax(few))
        return Best(plays.turn, plays.tie, plays.openings, gained, seat, ahead)
