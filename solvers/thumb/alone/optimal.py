"""Optimal play of one player alone: its value, and decisions within its turns.

It is like a player in a race with known values of handing over, where the turns left, including the current
one, take the place of the opponent's score.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.alone.within_turns import within_turns
from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.in_turn.inside import Inside, in_a_race


@dataclass(frozen=True)
class OptimalAlone:
    """Optimal play of one player alone.

    Attributes
    ----------
    turn, goal, turns : the game
    value : float64[turns_left, banked], probability to reach the goal
    """

    turn: Turn
    goal: int
    turns: int
    value: Array

    @property
    def handed(self) -> Array:
        """Value of ending a turn below the goal, float64[banked, turns_left]; 0 without turns left."""
        return np.concatenate((np.zeros((1, self.goal)), self.value[:-1])).T

    @cached_property
    def inside(self) -> Inside:
        """The decisions within its turns."""
        return in_a_race(self.turn, self.goal, self.handed)

    @property
    def advantage(self) -> Array:
        """Value of rolling minus holding, float64[turns_left, banked, turn_total].

        NaN where holding wins, and without turns left.

        Raises
        ------
        InvalidRules
            if the game has other ways to go on than the same throw
        """
        found = np.stack([self.inside.advantage(banked) for banked in range(self.goal)], axis=1)
        found[0] = np.nan
        return found


def optimal_alone(turn: Turn, goal: int, turns: int) -> OptimalAlone:
    """Maximise the probability to reach the goal within some turns.

    Parameters
    ----------
    turn : the game's turn
    goal : points to reach, 2 or more
    turns : number of turns, 1 or more

    Examples
    --------
    >>> from solvers.games import piglet
    >>> # With one head: in the last turn one throws on for 1/2, before it for 5/8 where holding is worth 1/2.
    >>> print(optimal_alone(piglet.turn(), 2, 2).advantage[1:, 0, 1])
    [0.5   0.125]
    """
    return OptimalAlone(turn, goal, turns, within_turns(turn, goal, turns).value)
