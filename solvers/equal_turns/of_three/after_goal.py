"""What comes after the goal in a contest of three, and how far beyond it one may go on.

The last turn, d points behind the best score, is that of two players; only where a tie is shared does it
matter how many have that score. If the first player has the goal, the second and the third have one turn
each. What they are worth depends on by how many points they are behind, b and c: all chances to win are
M(b, c). The second banks e points more than the first with

    nothing if e < 0,  1 - L(c + e) if e > 0,  and by the tie rule if e = 0,

L(d) being what the last turn is worth; a bust is worth nothing to it. So its turns are one turn again, for
each c, begun at different places.

How far one may go on. R(d) is the best chance to gain d or more in one turn. From a score with which the
others are b and c behind, no throw that loses the turn with chance q is worth more than to hold, and from
greater scores neither, if R(b) + R(c) <= q r. Here r is what the others win at least after a bust: the second
by a single turn, as if it had to beat the goal, the second chance in M(goal - j, goal - k), j and k being
their scores; and the third, if the second busts at once, R(goal - k). From there down, throws that are then
held are compared one by one. No number of throws is better, by induction over how many are allowed. Nothing
of this depends on values that are not yet known.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.beyond import throws_that_go_on
from solvers.equal_turns.of_three.turn import PLAYERS, ROW, sweep, workspace
from solvers.equal_turns.tie import Tie
from solvers.errors import expected
from solvers.games.turn import Turn, tables

# Points behind for which there is room: a table of 25 MB.
MOST_BEHIND = 1024


class AfterGoal(NamedTuple):
    """What comes after the goal.

    Attributes
    ----------
    first_top, second_top : scores from which on the first and the second player hold
    last : float64[leaders, behind], the third's chance to win with the last turn, one or two having the best
        score
    values : float64[second behind, third behind, seat], each seat's chance to win, the first having the goal
    """

    first_top: int
    second_top: int
    last: Array
    values: Array


def after_goal(turn: Turn, goal: int, tie: Tie) -> AfterGoal:
    """Solve the turns after the goal, as far behind as it matters.

    Parameters
    ----------
    turn : a turn of one opening that gives up nothing, does not wipe and scores nothing if it busts
    goal : points to reach
    tie : who wins with equal scores, FIRST, LAST or SHARED

    Raises
    ------
    InvalidRules
        if a throw that goes on loses so seldom that the scores would be too far away

    Examples
    --------
    >>> from solvers.games import piglet
    >>> found = after_goal(piglet.turn(), 4, Tie.FIRST)
    >>> float(found.last[0, 1]), found.values[1, 1].tolist()
    (0.25, [0.5625, 0.21875, 0.21875])
    """
    going_on = [float(throw.bust) for throw in throws_that_go_on(turn)]
    least, opening = min(going_on, default=1.0), float(turn.throws[turn.openings[0]].bust)
    behind, far = goal - np.arange(goal), 2 * goal
    while True:
        size = far + turn.longest_gain
        refuse_far(turn, size)
        most = 2 * size + turn.longest_gain
        reach = last_turn(turn, 1.0, most)
        if going_on and reach[far] > least:
            far *= 2
            continue
        last = np.stack([last_turn(turn, worth(tie, leaders), most) for leaders in (1, 2)])
        values = _second_turns(turn, tie, reach, last, size, least)
        # What the others are sure of after a bust of the first, and after one of the second.
        first_safe = values[np.ix_(behind, behind)][..., 1] + opening * reach[behind]
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
    return AfterGoal(first_top, second_top, last, values)


def worth(tie: Tie, leaders: int) -> float:
    """What a tie is worth to who is the last to be in it."""
    return {Tie.FIRST: 0.0, Tie.LAST: 1.0, Tie.SHARED: 1.0 / (leaders + 1)}[tie]


def refuse_far(turn: Turn, size: int) -> None:
    """Refuse a turn that one would go on with for too long."""
    if size > MOST_BEHIND:
        remedy = "Its throws lose too seldom, or gain too much, or the goal is too far."
        raise expected(turn.name, f"a turn that is held {MOST_BEHIND} points ahead", size, remedy)


def last_turn(turn: Turn, level: float, most: int) -> Array:
    """What the last turn is worth, float64[behind], for 0 to `most` points behind.

    Parameters
    ----------
    turn : as in `after_goal`
    level : what a tie is worth
    most : the most points behind
    """
    compiled, end = tables(turn), most + 1 + turn.longest_gain
    hold, work = np.zeros((end, ROW)), workspace(compiled, end)
    hold[most, 0], hold[most + 1 :, 0] = level, 1.0
    sweep(compiled, hold, 0.0, 0, most + 1, work)
    count = compiled.bust.size
    out: Array = work.throws[int(compiled.openings[0]) : (most + 1) * count : count, 0][::-1].copy()
    return out


def _second_turns(turn: Turn, tie: Tie, reach: Array, last: Array, size: int, least: float) -> Array:
    """Chances to win, the first having the goal and the second moving: float64[second, third, seat].

    Parameters
    ----------
    turn, tie : as in `after_goal`
    reach : float64[behind], the best chance to gain as much in one turn
    last : float64[leaders, behind], what the last turn is worth
    size : how many points behind, for both
    least : the least chance to bust of a throw that goes on
    """
    compiled, longest = tables(turn), turn.longest_gain
    count = compiled.bust.size
    # Ahead by so much, one holds: the bust loses more than can be gained.
    ahead = 1 + int(np.argmax(reach[1:] <= least)) if turn.goes_on else 1
    zero, end = size, size + ahead + longest
    out, work = np.zeros((size, size, PLAYERS)), workspace(compiled, end)
    for third in range(1, size):
        hold, lost = np.zeros((end, ROW)), last[0, third]
        hold[:zero, 1], hold[:zero, 2] = lost, 1.0 - lost
        hold[zero] = _level(tie, lost, last[1, third])
        beaten = last[0, third + 1 : third + end - zero]
        hold[zero + 1 :, 0], hold[zero + 1 :, 1] = 1.0 - beaten, beaten
        sweep(compiled, hold, 0.0, 0, zero + ahead, work)
        found = work.throws[int(compiled.openings[0]) : (zero + 1) * count : count][::-1][:size]
        busts = found[:, PLAYERS]
        out[:, third, 1] = found[:, 0]
        out[:, third, 2] = found[:, 1] + busts * lost
        out[:, third, 0] = found[:, 2] + busts * (1.0 - lost)
    return out


def _level(tie: Tie, lost: float, lost_of_two: float) -> tuple[float, float, float, float]:
    """What it is worth to the second, the third and the first if the second has as much as the first."""
    if tie is Tie.FIRST:
        return 0.0, lost, 1.0 - lost, 0.0
    if tie is Tie.LAST:
        return 1.0 - lost, lost, 0.0, 0.0
    return (1.0 - lost_of_two) / 2.0, lost_of_two, (1.0 - lost_of_two) / 2.0, 0.0


def _held_from(turn: Turn, goal: int, far: int, held: Array, safe: Array) -> int:
    """The score from which on no throw more is better than to hold.

    Parameters
    ----------
    turn, goal : the game
    far : the score from which on that is known
    held : float64[score - goal, case], value of holding, as far as one throw from `far` goes
    safe : float64[case], what the others win at least after a bust
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
