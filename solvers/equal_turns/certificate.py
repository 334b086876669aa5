"""Certificate of a contest of equal turns: one backup of the values of both seats, by plain loops over the
rules as they were written.

With the values given nothing is coupled: the turn of every pair of scores is evaluated by its own recursion
over x = banked + turn total, for the first player as far beyond the goal as `certificate_of_last_turns` has
found that holding may not be best. There are no diagonals, slopes or Newton steps.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.equal_turns.certificate_of_last_turns import After, after_goal
from solvers.equal_turns.tie import Tie
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn
from solvers.games.written import Written, written
from solvers.jit import jit, jit_allocating
from solvers.rows import copy_row, keep_greater

# Opponents' scores side by side.
SOME = 64


class Handed(NamedTuple):
    """What scores are worth to whose turn it is.

    Attributes
    ----------
    handed : float64[score, opponent], value of handing over the turn with a score
    held : float64[score, opponent], value of holding with it, which below the entry one may not
    """

    handed: Array
    held: Array


def residual(
    turn: Turn,
    goal: int,
    tie: Tie,
    value: Array,
    second_value: Array,
    tie_value: Array | float | None = None,
    last_value: Array | None = None,
) -> float:
    """Largest difference between what is stored and one backup of it.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    tie : who wins with equal scores
    value : float64[banked, opponent], the first player's chance to win when about to move
    second_value : float64[banked, opponent], the second's when about to move, `banked` its own score
    tie_value : what a tie is worth to the first player; None where it is not stored
    last_value : float64[behind], the second's chance to win with the last turn, for 1 point on; None where it
        is not stored
    """
    after = after_goal(turn, goal, tie)
    worst = [
        np.abs(backup(turn, first_handed(turn, goal, after, second_value), goal) - value).max(),
        np.abs(backup(turn, second_handed(turn, goal, value), goal) - second_value).max(),
    ]
    if tie_value is not None:
        worst.append(np.abs(tie_value - after.tie_value))
    if last_value is not None:
        worst.append(np.abs(after.last[1 : goal + 1] - last_value).max())
    return float(np.max(worst))


def first_handed(turn: Turn, goal: int, after: After, second_value: Array) -> Array:
    """What the first player has by handing over the turn, float64[score, opponent].

    Parameters
    ----------
    turn, goal : the game
    after : what comes after the goal
    second_value : float64[banked, opponent]
    """
    handed = np.empty((after.top + turn.longest_gain, goal))
    handed[:goal] = 1.0 - second_value.T
    behind = np.arange(goal, len(handed))[:, None] - np.arange(goal)
    handed[goal:] = 1.0 - after.last[behind]
    return handed


def second_handed(turn: Turn, goal: int, value: Array) -> Array:
    """What the second player has by handing over the turn, float64[score, opponent]; the goal has won.

    Parameters
    ----------
    turn, goal : the game
    value : float64[banked, opponent]
    """
    return np.concatenate((1.0 - value.T, np.ones((turn.longest_gain, goal))))


def backup(turn: Turn, handed: Array, goal: int) -> Array:
    """What the turns of a seat are worth, float64[banked, opponent].

    Parameters
    ----------
    turn : any turn
    handed : float64[score, opponent], value of handing over the turn, as far as one throw goes from below the
        score from which on it is held
    goal : points to reach
    """
    rules, out = written(turn), np.empty((goal, goal))
    top = len(handed) - turn.longest_gain
    depth = np.array([max((way.given_up for way in at.ways), default=0) for at in turn.positions], np.int64)
    throws = np.empty((top * rules.bust.size, SOME))
    for first in range(0, goal, SOME):
        here = np.ascontiguousarray(handed[:, first : first + SOME])
        backed = np.empty((goal, here.shape[1]))
        held = with_entry(turn, here)
        positions = np.repeat(held, depth.size, axis=0)
        _turns(rules, depth, turn.least_score, Handed(here, held), throws, positions, backed)
        out[:, first : first + SOME] = backed
    return out


@jit_allocating
def _turns(
    rules: Written, depth: Integers, least: int, worth: Handed, throws: Array, positions: Array, out: Array
) -> None:
    """What the turns from all banked scores are worth.

    Parameters
    ----------
    rules : the turn as it was written
    depth : int64[position], the most points that one of its ways gives up
    least : what a turn scores at least
    worth : of handing over the turn, and of holding
    throws : float64[x, throw; opponent], x and throw in one index, up to where the turn is held; memory
    positions : float64[x, position; opponent], x and position in one index; comes with the value of
        holding
    out : float64[banked, opponent], written
    """
    handed = worth.handed
    held = worth.held
    count = rules.bust.size
    top = len(throws) // count
    for banked in range(len(out)):
        bust = handed[banked + least]
        for x in range(top - 1, banked - 1, -1):
            # A throw that gains nothing leads to those further down the list.
            for throw in range(count - 1, -1, -1):
                _throw(rules, x, throw, (bust, handed[0], held[x]), positions, throws)
            for position in range(depth.size):
                # A position waits until the throw after its deepest way is known.
                at = x + depth[position]
                if at < top:
                    standing = positions[at * depth.size + position]
                    copy_row(held[at], standing)
                    for way in range(rules.ways[position], rules.ways[position + 1]):
                        ahead = throws[(at - rules.given_up[way]) * count + rules.throw[way]]
                        for one in range(standing.size):
                            standing[one] = max(standing[one], ahead[one])
        copy_row(throws[banked * count + rules.openings[0]], out[banked])
        for opening in rules.openings[1:]:
            keep_greater(throws[banked * count + opening], out[banked])


@jit
def _throw(
    rules: Written, x: int, throw: int, ends: tuple[Array, Array, Array], positions: Array, throws: Array
) -> None:
    """What one throw is worth at one x = banked + turn total.

    Parameters
    ----------
    rules : the turn as it was written
    x : score if the turn total were banked
    throw : which throw
    ends : float64[opponent], value of a bust, of a wipe, and of holding
    positions : float64[x, position; opponent], x and position in one index; known above x
    throws : float64[x, throw; opponent], x and throw in one index; known at x for those further down the
        list; the row of this throw is written
    """
    bust, wiped, held = ends
    some = bust.size
    count = rules.ways.size - 1
    out = throws[x * rules.bust.size + throw]
    for one in range(some):
        out[one] = rules.bust[throw] * bust[one] + rules.wipe[throw] * wiped[one]
    for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
        chance = rules.chance[outcome]
        position = rules.position[outcome]
        if rules.gain[outcome] > 0:
            row = (x + rules.gain[outcome]) * count + position
            for one in range(some):
                out[one] += chance * positions[row, one]
        else:
            for one in range(some):
                best = held[one]
                for way in range(rules.ways[position], rules.ways[position + 1]):
                    best = max(best, throws[x * rules.bust.size + rules.throw[way], one])
                out[one] += chance * best
