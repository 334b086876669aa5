"""Certificates of a player alone: one backup, on the rules as they were written.

*Stakes* are what one turn is played for: the values of banking, of a bust and of a wipe.

For the fewest turns, and for the goal within some turns, one backup of the stored values is all. Most points
in some turns would need the values of greater scores than are stored; so the values without turns left, which
are the scores, are taken through one backup after the other, and all is computed anew.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn
from solvers.turns import certificate_of_choices
from solvers.turns.certificate_of_choices import Choices
from solvers.turns.certificate_of_turns import Ends, ends, turns_worth

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
    turns, count = value.shape[0] - 1, value.shape[1]
    worst = float(np.abs(np.arange(count) - value[0]).max())
    for turns_left, turn_left in enumerate(_turns_of_most_points(turn, may_pass, turns, count), 1):
        worst = float(np.maximum(worst, np.abs(turn_left.value[:count] - value[turns_left]).max()))
    return worst


def loss_of_hold_at(turn: Turn, may_pass: bool, hold_at: Choices) -> Array:
    """What turn totals to hold at lose where the most points count, float64[turns_left, banked].

    Parameters
    ----------
    turn : one that only throws on
    may_pass : whether a turn may be passed without a throw
    hold_at : int16[turns_left, banked], the least at which one holds; 0 to pass, and without turns left
    """
    turns, count = hold_at.shape[0] - 1, hold_at.shape[1]
    loss = [np.where(hold_at[0] == 0, 0.0, np.inf)]
    for own, left in zip(hold_at[1:], _turns_of_most_points(turn, may_pass, turns, count), strict=True):
        passes = (own == 0) & may_pass
        thrown = certificate_of_choices.loss_of_hold_at(turn, left.ends(turn, count), own[:, None])[:, 0]
        better = (left.bust - left.thrown)[:count]
        # Who may pass, and does not, loses what passing is better by.
        not_passed = np.maximum(thrown, better) if may_pass else thrown
        loss.append(np.where(passes, np.maximum(-better, 0.0), not_passed))
    return np.array(loss)


def loss_of_opening(turn: Turn, may_pass: bool, opening: Choices) -> Array:
    """What opening a turn with some throw loses where the most points count, float64[turns_left, banked].

    Parameters
    ----------
    turn : one without ways to go on
    may_pass : whether a turn may be passed without a throw; of one that is passed the best throw is meant
    opening : [turns_left, banked], index of the throw; -1 without turns left
    """
    turns, count = opening.shape[0] - 1, opening.shape[1]
    loss = [np.where(opening[0] == -1, 0.0, np.inf)]
    for own, left in zip(opening[1:], _turns_of_most_points(turn, may_pass, turns, count), strict=True):
        ends = left.ends(turn, count)
        loss.append(certificate_of_choices.loss_of_opening(turn, ends, own[:, None])[:, 0])
    return np.array(loss)


class _Left(NamedTuple):
    """A turn for the most points.

    Attributes
    ----------
    known : float64[x], value of banking x
    bust : float64[banked], value of a bust, which is that of passing
    thrown : float64[banked], value of throwing
    value : float64[banked], the better of these
    longest : turn total from which everybody holds
    """

    known: Array
    bust: Array
    thrown: Array
    value: Array
    longest: int

    def ends(self, turn: Turn, count: int) -> Ends:
        """What the ends of a turn are worth, of that many banked scores."""
        held = self.known[: count + self.longest + turn.longest_gain, None]
        return ends(held, self.bust[:count, None], self.known[:1])


def _turns_of_most_points(turn: Turn, may_pass: bool, turns: int, count: int) -> list[_Left]:
    """All turns, of the last one first.

    Parameters
    ----------
    turn : any turn
    may_pass : whether a turn may be passed without a throw
    turns : how many
    count : of banked scores that are asked for with all turns left
    """
    longest, found = turn.chooses_below(turn.always_held_from()), None
    while found is None:
        found = _some_turns(turn, may_pass, turns, count, longest)
        longest *= 2
    return found


def _some_turns(turn: Turn, may_pass: bool, turns: int, count: int, longest: int) -> list[_Left] | None:
    """All turns, or None if going on at turn total `longest` could pay.

    Parameters
    ----------
    turn : any turn
    may_pass : whether a turn may be passed without a throw
    turns : how many
    count : of banked scores that are asked for with all turns left
    longest : turn total from which everybody holds
    """
    reach, found = longest + turn.longest_gain, list[_Left]()
    known = np.arange(count + turns * reach, dtype=np.float64)
    for _ in range(turns):
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
        value = np.maximum(thrown, bust) if may_pass else thrown
        found.append(_Left(known, bust, thrown, value, longest))
        known = value
    return found


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
