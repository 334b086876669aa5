"""Certificate of a solitaire turn: one backup of every throw's value, all turn totals at once, on the rules as they were written."""

import numpy as np
from numpy.typing import NDArray

from solvers.games.turn import Position, Turn

Array = NDArray[np.float64]


def residual(turn: Turn, throw_value: Array) -> float:
    """Sup-norm of one backup of the values of the throws minus the values.

    Parameters
    ----------
    turn : any turn
    throw_value : float64[turn_total, throw], from turn total 0 up to one at which holding is always optimal
    """
    totals = np.arange(throw_value.shape[0])
    worst = 0.0
    for index, throw in enumerate(turn.throws):
        backup = np.full(totals.size, turn.least_score * float(throw.bust))
        for outcome in throw.outcomes:
            backup += float(outcome.probability) * _position(turn.positions[outcome.position], totals + outcome.gain, throw_value)
        worst = float(np.maximum(worst, np.abs(backup - throw_value[:, index]).max()))
    return worst


def _position(position: Position, at: NDArray[np.int64], throw_value: Array) -> Array:
    """Value of standing at these turn totals: hold, or go on where going on can pay."""
    best = at.astype(np.float64)
    for way in position.ways:
        ahead = at - way.given_up
        inside = ahead < throw_value.shape[0]
        best[inside] = np.maximum(best[inside], throw_value[ahead[inside], way.throw])
    return best
