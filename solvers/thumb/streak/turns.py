"""Turns where busts in a row cost points, played out by both scores and both numbers of busts.

A rule has the turns of a race for each pair of numbers that it distinguishes. Optimal play has separate turns
for each pair of numbers, with a row for each pair of scores.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Integers
from solvers.games.plan import Plan
from solvers.in_turn.inside import Inside
from solvers.in_turn.streaks import TurnsByBusts
from solvers.players.turns_by_rule import played_by_rule
from solvers.streak.policy import in_a_race
from solvers.streak.solve import Streak
from solvers.thumb.streak.rule import RuleByBusts
from solvers.turns.played import FlatTurn, PlayedTurns, flat, played, together


def by_rule(rule: RuleByBusts, rules: FlatTurn | None = None, past: int = 0) -> TurnsByBusts:
    """Return the turns of a rule.

    Parameters
    ----------
    rule : the rule
    rules : the game's turn as flat arrays, if already made
    past : number of scores from the goal on that are distinguished, at most a throw's largest gain; 0 for a
        race
    """
    rules = flat(rule.turn) if rules is None else rules
    turns = together([played_by_rule(part, rules, past) for part in rule.parts])
    return _by_busts(turns, turns.row[rule.part])


def optimally(solved: Streak) -> TurnsByBusts:
    """Return the turns of optimal play; ties hold, or take the first way.

    Parameters
    ----------
    solved : the solved contest
    """
    turns = in_a_race(solved).played(solved.goal)
    return _by_busts(turns, turns.row)


def chosen(solved: Streak) -> Callable[[int, int], Inside]:
    """Return the decisions of optimal play, as a function of both numbers of busts, its own first.

    Parameters
    ----------
    solved : the solved contest
    """
    return in_a_race(solved).inside


def by_plan(plan: Plan, goal: int, busts: int) -> TurnsByBusts:
    """Return the turns of a plan.

    Parameters
    ----------
    plan : the plan
    goal : points to win
    busts : number of busts in a row that costs points
    """
    turns = played(plan, goal)
    return _by_busts(turns, np.tile(turns.row, (busts, busts, 1, 1)))


def _by_busts(turns: PlayedTurns, row: Integers) -> TurnsByBusts:
    """Turns with rows by numbers of busts; holding with nothing gained counts as a bust."""
    nothing = turns.gain[:, 0].copy()
    turns.gain[:, 0] = 0.0
    return turns._replace(row=row, bust=turns.bust + nothing)
