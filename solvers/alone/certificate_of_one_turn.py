"""Certificate of a solitaire turn: one backup of every throw's value, from the uncompiled rules.

All turn totals are backed up at once. The table ends where holding is always optimal, which is proved here,
too. Rolling once at x and then holding changes the score by the mean gain minus the loss by busts and wipes.
This change falls as x grows. If no throw gains at the end of the table, none gains beyond it, so neither one
more roll nor several more pay. With an entry, the table reaches at least to the entry, as less may not be
held.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Position, Throw, Turn


def residual(turn: Turn, throw_value: Array) -> float:
    """Sup-norm of one backup minus the value, or the gain of rolling at the end of the table if greater.

    Parameters
    ----------
    turn : any turn
    throw_value : float64[turn_total, throw], from turn total 0 up to one at which holding is always optimal
    """
    totals = np.arange(throw_value.shape[0])
    worst = max(0.0, *(_gain(turn, throw, totals.size) for throw in turn.throws))
    for index, throw in enumerate(turn.throws):
        backup = np.full(totals.size, turn.least_score * float(throw.bust))
        # Where the player must hold, only chance and mean count: a hundred dice have ten thousand sums.
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
    """Value of the best choice at each position, float64[turn_total, position]; NaN where there is no choice.

    Parameters
    ----------
    turn : any turn
    throw_value : float64[turn_total, throw], from turn total 0 up to one at which holding is always optimal
    """
    totals = np.arange(throw_value.shape[0])
    best = np.stack([_position(turn, position, totals, throw_value) for position in turn.positions], axis=1)
    return np.where(np.isneginf(best), np.nan, best)


def _gain(turn: Turn, throw: Throw, at: int) -> float:
    """Mean change of the score by one roll at turn total `at`, after which the player holds."""
    brings = sum(float(outcome.probability) * outcome.gain for outcome in throw.outcomes)
    return brings - float(throw.bust) * (at - turn.least_score) - float(throw.wipe) * at


def _position(turn: Turn, position: Position, at: Integers, throw_value: Array) -> Array:
    """Value of a position at these turn totals: the best of holding, if allowed, and of the ways to go on."""
    best = np.where(at < turn.entry, -np.inf, at)
    for way in position.ways:
        ahead = at - way.given_up
        # A way that gives up more than the turn total is not available.
        inside = (ahead >= 0) & (ahead < throw_value.shape[0])
        best[inside] = np.maximum(best[inside], throw_value[ahead[inside], way.throw])
    return best
