"""Races between all pairs of plans, in both seats at once: what one player loses the other wins."""

from collections.abc import Sequence

import numpy as np

from solvers.errors import expected
from solvers.fixed.hold_at_pairs import HoldAtPairs
from solvers.games.plan import Plan
from solvers.in_turn.pair import race_of
from solvers.plans import certificate_of_pairs
from solvers.turns.played import played


def plan_pairs(plans: Sequence[Plan], goal: int) -> HoldAtPairs:
    """Solve the race of every plan against every other.

    Parameters
    ----------
    plans : plans of one game, at least one; n = 1, 2, ... in the answer are their numbers
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2, there is no plan, or the plans are of different games
    NotConverged
        if nobody ever wins, or the values after wipes do not converge

    Examples
    --------
    >>> from solvers.fixed.hold_at_pairs import hold_at_pairs
    >>> from solvers.plans.plans import hold_at
    >>> from solvers.games import pig
    >>> pairs = plan_pairs([hold_at(pig.turn(), n) for n in range(1, 21)], 20)
    >>> bool(abs(pairs.win_probability - hold_at_pairs(pig.turn(), 20).win_probability).max() < 1e-14)
    True
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if not plans:
        raise expected("plans", "at least one", list(plans))
    turn = plans[0].turn
    for plan in plans:
        if plan.turn != turn:
            raise expected(f"turn of {plan.name}", f"{turn.name}, that of the first", plan.turn.name)
    turns, out = [played(plan, goal) for plan in plans], np.empty((len(plans), len(plans)))
    for first in range(len(plans)):
        for second in range(first, len(plans)):
            value, waiting = race_of(
                turn, f"{plans[first].name} against {plans[second].name}", turns[first], turns[second]
            )
            out[first, second] = value[0, 0]
            out[second, first] = 1.0 - waiting[0, 0]
    return HoldAtPairs(turn, goal, out, certificate_of_pairs.residual(plans, goal, out))
