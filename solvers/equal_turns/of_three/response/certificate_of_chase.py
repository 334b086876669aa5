"""Certificate of a best response's turns with something to beat: plain recursions in NumPy over the rules.

Turns of the two others are those of `by_rules.certificate_of_chase`, its own those of `certificate_of_turns`:
what is played for is put in as a number, and beside it goes what comes of the turn. How far it goes on is
found by what the rules say how often a turn gains so much (`beyond` has the reasons).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array, Integers
from solvers.equal_turns.of_three.by_rules.certificate_of_chase import SEATS, Plays
from solvers.equal_turns.of_three.certificate_of_turns import last_turns
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.certificate_of_turns import Seen, turns

# A bust that loses less counts as if it lost so much.
LEAST = 2.0**-53


@dataclass(frozen=True)
class Best(Plays):
    """One of three plays the best response.

    Attributes
    ----------
    gained : the turn total from which on it holds where there is nothing to beat
    seat : of the response
    ahead : points ahead of what is to be beaten from which on it holds
    """

    gained: int
    seat: int
    ahead: int

    @property
    def over(self) -> int:
        """The most points by which a turn ends beyond what it stops at."""
        return super().over + self.ahead

    def farthest(self, seat: int) -> int:
        """The most points that a turn gains with nothing to beat, as for `Plays`."""
        return self.gained + self.over if seat == self.seat else super().farthest(seat)

    def chase(self, seat: int, ended: list[Array], most: int, level: Array) -> Array:
        """What turns are worth with something to beat, as for `Plays`."""
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
        """What a turn with nothing to beat is worth, as for `Plays`."""
        if seat != self.seat:
            return super().open(seat, held, level)
        own = self._played_for(held, level)[:, None]
        seen = Seen(0, own, own[self.turn.least_score])
        return np.asarray(turns(self.turn, seen, 0, self.gained)[0, 0, 1:])

    def worth(self, decides: Callable[[Array], Array]) -> Array:
        """What a tie that goes on is worth, float64[seat], as for `Plays`: the best there is."""
        worth = super().worth(decides)
        while (decided := decides(worth))[self.seat] / decided.sum() > worth[self.seat]:
            worth = np.asarray(decided / decided.sum())
        return worth

    def _played_for(self, rows: Array, level: Array) -> Array:
        """Rows behind what they are worth to the response, float64[..., 5]."""
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
        """The best chance to gain so many points or more in one turn, or somewhat more than that."""
        found: Array = self._chance[np.minimum(points, len(self._chance) - 1)]
        return found

    def loses(self, safe: Array) -> Array:
        """What a throw more loses at least, if a bust loses so much."""
        return np.asarray(self.bust * np.maximum(safe, LEAST))

    def best(self, plays: Plays, seat: int) -> Best:
        """The response in a seat, among who plays by rules.

        Parameters
        ----------
        plays : who plays how
        seat : whose own turns do not matter
        """
        points, enough = np.arange(len(self._chance)), self.least + 1
        lost = self.loses(self.gains(points + enough))
        ahead = next(e for e in range(enough, len(points) + 1) if (self.gains(points + e) <= lost).all())
        few = 2.0 * self._chance[enough:] <= self.loses(self._chance[enough])
        gained = enough + int(np.argmax(few))
        return Best(plays.turn, plays.tie, plays.openings, gained, seat, ahead)
