"""The race of two fixed policies, in both seats: two whose turns are played out, which may count how many of
them scored. It is the race of Neller, Russell & Markov 2012, section 2, with both choices made.
"""

from dataclasses import dataclass

from solvers.arrays import Array
from solvers.errors import expected
from solvers.fixed.certificate import head_to_head_residual
from solvers.fixed.played import played_by_policy
from solvers.fixed.policies import Policy
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.in_turn.pair import Pair
from solvers.players.rule import RuleOfThumb
from solvers.race.solve import Race


@dataclass(frozen=True)
class HeadToHead:
    """Two fixed players against each other.

    Attributes
    ----------
    turn, goal : the game
    own, other : who plays
    value : float64[own scored, other scored, banked, opponent], own's chance to win if own is about to move
    waiting_value : float64, of the same shape, if other is about to move
    residual : largest difference between both values and one backup of them by another route
    """

    turn: Turn
    goal: int
    own: Policy | Plan | RuleOfThumb | Race
    other: Policy | Plan | RuleOfThumb
    value: Array
    waiting_value: Array
    residual: float

    @property
    def wins_first(self) -> float:
        """Own's chance to win from the start when it moves first."""
        return float(self.value[0, 0, 0, 0])

    @property
    def wins_second(self) -> float:
        """Own's chance to win from the start when it moves second."""
        return float(self.waiting_value[0, 0, 0, 0])

    @property
    def wins(self) -> float:
        """Own's chance to win if a fair coin says who moves first."""
        return (self.wins_first + self.wins_second) / 2.0


def head_to_head(turn: Turn, own: Policy, other: Policy) -> HeadToHead:
    """Solve the race of two fixed policies.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    own, other : policies of one goal

    Raises
    ------
    InvalidRules
        if the goals differ, or the turn offers other ways to go on
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe take too many rounds

    Examples
    --------
    >>> from solvers.fixed import policies
    >>> from solvers.race.solve import optimal_play
    >>> from solvers.games import pig
    >>> optimal = policies.optimal(optimal_play(pig.turn(), 100))
    >>> four = head_to_head(pig.turn(), optimal, policies.scoring_turns(100, 4))
    >>> print(round(200 * four.wins - 100, 1))  # games in a hundred more than lost; Neller & Presser 2010
    3.3
    """
    if own.goal != other.goal:
        raise expected("goal of the other policy", f"{own.goal}, that of the first", other.goal)
    goal, who = own.goal, f"{own.name} against {other.name}"
    value, waiting = Pair(turn, who, played_by_policy(turn, own), played_by_policy(turn, other)).wins()
    residual = head_to_head_residual(turn, goal, (own.rolls, other.rolls), value, waiting)
    return HeadToHead(turn, goal, own, other, value, waiting, residual)
