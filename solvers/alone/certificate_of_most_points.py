"""Certificate of most points in some turns: all of it computed anew, turn by turn, in plain NumPy.

One backup would need the values of greater scores than are stored; so the values without turns left, which
are the scores, are taken through one backup after the other.
"""

import numpy as np

from solvers.alone.certificate_backup import turn_value
from solvers.arrays import Array
from solvers.games.turn import Turn


def residual(turn: Turn, may_pass: bool, value: Array) -> float:
    """Sup-norm of the value computed anew minus the value.

    Parameters
    ----------
    turn : any turn
    may_pass : whether a turn may be passed without a throw
    value : float64[turns_left, banked], expected final score
    """
    longest, worst = turn.chooses_below(turn.critical_threshold()), None
    while worst is None:
        worst = _worst(turn, may_pass, value, longest)
        longest *= 2
    return worst


def _worst(turn: Turn, may_pass: bool, value: Array, longest: int) -> float | None:
    """The largest difference, or None if going on at turn total `longest` could pay."""
    turns, count = value.shape[0] - 1, value.shape[1]
    reach = longest + turn.longest_gain
    known = np.arange(count + turns * reach, dtype=np.float64)
    worst = float(np.abs(known[:count] - value[0]).max())
    for turns_left in range(1, turns + 1):
        scores = known.size - reach
        bust = known[turn.least_score : turn.least_score + scores]
        for throw in turn.throws if turn.goes_on else ():
            # A throw there, held whatever it brings, if points banked were worth what they count.
            brings = float(
                sum((outcome.probability * outcome.gain for outcome in throw.outcomes), start=throw.bust * 0)
            )
            at = known[longest : longest + scores]
            change = brings - float(throw.bust) * (at - bust) - float(throw.wipe) * (at - known[0])
            if change.max() > 1e-12 * at[-1]:
                return None
        thrown = turn_value(turn, known[None], bust[None], known[None, 0], longest)[0]
        known = np.maximum(thrown, bust) if may_pass else thrown
        worst = float(np.maximum(worst, np.abs(known[:count] - value[turns_left]).max()))
    return worst
