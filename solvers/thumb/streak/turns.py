"""The turns of a rule of thumb, and of optimal play, where busts in a row cost points: played out by both
scores and by both counts of busts.

A rule has the turns of a race for each pair of counts that it tells apart. Optimal play has turns of its own
for each pair of counts, and of those a row for each pair of scores.
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
    """The turns of a rule.

    Parameters
    ----------
    rule : whose
    rules : its turn as flat arrays, if they are known
    past : how many scores from the goal on are counted apart, as many as a throw may gain; 0 for a race
    """
    rules = flat(rule.turn) if rules is None else rules
    turns = together([played_by_rule(part, rules, past) for part in rule.parts])
    return _by_busts(turns, turns.row[rule.part])


def optimally(solved: Streak) -> TurnsByBusts:
    """The turns of optimal play; a tie holds, or takes the way named first.

    Parameters
    ----------
    solved : the contest
    """
    turns = in_a_race(solved).played(solved.goal)
    return _by_busts(turns, turns.row)


def chosen(solved: Streak) -> Callable[[int, int], Inside]:
    """What optimal play chooses by, as a function of both counts of busts, its own first.

    Parameters
    ----------
    solved : the contest
    """
    return in_a_race(solved).inside


def by_plan(plan: Plan, goal: int, busts: int) -> TurnsByBusts:
    """The turns of a plan.

    Parameters
    ----------
    plan : whose
    goal : points to win
    busts : in a row that cost points
    """
    turns = played(plan, goal)
    return _by_busts(turns, np.tile(turns.row, (busts, busts, 1, 1)))


def _by_busts(turns: PlayedTurns, row: Integers) -> TurnsByBusts:
    """With rows by counts of busts; to stop with nothing gained is a bust."""
    nothing = turns.gain[:, 0].copy()
    turns.gain[:, 0] = 0.0
    return turns._replace(row=row, bust=turns.bust + nothing)
