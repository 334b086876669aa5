"""Certificates of a player alone: one backup, on the rules as they were written.

*Stakes* are what one turn is played for: the values of banking, of a bust and of a wipe.

For the fewest turns, and for the goal within some turns, one backup of the stored values is all. Most points
in some turns would need the values of greater scores than are stored; so the values without turns left, which
are the scores, are taken through one backup after the other, and all is computed anew.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn
from solvers.turns.certificate_of_turns import ends, turns_worth

# What a throw gains above holding, relative to the score held: up to this it is rounding.
LARGEST_GAIN = 1e-12


def fewest_turns_residual(turn: Turn, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value, in turns.

    Parameters
    ----------
    turn : any turn
    value : float64[banked], expected turns to the goal, which is the number of banked scores
    """
    goal = value.size
    cost = 1.0 + np.concatenate((value, np.zeros(max(1, turn.least_score))))[None]
    bust = -cost[:, turn.least_score : turn.least_score + goal]
    backup = -_turn_value(turn, with_entry(turn, -cost, axis=1), bust, -cost[:, 0], goal)
    return float(np.abs(backup[0] - value).max())


def within_turns_residual(turn: Turn, value: Array) -> float:
    """Sup-norm of one backup of a value, all turns at once, minus the value.

    Parameters
    ----------
    turn : any turn
    value : float64[turns_left, banked], chance to reach the goal, which is the number of banked scores
    """
    goal = value.shape[1]
    banking = np.concatenate((value[:-1], np.ones((value.shape[0] - 1, max(1, turn.least_score)))), axis=1)
    bust = banking[:, turn.least_score : turn.least_score + goal]
    backup = _turn_value(turn, with_entry(turn, banking, axis=1), bust, value[:-1, 0], goal)
    return float(np.maximum(np.abs(value[0]).max(), np.abs(backup - value[1:]).max()))


def most_points_residual(turn: Turn, may_pass: bool, value: Array) -> float:
    """Sup-norm of the value computed anew minus the value.

    Parameters
    ----------
    turn : any turn
    may_pass : whether a turn may be passed without a throw
    value : float64[turns_left, banked], expected final score
    """
    longest, worst = turn.chooses_below(turn.always_held_from()), None
    while worst is None:
        worst = _most_points_residual(turn, may_pass, value, longest)
        longest *= 2
    return worst


def _most_points_residual(turn: Turn, may_pass: bool, value: Array, longest: int) -> float | None:
    """The largest difference, or None if going on at turn total `longest` could pay.

    Parameters
    ----------
    turn : any turn
    may_pass : whether a turn may be passed without a throw
    value : float64[turns_left, banked], expected final score
    longest : turn total from which everybody holds
    """
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
            if change.max() > LARGEST_GAIN * at[-1]:
                return None
        thrown = _turn_value(turn, with_entry(turn, known)[None], bust[None], known[None, 0], longest)[0]
        known = np.maximum(thrown, bust) if may_pass else thrown
        worst = float(np.maximum(worst, np.abs(known[:count] - value[turns_left]).max()))
    return worst


def _turn_value(turn: Turn, banking: Array, bust: Array, wiped: Array, longest: int) -> Array:
    """What the best opening of a turn is worth, float64[stake, banked].

    Parameters
    ----------
    turn : any turn
    banking : float64[stake, x], value of banking x; at its last x everybody holds, and banking more is worth
        the same
    bust : float64[stake, banked], value of a bust
    wiped : float64[stake], value of a wipe
    longest : turn total from which everybody holds
    """
    held = np.pad(banking.T, ((0, turn.longest_gain - 1), (0, 0)), mode="edge")
    return turns_worth(turn, ends(held, bust.T, wiped), turn.chooses_below(longest)).T
