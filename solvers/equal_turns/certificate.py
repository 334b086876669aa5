"""Certificate of a contest of equal turns: one backup of the values of both seats.

The first player's turns extend beyond the goal to a score from which on holding is optimal, which
`certificate_of_last_turns` finds.
"""

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.certificate_of_last_turns import After, after_goal
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn
from solvers.turns.certificate_of_turns import Ends, ends, turns_worth


def residual(
    turn: Turn,
    goal: int,
    tie: Tie,
    value: Array,
    second_value: Array,
    tie_value: Array | float | None = None,
    last_value: Array | None = None,
) -> float:
    """Largest difference between the stored values and one backup of them.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    tie : the tie rule
    value : float64[banked, opponent], the first player's chance to win when about to move
    second_value : float64[banked, opponent], the second's when about to move, `banked` its own score
    tie_value : value of a tie to the first player; None if not stored
    last_value : float64[behind], the second's chance to win in the last turn, from 1 point behind on; None if
        not stored
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
    """The first player's value of handing over the turn, float64[score, opponent].

    Parameters
    ----------
    turn, goal : the game
    after : what follows the goal
    second_value : float64[banked, opponent]
    """
    return np.concatenate((1.0 - second_value.T, first_beyond(turn, goal, after)))


def first_beyond(turn: Turn, goal: int, after: After) -> Array:
    """The first player's value of handing over with the goal or more, float64[score, opponent].

    Parameters
    ----------
    turn, goal, after : as for `first_handed`
    """
    behind = np.arange(goal, after.top + turn.longest_gain)[:, None] - np.arange(goal)
    return np.asarray(1.0 - after.last[behind])


def second_handed(turn: Turn, goal: int, value: Array) -> Array:
    """The second player's value of handing over the turn, float64[score, opponent]; at the goal it has won.

    Parameters
    ----------
    turn, goal : the game
    value : float64[banked, opponent]
    """
    return np.concatenate((1.0 - value.T, np.ones((turn.longest_gain, goal))))


def backup(turn: Turn, handed: Array, goal: int) -> Array:
    """Values of the turns of a seat, float64[banked, opponent].

    Parameters
    ----------
    turn : any turn
    handed : float64[score, opponent], value of handing over the turn, up to one throw beyond the score from
        which on the player holds
    goal : points to reach
    """
    return turns_worth(turn, ends_of(turn, handed, goal))


def ends_of(turn: Turn, handed: Array, goal: int) -> Ends:
    """Values of the ends of such turns.

    Parameters
    ----------
    turn, handed, goal : as for `backup`
    """
    return ends(with_entry(turn, handed), handed[turn.least_score :][:goal], handed[0])
