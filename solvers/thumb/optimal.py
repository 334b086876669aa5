"""Optimal play of a race, as rules of thumb meet it: its value, what it does, and what throwing is worth."""

from typing import NamedTuple

from solvers.arrays import Array
from solvers.fixed import policies
from solvers.fixed.policies import Policy
from solvers.games.turn import Turn
from solvers.race import policy as race_policy
from solvers.race.solve import optimal_play


class Optimal(NamedTuple):
    """Optimal play.

    Attributes
    ----------
    value : float64[banked, opponent], chance of the player about to move to win if both play optimally
    policy : what it does
    advantage : float64[banked, opponent, turn_total], value of throwing minus value of holding; NaN where
        holding wins
    """

    value: Array
    policy: Policy
    advantage: Array


def optimal(turn: Turn, goal: int) -> Optimal:
    """Solve a race.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on
    NotConverged
        if the race does not converge
    """
    race = optimal_play(turn, goal)
    return Optimal(race.value, policies.optimal(race), race_policy.advantage(race))
