"""Three players with equal turns who hold at n, at m and at k.

A player holds at its turn total, or at what it lacks to the goal if that is less. After the goal, and in
further rounds, turns chase what is to be beaten (`chase`); below it they end with known chances (`states`).
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.by_rules.certificate import Stored, residual
from solvers.equal_turns.of_three.by_rules.chase import Chase, Rules, chase
from solvers.equal_turns.of_three.by_rules.states import Contest, solve_all
from solvers.equal_turns.of_three.solve import MOST_GOAL
from solvers.equal_turns.of_three.turn import PLAYERS
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.turns.chances import chances
from solvers.turns.forward import hold_at
from solvers.underflow import LEAST_CHANCE


@dataclass(frozen=True)
class Trio:
    """What three rules win against each other.

    Attributes
    ----------
    turn, goal, tie : the game
    value : float64[mover, first, second, third, seat], each seat's chance to win, all scores below the goal
    chase : what comes after the goal
    residual : largest difference between these and one backup of them by another route
    """

    turn: Turn
    goal: int
    tie: Tie
    value: Array
    chase: Chase
    residual: float

    @property
    def win_probability(self) -> Array:
        """Chance of each seat to win from the start, float64[seat]; of a shared win its part."""
        start: Array = self.value[0, 0, 0, 0]
        return start

    @property
    def last_value(self) -> Array:
        """Chances to win before the last turn, float64[leaders, behind, seat], for 1 point to the goal."""
        return self.chase.last[:, 1 : self.goal + 1]

    @property
    def after_value(self) -> Array:
        """Chances to win, the first having the goal, float64[second behind, third behind, seat], likewise."""
        return self.chase.after[1 : self.goal + 1, 1 : self.goal + 1]

    @property
    def tie_value(self) -> Array:
        """What a tie of two is worth to the first of them, by the seat that is not tied, float64[untied]."""
        return self.chase.ties.of_two

    @property
    def three_tie_value(self) -> Array:
        """Chances to win if all three are tied, float64[seat]."""
        return self.chase.ties.of_three


def trio(turn: Turn, goal: int, tie: Tie, rules: tuple[int, int, int]) -> Trio:
    """What hold at n, at m and at k win against each other.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again, without wipes
    goal : points to reach, 2 to MOST_GOAL
    tie : who wins with equal scores: FIRST, the first in the round of those tied; LAST, the last; SHARED, all
        of them in equal parts; AGAIN, those of them who win further rounds among themselves
    rules : turn totals that the first, the second and the third player hold at, 1 or more

    Raises
    ------
    InvalidRules
        if a number is out of range, or the turn has other ways to go on, or wipes

    Examples
    --------
    Who knows what is to be beaten wins more often.

    >>> from solvers.games import pig
    >>> first, second, third = trio(pig.turn(), 30, Tie.SHARED, (20, 20, 20)).win_probability.tolist()
    >>> first < second < third
    True
    """
    if not 2 <= goal <= MOST_GOAL:
        raise expected("goal", f"2 to {MOST_GOAL}", goal)
    if min(rules) < 1:
        raise expected("hold_at", "1 or more", min(rules))
    if turn.wipes:
        raise expected("turn", "a game in which nobody is wiped", turn.name)
    reach = max(turn.longest_gain, turn.least_score)
    most = max(goal, *rules) + reach
    gains = hold_at(turn, most + reach + 1)
    if not max(gains.score[min(own, goal)] for own in rules) >= LEAST_CHANCE:
        remedy = "Hold at less."
        raise expected("hold_at", f"one that is reached with a chance of {LEAST_CHANCE}", rules, remedy)
    found = chase(Rules(turn, tie, rules, gains), most)
    value = np.zeros((PLAYERS, goal, goal, goal, PLAYERS))
    solve_all(Contest(goal, turn.least_score, np.array(rules), gains, found.last, found.after, value))
    solved = Trio(turn, goal, tie, chances(value, "a player"), found, residual=0.0)
    stored = Stored(solved.value, solved.last_value, solved.after_value, *found.ties)
    return Trio(turn, goal, tie, solved.value, found, residual(turn, goal, tie, rules, stored))
