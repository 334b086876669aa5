"""All states of a best response to two of three players, given what comes after the goal.

The others' turns end with known chances, so if a bust of the response leaves the turn to them, it is worth

    b = K_1 + e_1 K_2 + e_1 e_2 V

to the response: K are their turns that score, e their chances to bust, V what its own turn is worth. That is
V = F(b), convex and piecewise affine: what a policy is worth rises with b by its chance to bust. So Newton
steps are policy iteration; each is what a policy is worth, and from the second on they rise. They have ended
when the choices are those of the b found, or when they rise no more. With the chances to score summed up, all
terms are positive, right where nearly every turn busts. Where a bust scores, nothing is unknown.

For each pair of the others' scores the response's scores follow each other from the greatest on: what holding
is worth to it at one score is what all turns from lesser scores need.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.equal_turns.of_three.turn import PLAYERS
from solvers.jit import jit, jit_allocating
from solvers.turns.forward import HoldAt


class Contest(NamedTuple):
    """A contest, and what is found.

    Attributes
    ----------
    goal : points to reach
    least : what a turn scores at least
    seat : of the response, 0 for the first player
    points, chances : int64 and float64[outcome], what a throw may gain
    rules : int64[seat], turn totals that the others hold at
    gains : how their turns end
    tops : int64[one, other], scores from which on the response holds, by those of the others
    last : float64[leaders, behind], its chance to win, the third about to take the last turn
    after : float64[second behind, third behind], the same, the first having the goal
    value : float64[mover, first, second, third], its chance to win, below the goal; written
    hold_at : int16[first, second, third], the least turn total at which it holds; written
    past_goal : int16[first, second, third], the same of those that reach the goal; written
    safe : float64[one, other], what a bust loses at least; written
    """

    goal: int
    least: int
    seat: int
    points: Integers
    chances: Array
    rules: Integers
    gains: HoldAt
    tops: Integers
    last: Array
    after: Array
    value: Array
    hold_at: Shorts
    past_goal: Shorts
    safe: Array


class Turns(NamedTuple):
    """The turns of the response from one score.

    Attributes
    ----------
    held : float64[x], what it is worth to hold
    stands : float64[x, 3], what is won if no turn busts, the chance to bust, and that not to
    limits : float64[2], the choices stay as they are for low < what a bust is worth <= high
    """

    held: Array
    stands: Array
    limits: Array


@jit_allocating
def solve_all(contest: Contest) -> None:
    """Solve all states, those of greater scores first.

    Parameters
    ----------
    contest : what is found is written
    """
    goal, seat = contest.goal, contest.seat
    longest = contest.points[-1]
    size = contest.tops.max() + max(longest, contest.least)
    turns = Turns(np.zeros(size), np.zeros((size, 3)), np.zeros(2))
    scores = np.zeros(PLAYERS, np.int64)
    one = 1 if seat == 0 else 0
    other = 1 if seat == 2 else 2
    for ones in range(goal - 1, -1, -1):
        for others in range(goal - 1, -1, -1):
            scores[one] = ones
            scores[other] = others
            top = contest.tops[ones, others]
            for x in range(goal, top + max(longest, contest.least)):
                turns.held[x] = _handed(contest, seat, scores, x)
            for own in range(goal - 1, -1, -1):
                scores[seat] = own
                _solve(contest, scores, top, turns)
                turns.held[own] = contest.value[(seat + 1) % PLAYERS, scores[0], scores[1], scores[2]]
            contest.safe[ones, others] = 1.0 - turns.held[contest.least : goal + contest.least].max()


@jit
def _solve(contest: Contest, scores: Integers, top: int, turns: Turns) -> None:
    """Solve the three states of the same scores.

    Parameters
    ----------
    contest : what is found is written
    scores : int64[seat]
    top : the score from which on the response holds
    turns : what it is worth to hold more is known; the rest is written
    """
    first, second, third = scores
    seat = contest.seat
    one = (seat + 1) % PLAYERS
    two = (seat + 2) % PLAYERS
    own = scores[seat]
    known, scored, bust = _play(contest, one, scores)
    known_two, scored_two, bust_two = _play(contest, two, scores)
    known += bust * known_two
    scored += bust * scored_two
    stay = bust * bust_two
    # As if a point more were held; where a bust scores that is what it is worth.
    worth = turns.held[own + max(contest.least, 1)]
    best = -1.0
    rising = True
    while rising:
        _sweep(contest, own, top, worth, turns)
        won, lost, left = turns.stands[own]
        if contest.least > 0:
            best = won + lost * worth
            rising = False
        else:
            new = (won + lost * known) / (left + lost * scored)
            worth = known + stay * new
            rising = new > best and not turns.limits[0] < worth <= turns.limits[1]
            best = max(best, new)
    contest.value[seat, first, second, third] = best
    contest.value[one, first, second, third] = known + stay * best
    contest.value[two, first, second, third] = known_two + bust_two * best
    contest.hold_at[first, second, third] = _held_from(turns.stands, own + 1) - own
    contest.past_goal[first, second, third] = _held_from(turns.stands, contest.goal) - own


@jit
def _sweep(contest: Contest, own: int, top: int, worth: float, turns: Turns) -> None:
    """Evaluate the response's turn backwards.

    Parameters
    ----------
    contest : whose throws they are
    own : the score that it begins with
    top : the score from which on it holds
    worth : what a bust is worth to it
    turns : `stands` and `limits` are written
    """
    points, chances = contest.points, contest.chances
    held, stands = turns.held, turns.stands
    low = -np.inf
    high = np.inf
    for x in range(top, top + points[-1]):
        stands[x, 0] = held[x]
        stands[x, 1] = 0.0
        stands[x, 2] = 1.0
    bust = contest.gains.throw[0]
    for x in range(top - 1, own - 1, -1):
        won = 0.0
        lost = bust
        left = 0.0
        for outcome in range(points.size):
            ahead = x + points[outcome]
            chance = chances[outcome]
            won += chance * stands[ahead, 0]
            lost += chance * stands[ahead, 1]
            left += chance * stands[ahead, 2]
        if x > own:
            turns_at = (held[x] - won) / lost
            if worth > turns_at:
                low = max(low, turns_at)
            else:
                high = min(high, turns_at)
                won = held[x]
                lost = 0.0
                left = 1.0
        stands[x, 0] = won
        stands[x, 1] = lost
        stands[x, 2] = left
    turns.limits[0] = low
    turns.limits[1] = high


@jit
def _held_from(stands: Array, x: int) -> int:
    """The least score from x on that is held.

    Parameters
    ----------
    stands : float64[x, 3], of `Turns`
    x : where to begin
    """
    while stands[x, 1] > 0.0:
        x += 1
    return x


@jit
def _play(contest: Contest, mover: int, scores: Integers) -> tuple[float, float, float]:
    """Play out another's turn: what the response wins where it scores, and its chances to score and to bust.

    Parameters
    ----------
    contest : its values of greater scores are known
    mover : whose turn it is, 0 for the first player
    scores : int64[seat]
    """
    gains = contest.gains
    banked = scores[mover]
    hold_at = min(contest.rules[mover], contest.goal - banked)
    known = 0.0
    for over in range(gains.stop.shape[1]):
        chance = gains.stop[hold_at, over]
        if chance > 0.0:
            known += chance * _handed(contest, mover, scores, banked + hold_at + over)
    scored = gains.score[hold_at]
    bust = gains.bust[hold_at]
    if contest.least > 0:
        return known + bust * _handed(contest, mover, scores, banked + contest.least), scored + bust, 0.0
    return known, scored, bust


@jit
def _handed(contest: Contest, mover: int, scores: Integers, x: int) -> float:
    """What it is worth to the response if the turn is handed on.

    Parameters
    ----------
    contest : its values of greater scores are known
    mover : whose turn it was
    scores : int64[seat], before it
    x : the mover's score after it
    """
    first, second, third = scores
    worth: float = 0.0
    if x < contest.goal:
        if mover == 0:
            worth = contest.value[1, x, second, third]
        elif mover == 1:
            worth = contest.value[2, first, x, third]
        else:
            worth = contest.value[0, first, second, x]
    elif mover == 0:
        worth = contest.after[x - second, x - third]
    elif mover == 1:
        worth = contest.last[1, x - third]
    elif contest.seat == mover:
        worth = 1.0
    return worth
