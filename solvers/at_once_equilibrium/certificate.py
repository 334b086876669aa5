"""Certificate of an equilibrium in simultaneous play: the gain of any deviation in one turn.

The stored values are put into all games of one turn, on both sides, and turns are played out by the stored
strategies. For each turn total of a player who deviates, all outcomes of both players are summed. This bounds
the gain in the whole game. A player who always holds at a turn total that gains e in one turn, and leaves the
state with chance s, gains e / s there, and then what comes after; and each turn that scores adds at least the
least gain of a throw. So

    exploitability <= max over paths of growing scores of the sum over the states on the path of max over turn
    totals of e / s.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.games.turn import Turn
from solvers.turns.certificate_of_holding import play_out


class Stages(NamedTuple):
    """Gains by deviations in one turn.

    Attributes
    ----------
    deviation : float64[banked, opponent], gain of the mover's best turn total over the stored value, against
        the other's strategy
    residual : float64[banked, opponent], absolute difference between the value of both strategies and the
        stored one
    gap : float64[banked, opponent], sum of both players' gains
    exploitability : upper bound of the gain of one player by deviating in the whole game, from any scores
    """

    deviation: Array
    residual: Array
    gap: Array
    exploitability: float


def stages(turn: Turn, goal: int, value: Array, hold_at: Shorts, probability: Array) -> Stages:
    """Find the best deviation at every pair of scores.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    value : float64[banked, opponent], chance to win
    hold_at : int16[banked, opponent, choice], turn totals to hold at of either player, with its own score
        first
    probability : float64[banked, opponent, choice], their probabilities
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
    # Each sum of scores is left at most once, so an error of values or probabilities counts once per sum.
    return Stages(deviation, residual, gap, float(bound + (2 * goal - 1) * wrong))


def _with_goal(goal: int, value: Array) -> Array:
    """Chance to win with both scores up to the goal, float64[opponent, banked]; two at the goal share."""
    ahead = np.zeros((goal + 1, goal + 1))
    ahead[:goal, :goal] = value.T
    ahead[:goal, goal], ahead[goal, goal] = 1.0, 0.5
    return ahead


def _after_them(
    played: Array, goal: int, longest: int, theirs: Integers, likely: Array, ahead: Array, now: Array
) -> Array:
    """By how much the other's turn changes the value, float64[opponent, own score, from the present one].

    The value, float64[opponent, 1], is subtracted from each term, not from the sum. So the same state
    contributes 0, and where it is seldom left, small gains are not lost in rounding.

    Parameters
    ----------
    played : from `play_out`
    goal : points to win
    longest : longest gain of one throw
    theirs : int64[opponent, choice], turn totals at which the other holds
    likely : float64[opponent, choice], their probabilities
    ahead : float64[opponent, own score], chance to win after the turn; the goal is the last score of both
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
    """By how much each turn total to hold at changes the value, float64[opponent, turn total - 1].

    Parameters
    ----------
    played : from `play_out`
    longest : longest gain of one throw
    after : float64[opponent, own score], from `_after_them`
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
    """Largest violation by numbers, float64[banked, opponent, choice], of being probabilities."""
    return max(float(np.abs(probability.sum(axis=2) - 1.0).max()), -float(probability.min()), 0.0)


def _along_the_worst_way(gain: Array, step: int) -> float:
    """The largest sum of gains, float64[banked, opponent], over a path of growing scores.

    From state to state one score grows by `step` or more, and neither falls.
    """
    goal = len(gain)
    # The entry of a state is the largest sum over the states with both scores as great or greater.
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
