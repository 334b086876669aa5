"""Standings of a rule of thumb where busts in a row cost points: both scores, for each pair of counts."""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.in_turn.inside import Inside
from solvers.thumb.regions.region import Phases
from solvers.thumb.standings import Standings, of_scores
from solvers.thumb.streak.rule import RuleByBusts

FEW = ("after no bust", "after a bust")


def phases(busts: int) -> Phases:
    """Return the phases of the contest: the rule's busts in a row.

    Parameters
    ----------
    busts : number of busts in a row that costs points
    """
    return Phases((*FEW, *(f"after {count} busts in a row" for count in range(2, busts)))[:busts], busts)


def standings(own: RuleByBusts, optimal: Callable[[int, int], Inside], begun: Array) -> tuple[Standings, ...]:
    """Return the standings of a rule, for each pair of numbers of busts, its own first.

    Parameters
    ----------
    own : the rule
    optimal : function of both numbers that returns the turns of optimal play
    begun : float64[banked, opponent, own_busts, opponent_busts], how often its turns begin
    """
    found = []
    for mine, other in np.ndindex(own.part.shape):
        inside = optimal(mine, other)
        often = begun[:, :, mine, other]
        found.append(of_scores(own.at(mine, other), inside, inside.hold.T, often, (mine, mine)))
    return tuple(found)
