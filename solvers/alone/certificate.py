"""Certificates for a player alone: one Bellman backup in plain NumPy, from the uncompiled rules.

*Stakes* are the values of banking, of a bust and of a wipe in one turn.

For the fewest turns, and for the goal within n turns, one backup of the stored values is the whole proof. A
backup for most points in n turns needs values of greater scores than are stored. So that certificate starts
from the values without turns left, which are the scores, and recomputes all values by one backup per turn.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn
from solvers.turns import certificate_of_choices
from solvers.turns.certificate_of_choices import Choices
from solvers.turns.certificate_of_turns import Ends, ends, turns_worth

# A throw that gains less than this over holding, relative to the score held, gains by rounding only.
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
    """Sup-norm of one backup minus the value, over all numbers of turns left.

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
    """Sup-norm of the recomputed value minus the value, in points.

    Parameters
    ----------
    turn : any turn
    may_pass : whether a turn may be passed without a roll
    value : float64[turns_left, banked], expected final score
    """
    turns, count = value.shape[0] - 1, value.shape[1]
    worst = float(np.abs(np.arange(count) - value[0]).max())
    for turns_left, turn_left in enumerate(_turns_of_most_points(turn, may_pass, turns, count), 1):
        worst = float(np.maximum(worst, np.abs(turn_left.value[:count] - value[turns_left]).max()))
    return worst


def loss_of_hold_at(turn: Turn, may_pass: bool, hold_at: Choices) -> Array:
    """Points that a hold-at policy loses on average, for most points in n turns, float64[turns_left, banked].

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
    may_pass : whether a turn may be passed without a roll
    hold_at : int16[turns_left, banked], least turn total to hold at; 0 to pass, and without turns left
    """
    turns, count = hold_at.shape[0] - 1, hold_at.shape[1]
    loss = [np.where(hold_at[0] == 0, 0.0, np.inf)]
    for own, left in zip(hold_at[1:], _turns_of_most_points(turn, may_pass, turns, count), strict=True):
        passes = (own == 0) & may_pass
        thrown = certificate_of_choices.loss_of_hold_at(turn, left.ends(turn, count), own[:, None])[:, 0]
        better = (left.bust - left.thrown)[:count]
        # A player who may pass and does not loses the difference if passing is better.
        not_passed = np.maximum(thrown, better) if may_pass else thrown
        loss.append(np.where(passes, np.maximum(-better, 0.0), not_passed))
    return np.array(loss)


def loss_of_opening(turn: Turn, may_pass: bool, opening: Choices) -> Array:
    """Points that a choice of opening throw loses on average, for most points, float64[turns_left, banked].

    Parameters
    ----------
    turn : a turn of one roll
    may_pass : whether a turn may be passed without a roll; `opening` then still names the best throw
    opening : int[turns_left, banked], index of the throw; -1 without turns left
    """
    turns, count = opening.shape[0] - 1, opening.shape[1]
    loss = [np.where(opening[0] == -1, 0.0, np.inf)]
    for own, left in zip(opening[1:], _turns_of_most_points(turn, may_pass, turns, count), strict=True):
        ends = left.ends(turn, count)
        loss.append(certificate_of_choices.loss_of_opening(turn, ends, own[:, None])[:, 0])
    return np.array(loss)


class _Left(NamedTuple):
    """Values of one turn for most points.

    Attributes
    ----------
    known : float64[x], value of banking x
    bust : float64[banked], value of a bust, which equals that of passing
    thrown : float64[banked], value of rolling
    value : float64[banked], the greater of both if the player may pass, else that of rolling
    longest : turn total from which holding is optimal
    """

    known: Array
    bust: Array
    thrown: Array
    value: Array
    longest: int

    def ends(self, turn: Turn, count: int) -> Ends:
        """Values of the ends of a turn, for banked scores 0 to `count` - 1."""
        held = self.known[: count + self.longest + turn.longest_gain, None]
        return ends(held, self.bust[:count, None], self.known[:1])


def _turns_of_most_points(turn: Turn, may_pass: bool, turns: int, count: int) -> list[_Left]:
    """Values of all turns, the last turn first.

    Parameters
    ----------
    turn : any turn
    may_pass : whether a turn may be passed without a roll
    turns : number of turns
    count : number of banked scores wanted with all turns left
    """
    longest, found = turn.chooses_below(turn.always_held_from()), None
    while found is None:
        found = _some_turns(turn, may_pass, turns, count, longest)
        longest *= 2
    return found


def _some_turns(turn: Turn, may_pass: bool, turns: int, count: int, longest: int) -> list[_Left] | None:
    """Values of all turns, or None if rolling at turn total `longest` could pay.

    Parameters
    ----------
    turn : any turn
    may_pass : whether a turn may be passed without a roll
    turns : number of turns
    count : number of banked scores wanted with all turns left
    longest : turn total from which the player is taken to hold
    """
    reach, found = longest + turn.longest_gain, list[_Left]()
    known = np.arange(count + turns * reach, dtype=np.float64)
    for _ in range(turns):
        scores = known.size - reach
        bust = known[turn.least_score : turn.least_score + scores]
        for throw in turn.throws if turn.goes_on else ():
            # Mean gain of rolling once at that turn total and then holding, if a banked point is worth one
            # point.
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
    """Value of the best opening throw of a turn, float64[stake, banked].

    Parameters
    ----------
    turn : any turn
    banking : float64[stake, x], value of banking x; constant beyond the last x, where holding is optimal
    bust : float64[stake, banked], value of a bust
    wiped : float64[stake], value of a wipe
    longest : turn total from which holding is optimal
    """
    held = np.pad(banking.T, ((0, turn.longest_gain - 1), (0, 0)), mode="edge")
    return turns_worth(turn, ends(held, bust.T, wiped), turn.chooses_below(longest)).T
