"""One player alone: the best chance to reach the goal within n turns.

W[n, s] is the chance with n turns left and s banked. Banking x is worth W[n - 1, x], or 1 from the goal on; a
bust W[n - 1, s] (or W[n - 1, s + m] if every turn scores at least m), a wipe W[n - 1, 0]; without turns left,
W[0, s] = 0 (Neller, Russell & Markov 2012, exercise 3). Every turn lowers n, so nothing is iterated.
"""

from dataclasses import dataclass

import numpy as np

from solvers.alone.certificate import within_turns_residual
from solvers.alone.solo import SoloTurn, Stakes
from solvers.arrays import Array, Shorts
from solvers.errors import expected
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn


@dataclass(frozen=True)
class WithinTurns:
    """Optimal play for the best chance to reach the goal within n turns.

    Attributes
    ----------
    turn, goal, turns : the game
    value : float64[turns_left, banked], chance to reach the goal, for 0 to `turns` turns left and scores
        below the goal
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    goal: int
    turns: int
    value: Array
    residual: float

    @property
    def win_probability(self) -> float:
        """Chance to reach the goal from the start."""
        return float(self.value[self.turns, 0])

    @property
    def even_chance_turns(self) -> float:
        """Least number of turns with a chance of at least 1/2 from the start; NaN if more than `turns`."""
        enough = np.nonzero(self.value[:, 0] >= 0.5)[0]
        return float(enough[0]) if enough.size else float("nan")

    def stakes(self, turns_left: int) -> Stakes:
        """Values of the ends of the turn that begins with `turns_left`."""
        return _stakes(self.turn, self.value[turns_left - 1])


def within_turns(turn: Turn, goal: int, turns: int) -> WithinTurns:
    """Solve for the best chance to reach the goal within n turns, and within each smaller number of turns.

    Parameters
    ----------
    turn : any turn
    goal : points to reach, 1 or more
    turns : n, 1 or more

    Raises
    ------
    InvalidRules
        if the goal or the number of turns is less than 1

    Examples
    --------
    >>> from solvers.games import piglet
    >>> # two heads in a row; or one, held, and one in the next turn
    >>> within_turns(piglet.turn(), 2, 2).value[:, 0].tolist()
    [0.0, 0.25, 0.4375]
    """
    for name, number in (("goal", goal), ("turns", turns)):
        if number < 1:
            raise expected(name, "1 or more", number)
    solo = SoloTurn.ending_at(turn, goal)
    value = np.zeros((turns + 1, goal))
    for turns_left in range(1, turns + 1):
        # Rounded probabilities may sum to slightly more than 1.
        value[turns_left] = np.minimum(solo.value(_stakes(turn, value[turns_left - 1])), 1.0)
    return WithinTurns(turn, goal, turns, value, within_turns_residual(turn, value))


def hold_at(solution: WithinTurns) -> Shorts:
    """Least turn total to hold at, int16[turns_left, banked], for turns that only roll or hold.

    It is 0 without turns left.
    """
    solo = SoloTurn.ending_at(solution.turn, solution.goal)
    held = [solo.hold_at(solution.stakes(turns_left)) for turns_left in range(1, solution.turns + 1)]
    return np.stack([np.zeros(solution.goal, np.int16), *held])


def opening(solution: WithinTurns) -> Shorts:
    """Index of the best opening throw, int16[turns_left, banked]; -1 without turns left."""
    solo = SoloTurn.ending_at(solution.turn, solution.goal)
    opened = [solo.opening(solution.stakes(turns_left)) for turns_left in range(1, solution.turns + 1)]
    return np.stack([np.full(solution.goal, -1, np.int16), *opened])


def _stakes(turn: Turn, after: Array) -> Stakes:
    """The stakes of a turn, given the values of scores after it, float64[banked]."""
    banking = np.concatenate((after, np.ones(turn.longest_gain)))
    bust = banking[turn.least_score : turn.least_score + after.size]
    return Stakes(with_entry(turn, banking), bust, float(after[0]))
