"""Certificate of an equilibrium of a simultaneous contest: what any deviation in one turn would gain.

All games of one turn are looked at with the values that are stored, the very same state on both sides, and
the strategies that are stored: the turns are played out, and for each turn total of the deviator all outcomes
of both players are added up. That bounds the whole game. Whoever deviates for good by a turn total that gains
e in a turn, and leaves the state with chance s, gains e / s there and then what comes after; and whoever
scores, scores as much as the least throw at least. So

    exploitability <= max over the ways that both scores can grow of the sum over the states met of max over
    turn totals of e / s.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


class Stages(NamedTuple):
    """What deviations in one turn gain.

    Attributes
    ----------
    deviation : float64[banked, opponent], gain of the mover's best turn total over the value stored, against
        what the other plays
    residual : float64[banked, opponent], what both strategies are worth there, minus the value, in size
    gap : float64[banked, opponent], what both players gain together
    exploitability : upper bound of what a deviation gains in the whole game, one side, from any scores
    """

    deviation: Array
    residual: Array
    gap: Array
    exploitability: float


def stages(turn: Turn, goal: int, value: Array, hold_at: Shorts, probability: Array) -> Stages:
    """Look for the best deviation at every pair of scores.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    value : float64[banked, opponent], chance to win
    hold_at : int16[banked, opponent, choice], turn totals to hold at of both players, each with its own score
        first
    probability : float64[banked, opponent, choice], of each
    """
    played, longest = play_out(turn, goal), turn.longest_gain
    scores = played[:, 1:].sum(axis=1)
    lacking = goal - np.arange(goal)[:, None, None]
    hold = np.clip(hold_at.astype(np.int64), 1, lacking)
    ahead = _with_goal(goal, value)
    deviation, residual, until_left = np.empty((goal, goal)), np.empty((goal, goal)), np.empty((goal, goal))
    for banked in range(goal):
        theirs, likely = hold[:, banked], probability[:, banked]
        after = _after_them(played, goal, longest, theirs, likely, ahead[:, banked:], value[banked][:, None])
        gain = _each_turn_total(played, longest, after)
        leave = (
            scores[1 : goal - banked + 1]
            + played[1 : goal - banked + 1, 0] * (likely * scores[theirs]).sum(axis=1)[:, None]
        )
        deviation[banked], until_left[banked] = gain.max(axis=1), (gain / leave).max(axis=1)
        mine = np.take_along_axis(gain, hold[banked] - 1, axis=1)
        residual[banked] = np.abs((probability[banked] * mine).sum(axis=1))
    wrong = max(_unlikely(probability), float(np.abs(value + value.T - 1.0).max()))
    least = min(outcome.gain for throw in turn.throws for outcome in throw.outcomes)
    bound = _along_the_worst_way(np.maximum(until_left, 0.0), max(1, least))
    gap = deviation + deviation.T
    # Each sum of scores is left once at most, so that what is wrong with values or chances counts once for
    # each.
    return Stages(deviation, residual, gap, float(bound + (2 * goal - 1) * wrong))


def _with_goal(goal: int, value: Array) -> Array:
    """Chance to win with both scores up to the goal, float64[opponent, banked]; at the goal two share."""
    ahead = np.zeros((goal + 1, goal + 1))
    ahead[:goal, :goal] = value.T
    ahead[:goal, goal], ahead[goal, goal] = 1.0, 0.5
    return ahead


def _after_them(
    played: Array, goal: int, longest: int, theirs: Integers, likely: Array, ahead: Array, now: Array
) -> Array:
    """What the other's turn adds to the value, float64[opponent, own score from the present one to the goal].

    The value, float64[opponent, 1], is taken off each chance and not off their sum: the very same state adds
    nothing then, and where it is seldom left the little that is gained is not lost in the rounding of what is
    not.

    Parameters
    ----------
    played : of `play_out`
    goal : points to win
    longest : most points that one throw gains
    theirs : int64[opponent, choice], turn totals at which the other holds
    likely : float64[opponent, choice], of each
    ahead : float64[opponent, own score], chance to win after the turn, the goal as the last score of both
    now : float64[opponent, 1], the value
    """
    opponent = np.arange(goal)
    after: Array = (likely * played[theirs, 0]).sum(axis=1)[:, None] * (ahead[:goal] - now)
    for choice in range(theirs.shape[1]):
        some = np.flatnonzero(likely[:, choice] != 0.0)
        hold = theirs[some, choice]
        for more in range(longest):
            chance = likely[some, choice] * played[hold, hold + more]
            after[some] += chance[:, None] * (
                ahead[np.minimum(opponent[some] + hold + more, goal)] - now[some]
            )
    return after


def _each_turn_total(played: Array, longest: int, after: Array) -> Array:
    """What each turn total to hold at adds to the value, float64[opponent, turn total - 1].

    Parameters
    ----------
    played : of `play_out`
    longest : most points that one throw gains
    after : float64[opponent, own score], of `_after_them`
    """
    count = after.shape[1] - 1
    at_goal = np.repeat(after[:, -1:], longest, axis=1)
    reached = np.concatenate([after, at_goal], axis=1)
    hold = np.arange(1, count + 1)
    worth: Array = played[hold, 0] * after[:, :1]
    for more in range(longest):
        worth += played[hold, hold + more] * reached[:, 1 + more : 1 + more + count]
    return worth


def _unlikely(probability: Array) -> float:
    """How far numbers, float64[banked, opponent, choice], are from being probabilities of the choices."""
    return max(float(np.abs(probability.sum(axis=2) - 1.0).max()), -float(probability.min()), 0.0)


def _along_the_worst_way(gain: Array, step: int) -> float:
    """The largest sum of gains, float64[banked, opponent], over a way that scores can grow along.

    From state to state one score grows by `step` or more, and none falls.
    """
    goal = len(gain)
    # By states with both scores as great or greater; a state's own sum is of the last that is filled in.
    most = np.zeros((goal + step, goal + step))
    for total in range(2 * goal - 2, -1, -1):
        banked = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
        opponent = total - banked
        here = gain[banked, opponent] + np.maximum(
            most[banked + step, opponent], most[banked, opponent + step]
        )
        most[banked, opponent] = np.maximum(
            here, np.maximum(most[banked + 1, opponent], most[banked, opponent + 1])
        )
    return float(most[0, 0])
