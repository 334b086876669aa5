"""Certificate of a contest of three: one backup of the values of all seats, in plain NumPy over the rules.

With the values given, states do not depend on each other: each turn is evaluated by its own recursion over x
= banked + turn total, for all scores of the two others side by side, with the value of a bust inserted. Last
turns are computed from 0 points behind upwards. How far turns go on beyond the goal is recomputed from the
stored values: beyond it, the others' best chances to gain what they lack, R(b) + R(c), are less than what the
first loses by a bust, so holding is optimal.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.certificate_of_further_rounds import Worth, after_both, ties_worth
from solvers.equal_turns.of_three.certificate_of_turns import SEATS, last_turns, least_bust
from solvers.games.turn import Turn
from solvers.in_turn_of_many.certificate import Counted
from solvers.in_turn_of_many.certificate_of_best import NOWHERE, are_chances
from solvers.in_turn_of_many.certificate_of_best import gain_and_residual as gain_and_residual_of_states
from solvers.in_turn_of_many.clusters.certificate_of_turns import Seen, turns

MOST_FAR = 4096
# All three play to win.
EVERYBODY = (None,) * SEATS


class Stored(NamedTuple):
    """The stored tables.

    Attributes
    ----------
    value : float64[mover, first, second, third, seat], each seat's chance to win
    settled : int8[first, second, third], UNSETTLED in clusters without equilibrium
    last : float64[leaders, behind], the last turn, from 1 point behind on; None if not stored
    after : float64[second behind, third behind, seat], chances to win if the first has the goal, from 1 point
        on; None if not stored
    of_two : value of a tie of two to the first of them; None if not stored
    of_three : float64[seat], value of a tie of all three; None if not stored
    """

    value: Array
    settled: Flags
    last: Array | None = None
    after: Array | None = None
    of_two: Array | float | None = None
    of_three: Array | None = None


def gain_and_residual(turn: Turn, goal: int, tie: Tie, stored: Stored) -> tuple[float, float]:
    """Greatest gain of a mover by another policy for one turn, and largest difference from one backup.

    The second leaves out clusters without equilibrium. Both are infinite if a stored chance is not a
    probability, or if by the values a player would never hold.

    Parameters
    ----------
    turn : as in `solve.optimal_play`
    goal : points to reach
    tie : the tie rule
    stored : the tables to prove

    Raises
    ------
    NotConverged
        if further rounds do not converge
    """
    beyond = beyond_goal(turn, goal, tie, stored.value)
    if beyond is None:
        return NOWHERE, NOWHERE
    counted = counted_of(turn, goal, beyond, stored.value)
    gain, residual = gain_and_residual_of_states(turn, EVERYBODY, counted, stored.settled)
    worst, behind = [residual], slice(1, goal + 1)
    for right, told in (
        (beyond.last[:, behind], stored.last),
        (beyond.after[behind, behind], stored.after),
        (beyond.worth.two[0], stored.of_two),
        (beyond.worth.three, stored.of_three),
    ):
        if told is not None:
            worst.append(float(np.abs(right - told).max()))
    return gain, float(np.max(worst))


class Beyond(NamedTuple):
    """What follows the goal.

    Attributes
    ----------
    far : a score from which on holding is best for the first and the second
    worth : values of ties
    last : float64[leaders, behind], the last turn
    after : float64[second behind, third behind, seat], chances to win if the first has the goal
    """

    far: int
    worth: Worth
    last: Array
    after: Array


def beyond_goal(turn: Turn, goal: int, tie: Tie, value: Array) -> Beyond | None:
    """What follows the goal; None if a stored chance is not a probability, or a player would never hold.

    Parameters
    ----------
    turn, goal, tie : the contest
    value : float64[mover, first, second, third, seat], each seat's chance to win
    """
    far = _far(turn, goal, value) if are_chances(value) else None
    if far is None:
        return None
    size = max(far, goal) + turn.longest_gain + 1
    worth = ties_worth(turn, tie)
    last = np.stack([last_turns(turn, float(of[-1]), 2 * size) for of in worth])
    return Beyond(far, worth, last, after_turns(turn, worth, last, size))


def after_turns(turn: Turn, worth: Worth, last: Array, size: int) -> Array:
    """Chances to win if the first has the goal and the second moves, float64[second, third, seat].

    Parameters
    ----------
    turn : the game
    worth : values of ties
    last : float64[leaders, behind], for less than twice the size
    size : number of points behind, for both
    """
    third = np.arange(1, size)
    bust = np.stack([1.0 - last[0, third], np.zeros(size - 1), last[0, third]], axis=-1)
    level = after_both(turn, worth, size)[third, :SEATS]

    def hold(ahead: int) -> Array:
        if ahead <= 0:
            return level if ahead == 0 else bust
        lost = last[0, third + ahead]
        return np.stack([np.zeros(size - 1), 1.0 - lost, lost], axis=-1)

    # From this lead on the third wins less than a throw may lose.
    least = least_bust(turn)
    ahead = next(ahead for ahead in range(1, size) if last[0, 1 + ahead] <= least)
    held = np.stack([hold(ahead) for ahead in range(-size, ahead + turn.longest_gain)])
    out = np.zeros((size, size, SEATS))
    opened = turns(turn, Seen(1, held, bust), 0, size + ahead)
    out[:, 1:] = opened[size:0:-1]
    return out


def _far(turn: Turn, goal: int, value: Array) -> int | None:
    """A score from which on holding is optimal for the first and the second, None if it is too large.

    Parameters
    ----------
    turn, goal : the game
    value : float64[mover, first, second, third, seat]
    """
    least, own, far = least_bust(turn), np.arange(goal), goal
    if least == 1.0 and not any(position.ways for position in turn.positions):
        return goal
    first_loses = least * (1.0 - value[1, ..., 0]).min(axis=0)
    second_loses = least * (1.0 - value[2, ..., 1]).min(axis=(0, 1))
    while far <= MOST_FAR:
        far *= 2
        lost = last_turns(turn, 1.0, far)[far - own]
        if (lost[:, None] + lost <= first_loses).all() and (lost <= second_loses).all():
            return far
    return None


def counted_of(turn: Turn, goal: int, beyond: Beyond, value: Array) -> Counted:
    """The chances of all seats to win, below and beyond the goal.

    In the last `longest gain` scores the mover holds.

    Parameters
    ----------
    turn, goal : the game
    beyond : what follows the goal
    value : float64[mover, first, second, third, seat]
    """
    # Scores of the two others in the order of moving.
    following, after = np.divmod(np.arange(goal * goal), goal)
    scores = np.arange(goal, beyond.far + turn.longest_gain)[:, None]
    third = beyond.last[0, scores - following]
    second_holds = np.stack((np.zeros(third.shape), 1.0 - third, third), axis=-1)
    won = np.eye(SEATS)[-1][None, None]
    handed = [beyond.after[scores - following, scores - after], second_holds, won]
    return Counted(value, handed, np.zeros(SEATS), (beyond.far, beyond.far, goal))
