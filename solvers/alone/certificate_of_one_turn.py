"""Certificate of a solitaire turn: one backup of every throw's value, on the rules as they were written.

All turn totals are backed up at once. The table ends where holding is always optimal, and that is proved
here, too. A throw from x, held whatever it brings, changes the score by its mean gain less what a bust and a
wipe lose, which falls in x. If at the table's end no throw gains by that, then none does further on, where
play after a throw would be; so one more throw never pays, nor do more of them. With an entry the
table goes as far at least: less may not be held.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Position, Throw, Turn


def residual(turn: Turn, throw_value: Array) -> float:
    """Sup-norm of one backup of a value minus the value; what a throw gains where the table ends, if greater.

    Parameters
    ----------
    turn : any turn
    throw_value : float64[turn_total, throw], from turn total 0 up to one at which holding is always optimal
    """
    totals = np.arange(throw_value.shape[0])
    worst = max(0.0, *(_gain(turn, throw, totals.size) for throw in turn.throws))
    for index, throw in enumerate(turn.throws):
        backup = np.full(totals.size, turn.least_score * float(throw.bust))
        # A hundred dice have ten thousand sums, and where the player must hold only chance and mean count.
        held = [outcome for outcome in throw.outcomes if not turn.positions[outcome.position].ways]
        chances = np.array([float(outcome.probability) for outcome in held])
        backup += chances.sum() * totals + chances @ np.array([float(outcome.gain) for outcome in held])
        for outcome in throw.outcomes:
            position = turn.positions[outcome.position]
            if position.ways:
                standing = _position(turn, position, totals + outcome.gain, throw_value)
                backup += float(outcome.probability) * standing
        worst = float(np.maximum(worst, np.abs(backup - throw_value[:, index]).max()))
    return worst


def standing_value(turn: Turn, throw_value: Array) -> Array:
    """Value of the best choice in each position, float64[turn_total, position]; NaN where there is none.

    Parameters
    ----------
    turn : any turn
    throw_value : float64[turn_total, throw], from turn total 0 up to one at which holding is always optimal
    """
    totals = np.arange(throw_value.shape[0])
    best = np.stack([_position(turn, position, totals, throw_value) for position in turn.positions], axis=1)
    return np.where(np.isneginf(best), np.nan, best)


def _gain(turn: Turn, throw: Throw, at: int) -> float:
    """What one throw adds to a turn total on average if it is held whatever it brings."""
    brings = sum(float(outcome.probability) * outcome.gain for outcome in throw.outcomes)
    return brings - float(throw.bust) * (at - turn.least_score) - float(throw.wipe) * at


def _position(turn: Turn, position: Position, at: Integers, throw_value: Array) -> Array:
    """Value of standing at these turn totals: hold, or go on where going on can pay or one may not hold."""
    best = np.where(at < turn.entry, -np.inf, at)
    for way in position.ways:
        ahead = at - way.given_up
        # At a turn total too small for it, nothing can be given up.
        inside = (ahead >= 0) & (ahead < throw_value.shape[0])
        best[inside] = np.maximum(best[inside], throw_value[ahead[inside], way.throw])
    return best
