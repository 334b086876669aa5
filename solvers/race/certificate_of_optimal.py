"""Certificate of what optimal play wins against another than its equal: one backup, in plain NumPy.

Optimal play decides by what it is worth against its equal. Where two choices are equally good by that, either
is optimal, and they may be worth different things against somebody else; which one a solver takes is left to
rounding. So a turn is worked out from both sides: with the tied choices that are worth least, and with those
that are worth most. What lies between is what one optimal player, or a mixture of several, wins.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn
from solvers.race.certificate import residual

# Chances to win that differ by no more are tied.
TIED = 1e-13


def optimal_residual(turn: Turn, optimal: Array, others: Iterable[tuple[Array, Array]] = ()) -> float:
    """Residual of what optimal play is worth against its equal, and against others.

    Parameters
    ----------
    turn : any turn
    optimal : float64[banked, opponent], what optimal play is worth against its equal
    others : against each, float64[banked, opponent], its chance to win if it is about to move, and if the
        other is

    Returns
    -------
    The largest residual; against others how far outside of what it may win a value lies
    """
    found = [residual(turn, len(optimal), optimal)]
    for value, waiting in others:
        with np.errstate(invalid="ignore"):
            low, high = _Turns(turn, _Ends.of(turn, 1.0 - optimal.T, waiting)).bounds()
        found.append(float(np.maximum(low - value, value - high).max()))
    return float(np.max(found, initial=0.0))


@dataclass(frozen=True)
class _Ends:
    """What the ends of a turn are worth: against an equal, and twice against the other.

    Attributes
    ----------
    held : float64[3, x, lane], of holding with a score, -inf where one may not
    bust : float64[3, banked, lane]
    wiped : float64[3, 1, lane]
    """

    held: Array
    bust: Array
    wiped: Array

    @classmethod
    def of(cls, turn: Turn, equal: Array, other: Array) -> "_Ends":
        goal = len(equal)
        won = np.ones((max(turn.longest_gain, turn.least_score), goal))
        after = np.stack([np.concatenate((own, won)) for own in (equal, other, other)])
        held = np.stack([with_entry(turn, own) for own in after])[:, : goal + turn.longest_gain]
        return cls(held, after[:, turn.least_score :][:, :goal], after[:, :1])


class _Turns:
    """All turns, from both sides.

    Parameters
    ----------
    turn : any turn
    ends : what it is played for
    """

    def __init__(self, turn: Turn, ends: _Ends) -> None:
        self._turn, self._ends, self._goal = turn, ends, ends.bust.shape[1]
        self._throws: dict[tuple[int, int], Array] = {}
        self._stands: dict[tuple[int, int], Array] = {}

    def bounds(self) -> tuple[Array, Array]:
        """The least and the most that a turn is worth, float64[banked, opponent] both."""
        turn, goal, opened = self._turn, self._goal, np.empty(self._ends.bust.shape)
        deepest = max((position.most_given_up for position in turn.positions), default=0)
        for x in range(goal - 1, -1, -1):
            # A throw that gains nothing leads to those further down the list.
            for index in range(len(turn.throws) - 1, -1, -1):
                self._throws[x, index] = self._throw(x, index)
                self._throws.pop((x + deepest + 1, index), None)
            for index, position in enumerate(turn.positions):
                # A position waits until the throw after its deepest way is known.
                at = x + position.most_given_up
                if at < goal:
                    self._stands[at, index] = self._stand(at, index)
                self._stands.pop((x + deepest + turn.longest_gain + 1, index), None)
            first, *others = (self._throws[x, index][:, x] for index in turn.openings)
            for other in others:
                first = _better(first, other)
            opened[:, x] = first
        return opened[1], opened[2]

    def _throw(self, x: int, index: int) -> Array:
        """What a throw is worth, float64[3, banked, lane], of banked scores up to x."""
        throw, ends, rows = self._turn.throws[index], self._ends, x + 1
        worth: Array = float(throw.bust) * ends.bust[:, :rows] + float(throw.wipe) * ends.wiped
        for outcome in throw.outcomes:
            ahead = x + outcome.gain
            if ahead >= self._goal:
                stood = ends.held[:, ahead, None]
            elif outcome.gain > 0:
                stood = self._stands[ahead, outcome.position][:, :rows]
            else:
                stood = self._stand(x, outcome.position)
            worth = worth + float(outcome.probability) * stood
        return worth

    def _stand(self, at: int, index: int) -> Array:
        """What standing at a position is worth, float64[3, banked, lane], of banked scores up to it."""
        rows = at + 1
        best: Array = np.repeat(self._ends.held[:, at, None], rows, axis=1)
        for way in self._turn.positions[index].ways:
            # No more can be given up than the turn has brought.
            enough = rows - way.given_up
            if enough > 0:
                thrown = self._throws[at - way.given_up, way.throw]
                best[:, :enough] = _better(best[:, :enough], thrown)
        return best


def _better(one: Array, other: Array) -> Array:
    """The better of two choices; of what is tied the least and the most, float64[3, ...]."""
    more = other[0] - one[0]
    better, tied = more > TIED, np.abs(more) <= TIED
    low = np.where(tied, np.minimum(one[1], other[1]), np.where(better, other[1], one[1]))
    high = np.where(tied, np.maximum(one[2], other[2]), np.where(better, other[2], one[2]))
    return np.stack((np.maximum(one[0], other[0]), low, high))
