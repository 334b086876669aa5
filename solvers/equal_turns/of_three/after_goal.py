"""What follows the goal in a contest of three, and how far beyond the goal a player may go on.

The last turn, d points behind the best score, is that of two players; only if a tie is shared does it matter
how many have that score. If the first player has the goal, the second and the third have one turn each. Their
chances to win depend on the points b and c that they are behind: all chances are M(b, c). The second player
is worth, after it banks e points more than the first,

    nothing if e < 0,  1 - L(c + e) if e > 0,  and by the tie rule if e = 0,

where L(d) is the value of the last turn; a bust is worth nothing. So for each c its turns are one turn begun
at different places.

How far a player may go on. R(d) is the best chance to gain d or more in one turn. At a score with which the
others are b and c behind, no throw that loses the turn with chance q is worth more than holding, and neither
is one at a greater score, if R(b) + R(c) <= q r. Here r is what the others win at least after a bust. The
second wins with one turn as if it had to beat the goal, the second entry of M(goal - j, goal - k), where j
and k are their scores; a tie of both that goes on counts 0 here, since against the second alone the third may
play otherwise. The third wins, if the second busts at once, with R(goal - k). From there down, single throws
followed by holding are compared one by one. No number of throws is better, by induction over their number.
None of this depends on unknown values.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.beyond import throws_that_go_on
from solvers.equal_turns.of_three.further_rounds import Ties, seconds_part, ties_worth
from solvers.equal_turns.of_three.last_turn import last_turn, refuse_far
from solvers.equal_turns.of_three.turn import FIRST, PLAYERS, ROW, SECOND, THIRD, Ends, Mover, opened
from solvers.games.turn import Turn, tables


class AfterGoal(NamedTuple):
    """What follows the goal.

    Attributes
    ----------
    first_top, second_top : scores from which on the first and the second player hold
    last : float64[leaders, behind], the third's chance to win in the last turn, if one or two have the best
        score
    values : float64[second behind, third behind, seat], each seat's chance to win, if the first has the goal
    ties : values of ties
    """

    first_top: int
    second_top: int
    last: Array
    values: Array
    ties: Ties


def after_goal(turn: Turn, goal: int, tie: Tie) -> AfterGoal:
    """Solve the turns after the goal, as far behind as it matters.

    Parameters
    ----------
    turn : a turn with one opening, no wipes, no points given up, and nothing for a bust
    goal : points to reach
    tie : the tie rule

    Raises
    ------
    InvalidRules
        if a throw that goes on loses so seldom that the scores would be too large
    NotConverged
        if the policies of further rounds of three cycle

    Examples
    --------
    >>> from solvers.games import piglet
    >>> found = after_goal(piglet.turn(), 4, Tie.FIRST)
    >>> float(found.last[0, 1]), found.values[1, 1].tolist()
    (0.25, [0.5625, 0.21875, 0.21875])
    """
    going_on = [float(throw.bust) for throw in throws_that_go_on(turn)]
    least, opening = min(going_on, default=1.0), float(turn.throws[turn.openings[0]].bust)
    behind, far, ties = goal - np.arange(goal), 2 * goal, ties_worth(turn, tie)
    while True:
        size = far + turn.longest_gain
        refuse_far(turn, size)
        most = 2 * size + turn.longest_gain
        reach = last_turn(turn, 1.0, most)
        if going_on and reach[far] > least:
            far *= 2
            continue
        last = np.stack([last_turn(turn, level, most) for level in (1.0 - ties.of_two, ties.of_three[-1])])
        values = sure = _second_turns(turn, seconds_part(turn, tie, ties, size), reach, last, least)
        if tie is Tie.AGAIN:
            sure = _second_turns(turn, np.zeros(size + 1), reach, last, least)
        # Lower bounds of the others' chances after a bust of the first, and after one of the second.
        first_safe = sure[np.ix_(behind, behind)][..., 1] + opening * reach[behind]
        second_safe = reach[behind]
        losing = reach[far - goal + behind]
        enough = (losing[:, None] + losing <= least * first_safe).all()
        if not going_on or (enough and (losing <= least * second_safe).all()):
            break
        far *= 2
    first_top = second_top = goal
    if going_on:
        scores, own = np.arange(goal, far + turn.longest_gain), np.arange(goal)
        others = scores[:, None] - own
        held = values[others[:, :, None], others[:, None, :], 0]
        first_top = _held_from(turn, goal, far, held.reshape(len(scores), -1), first_safe.ravel())
        second_top = _held_from(turn, goal, far, 1.0 - last[0, others], second_safe)
    return AfterGoal(first_top, second_top, last, values, ties)


def _second_turns(turn: Turn, part: Array, reach: Array, last: Array, least: float) -> Array:
    """Chances to win if the first has the goal and the second moves, float64[second, third, seat].

    Parameters
    ----------
    turn : as in `after_goal`
    part : float64[third behind], the second's share of what the third leaves to it and the first if they are
        level, for as many points behind as needed, and one more
    reach : float64[behind], the best chance to gain this much in one turn
    last : float64[leaders, behind], value of the last turn
    least : the least chance to bust of a throw that goes on
    """
    compiled, longest, size = tables(turn), turn.longest_gain, len(part) - 1
    # From this lead on holding is optimal: a bust loses more than a throw can gain.
    ahead = 1 + int(np.argmax(reach[1:] <= least)) if turn.goes_on else 1
    zero, end = size, size + ahead + longest
    out, second = np.zeros((size, size, PLAYERS)), Mover(SECOND, 0.0)
    for third in range(1, size):
        hold, left = np.zeros((end, ROW)), 1.0 - last[1, third]
        hold[:zero, FIRST], hold[:zero, THIRD] = 1.0 - last[0, third], last[0, third]
        hold[zero, :PLAYERS] = left * (1.0 - part[third]), left * part[third], last[1, third]
        beaten = last[0, third + 1 : third + end - zero]
        hold[zero + 1 :, SECOND], hold[zero + 1 :, THIRD] = 1.0 - beaten, beaten
        ends = Ends(hold, hold[0])
        out[:, third] = opened(compiled, second, ends, 0, zero + ahead)[zero:0:-1, :PLAYERS]
    return out


def _held_from(turn: Turn, goal: int, far: int, held: Array, safe: Array) -> int:
    """The score from which on no further throw is better than holding.

    Parameters
    ----------
    turn, goal : the game
    far : a score from which on this is known
    held : float64[score - goal, case], value of holding, up to one throw beyond `far`
    safe : float64[case], lower bound of the others' chance to win after a bust
    """
    count = far - goal
    gains = np.full(count, -np.inf)
    for throw in throws_that_go_on(turn):
        thrown = float(throw.bust) * (1.0 - safe) - held[:count]
        for outcome in throw.outcomes:
            thrown = thrown + float(outcome.probability) * held[outcome.gain : outcome.gain + count]
        gains = np.maximum(gains, thrown.max(axis=1))
    better = np.flatnonzero(gains > 0.0)
    return goal + (int(better[-1]) + 1 if better.size else 0)
