"""Certificate of the win probabilities of optimal play against another player: one backup, in plain NumPy.

Optimal play is defined by the equilibrium: its values when both play optimally. If two choices are equal
there, both are optimal, but they may differ in value against another player, and rounding decides which a
solver takes. So a turn is evaluated twice, with the worst and with the best of equal choices. Any optimal
player, and any mixture of several, wins something between these bounds.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn
from solvers.race.certificate import residual

# Win probabilities that differ by no more are equal.
TIED = 1e-13


def optimal_residual(turn: Turn, optimal: Array, others: Iterable[tuple[Array, Array]] = ()) -> float:
    """Return the residual of the values of optimal play against itself and against other players.

    Parameters
    ----------
    turn : the game's turn
    optimal : float64[banked, opponent], values of optimal play against itself
    others : for each other player, float64[banked, opponent] twice: win probability of optimal play if it is
        about to move, and if the other player is

    Returns
    -------
    The largest residual; against other players, the largest distance from the interval of possible values
    """
    found = [residual(turn, len(optimal), optimal)]
    for value, waiting in others:
        with np.errstate(invalid="ignore"):
            low, high = _Turns(turn, _Ends.of(turn, 1.0 - optimal.T, waiting)).bounds()
        found.append(float(np.maximum(low - value, value - high).max()))
    return float(np.max(found, initial=0.0))


@dataclass(frozen=True)
class _Ends:
    """Values of the ends of a turn: against itself, and twice against the other player.

    Attributes
    ----------
    held : float64[3, x, lane], value of holding with a score; -inf where a player may not hold
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
    """All turns, with the worst and with the best of equal choices.

    Parameters
    ----------
    turn : the game's turn
    ends : values of the turn's ends
    """

    def __init__(self, turn: Turn, ends: _Ends) -> None:
        self._turn, self._ends, self._goal = turn, ends, ends.bust.shape[1]
        self._throws: dict[tuple[int, int], Array] = {}
        self._stands: dict[tuple[int, int], Array] = {}

    def bounds(self) -> tuple[Array, Array]:
        """Return the least and the greatest value of a turn, float64[banked, opponent] each."""
        turn, goal, opened = self._turn, self._goal, np.empty(self._ends.bust.shape)
        deepest = max((position.most_given_up for position in turn.positions), default=0)
        for x in range(goal - 1, -1, -1):
            # Backwards, as throws that gain nothing lead to later ones in the list.
            for index in range(len(turn.throws) - 1, -1, -1):
                self._throws[x, index] = self._throw(x, index)
                self._throws.pop((x + deepest + 1, index), None)
            for index, position in enumerate(turn.positions):
                # Delayed until the throw after the position's deepest way is known.
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
        """The value of a throw, float64[3, banked, lane], for banked scores up to x."""
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
        """The value at a position, float64[3, banked, lane], for banked scores up to `at`."""
        rows = at + 1
        best: Array = np.repeat(self._ends.held[:, at, None], rows, axis=1)
        for way in self._turn.positions[index].ways:
            # A way cannot give up more than the turn total.
            enough = rows - way.given_up
            if enough > 0:
                thrown = self._throws[at - way.given_up, way.throw]
                best[:, :enough] = _better(best[:, :enough], thrown)
        return best


def _better(one: Array, other: Array) -> Array:
    """The better of two choices; among equal ones the least and the greatest value, float64[3, ...]."""
    more = other[0] - one[0]
    better, tied = more > TIED, np.abs(more) <= TIED
    low = np.where(tied, np.minimum(one[1], other[1]), np.where(better, other[1], one[1]))
    high = np.where(tied, np.maximum(one[2], other[2]), np.where(better, other[2], one[2]))
    return np.stack((np.maximum(one[0], other[0]), low, high))
