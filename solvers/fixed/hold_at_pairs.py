"""Every hold-at rule against every other in a race, all pairs at once.

The recursion is that of `head_to_head`. Two things make 10 000 pairs cheap enough. A turn that holds at n
depends on the scores only if the player lacks less than n, and then a turn that scores wins. So all states
with one sum of scores are computed side by side (`one_pair`). And n against m in one seat is m against n in
the other, so each pair is solved once. Values after a wipe are found first, as in `wipes`.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.errors import NotConverged, expected
from solvers.fixed.certificate_of_pairs import residual
from solvers.fixed.one_pair import Pair, Rules, Turns, Values, set_ends, set_turns, solve_pair
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating
from solvers.rows import copy_row
from solvers.turns.chances import chances
from solvers.turns.forward import hold_at, wiped
from solvers.turns.wipes import LARGEST_ROUNDING, LARGEST_WIDTH, MOST_ROUNDS, Won
from solvers.underflow import refuse_hardly_scoring


@dataclass(frozen=True)
class HoldAtPairs:
    """All pairs of hold at n and hold at m, for n and m from 1 to the goal.

    Attributes
    ----------
    turn, goal : the game
    win_probability : float64[first_hold_at - 1, second_hold_at - 1], chance of the first to move to win
    residual : largest difference from the same chances computed by another route
    """

    turn: Turn
    goal: int
    win_probability: Array
    residual: float

    @property
    def average(self) -> Array:
        """Chance of n to win against m if a fair coin decides who moves first, float64[n - 1, m - 1]."""
        return (self.win_probability + 1.0 - self.win_probability.T) / 2.0

    @property
    def best_reply(self) -> Shorts:
        """The n with the greatest `average` against m, int16[m - 1]; the least of equally good ones."""
        best: Shorts = self.average.argmax(axis=0).astype(np.int16) + np.int16(1)
        return best

    @property
    def worst_case(self) -> Array:
        """Chance of n to win against its best reply m, float64[n - 1]."""
        least: Array = self.average.min(axis=1)
        return least


def hold_at_pairs(turn: Turn, goal: int) -> HoldAtPairs:
    """Solve the race of every hold-at rule against every other.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
    goal : points to win, 2 or more; also the greatest turn total to hold at

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or the turn offers other ways to go on
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe of one pair take more than
        MOST_ROUNDS rounds

    Examples
    --------
    >>> from solvers.games import pig
    >>> pairs = hold_at_pairs(pig.turn(), 100)
    >>> int(pairs.worst_case.argmax()) + 1  # the best of the rules that look at the turn total only
    25
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    gains, out = hold_at(turn, goal), np.empty((goal, goal))
    wipe = wiped(turn, gains)
    who = f"hold at 1 to {goal} to the goal of {goal}"
    refuse_hardly_scoring(float(gains.score[1:].min() + wipe[1]), who)
    turns = Turns(*np.zeros((len(Turns._fields), goal)))
    if not _solve(Rules(goal, gains, wipe, turn.least_score), turns, out):
        raise NotConverged(
            f"values after a wipe: expected to be known to {LARGEST_WIDTH}, got more ({who}, {MOST_ROUNDS}"
            " rounds of a pair)."
        )
    out = chances(out, who)
    return HoldAtPairs(turn, goal, out, residual(turn, goal, out))


@jit_allocating
def _solve(rules: Rules, turns: Turns, out: Array) -> bool:
    """Solve every pair.

    Parameters
    ----------
    rules : the race
    turns : buffers for one pair
    out : float64[n - 1, m - 1], chance that n wins if it moves first against m; all written

    Returns
    -------
    Whether the values after wipes of all pairs have converged.
    """
    goal = rules.goal
    longest = rules.gains.stop.shape[1]
    shape = (2 * goal + longest, goal + longest)
    values = Values(np.zeros(shape), np.zeros(shape))
    own_wins = Won(1.0, 0.0)
    set_ends(goal, own_wins, values)
    for n in range(1, goal + 1):
        for m in range(n, goal + 1):
            pair = Pair(n, m)
            set_turns(rules, pair, turns)
            if rules.wipe[1] > 0.0:
                if not _after_wipes(rules, pair, turns, values):
                    return False
                set_ends(goal, own_wins, values)
            solve_pair(rules, pair, own_wins, turns, values)
            out[n - 1, m - 1] = values.value[0, 0]
            out[m - 1, n - 1] = 1.0 - values.waiting[0, 0]
    return True


@jit_allocating
def _after_wipes(rules: Rules, pair: Pair, turns: Turns, values: Values) -> bool:
    """Find own's chances to win after a wipe, by the method of `wipes.after_wipes`.

    Parameters
    ----------
    rules : the race
    pair : the two rules
    turns : on entry the chances of both players' turns; the values of wipes are written
    values : overwritten

    Returns
    -------
    Whether the chances have converged.
    """
    goal = rules.goal
    # What each round wins, loses and leaves undecided, and the total won in all rounds so far.
    won = np.zeros((2, goal))
    lost = np.zeros((2, goal))
    still = np.ones((2, goal))
    total = np.zeros((2, goal))
    # Wins by reaching the goal are counted in the first round; later rounds only pass on its wins and losses.
    own_reaches = Won(1.0, 0.0)
    other_reaches = Won(0.0, 1.0)
    neither = Won(0.0, 0.0)
    last = np.inf
    for _ in range(MOST_ROUNDS):
        _backup(rules, pair, own_reaches, turns, values, won)
        _backup(rules, pair, other_reaches, turns, values, lost)
        _backup(rules, pair, neither, turns, values, still)
        own_reaches = neither
        other_reaches = neither
        low = np.inf
        high = -np.inf
        most = 0.0
        for player in range(2):
            for score in range(goal):
                total[player, score] += won[player, score]
                most = max(most, still[player, score])
                decided = won[player, score] + lost[player, score]
                if decided > 0.0:
                    low = min(low, won[player, score] / decided)
                    high = max(high, won[player, score] / decided)
        width = most * (high - low)
        if width <= LARGEST_WIDTH or (width <= LARGEST_ROUNDING and width >= last):
            for score in range(goal):
                turns.wiped[score] = total[0, score] + still[0, score] * (low + high) / 2.0
                turns.other_wiped[goal - 1 - score] = total[1, score] + still[1, score] * (low + high) / 2.0
            return True
        last = width
    return False


@jit
def _backup(rules: Rules, pair: Pair, won: Won, turns: Turns, values: Values, wiped: Array) -> None:
    """Values of all scores after a wipe, given their values after the next wipe.

    Parameters
    ----------
    rules : the race
    pair : the two rules
    won : values of reaching the goal
    turns : on entry the chances of both players' turns; the values of wipes are written
    values : overwritten
    wiped : float64[player, score], own's value after a wipe of own or of other, by the score of the player
        who was not wiped; on entry that after the next wipe
    """
    copy_row(wiped[0], turns.wiped)
    copy_row(wiped[1], turns.other_wiped[::-1])
    set_ends(rules.goal, won, values)
    solve_pair(rules, pair, won, turns, values)
    for score in range(rules.goal):
        # Other scores do not come up; their values are not written.
        comes_up = score == 0 or rules.least > 0
        wiped[0, score] = values.waiting[score, score] if comes_up or score >= pair.other else 0.0
        wiped[1, score] = values.value[score, 0] if comes_up or score >= pair.own else 0.0
