"""Equal turns of three players who play by rules of thumb.

A player who has the goal holds. After the goal, and in further rounds, players roll until they beat a score
(`chase`), and expected turns are counted in the same way (`turns_to_come`). Below the goal the contest is
that of several players in turn by rules (`in_turn_of_many`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solvers.arrays import Array
from solvers.contests.of_three import OfThree
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.by_rules.certificate import Stored, residual
from solvers.equal_turns.of_three.by_rules.chase import (
    Chase,
    Rules,
    below_goal,
    chase,
    openings_of,
    players_by,
)
from solvers.equal_turns.of_three.by_rules.turns_to_come import turns_to_come
from solvers.equal_turns.of_three.solve import MOST_GOAL
from solvers.equal_turns.of_three.turn import PLAYERS
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn_of_many.rules import solve_by_rules
from solvers.in_turn_of_many.tables import by_standing, no_tables
from solvers.players.ruled import Ruled
from solvers.turns.chances import chances
from solvers.turns.forward import hold_at


@dataclass(frozen=True)
class Trio(OfThree):
    """Three rules against each other.

    Attributes
    ----------
    turn, goal, tie : the game
    value : float64[mover, first, second, third, seat], each seat's chance to win, all scores below the goal
    chase : what follows the goal
    turns_left : float64[mover, first, second, third], expected turns of all players to come
    residual : largest difference between these and one backup of them by another route; relative for turns
    """

    turn: Turn
    goal: int
    tie: Tie
    value: Array
    chase: Chase
    turns_left: Array
    residual: float

    @property
    def expected_turns(self) -> float:
        """Expected turns of a game."""
        return float(self.turns_left.flat[0])

    @property
    def last_value(self) -> Array:
        """Chances to win before the last turn, float64[leaders, behind, seat], for 1 point to the goal."""
        return self.chase.last[:, 1 : self.goal + 1]

    @property
    def after_value(self) -> Array:
        """Chances to win if the first has the goal, float64[second behind, third behind, seat]."""
        return self.chase.after[1 : self.goal + 1, 1 : self.goal + 1]

    @property
    def tie_value(self) -> Array:
        """Value of a tie of two to the first of them, by the seat that is not tied, float64[untied]."""
        return self.chase.ties.of_two

    @property
    def three_tie_value(self) -> Array:
        """Chances to win if all three are tied, float64[seat]."""
        return self.chase.ties.of_three


def trio(tie: Tie, *rules: Ruled) -> Trio:
    """Solve the contest of three rules of thumb.

    Parameters
    ----------
    tie : the tie rule: of those tied FIRST lets the first in the round win; LAST, the last; SHARED, all in
        equal parts; AGAIN, the winner of further rounds among them
    rules : by seat; for one goal, 2 to MOST_GOAL, and one turn with no choice but to roll or to hold, without
        wipes

    Raises
    ------
    InvalidRules
        if a number is out of range, or the turn has other choices or wipes
    NotConverged
        if nobody ever wins, or hardly ever

    Examples
    --------
    A player who knows the score to beat wins more often.

    >>> from solvers.games import pig
    >>> from solvers.players.ruled import ruled
    >>> hold_at_20 = ruled("hold at 20", pig.turn(), 30)
    >>> first, second, third = trio(Tie.SHARED, hold_at_20, hold_at_20, hold_at_20).win_probability.tolist()
    >>> first < second < third
    True
    """
    turn, goal = check(rules)
    reach, players = max(turn.longest_gain, turn.least_score), players_by(rules, tie)
    opening = openings_of(players)
    most = max(goal, *(gains.size for gains in opening)) + reach
    plays = Rules(turn, tie, opening, hold_at(turn, most + reach + 1))
    found = chase(plays, most)
    # For each state the chances of all seats, followed by the expected turns to come.
    handed = no_tables(PLAYERS, goal, goal + reach, PLAYERS + 1)
    handed[:, :, goal:, :PLAYERS] = found.handed(goal, goal + reach)
    handed[:, :, goal:, PLAYERS] = turns_to_come(plays, most).handed(goal, goal + reach)
    who = f"{', '.join(own.rule.name for own in rules)} with equal turns"
    solve_by_rules(below_goal(turn, players, np.eye(PLAYERS + 1)[PLAYERS]), who, handed)
    told = by_standing(handed, goal)
    value, left = chances(np.ascontiguousarray(told[..., :PLAYERS]), "a player"), told[..., PLAYERS].copy()
    solved = Trio(turn, goal, tie, value, found, left, residual=0.0)
    stored = Stored(value, solved.last_value, solved.after_value, *found.ties, left)
    return replace(solved, residual=residual(turn, goal, tie, rules, stored))


def check(rules: Sequence[Ruled]) -> tuple[Turn, int]:
    """Refuse arguments that `trio` does not solve; return the turn and the goal of the rules."""
    turn, goal = rules[0].rule.turn, rules[0].rule.goal
    if not 2 <= goal <= MOST_GOAL:
        raise expected("goal", f"2 to {MOST_GOAL}", goal)
    if turn.wipes:
        raise expected("turn", "a game in which nobody is wiped", turn.name)
    return turn, goal
