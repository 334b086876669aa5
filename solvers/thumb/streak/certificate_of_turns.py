"""Certificate of the length of a rule's games where busts in a row cost points.

It is one backup of the expected turns to come, by the rules as they were written. The opponent, optimal play
or a best reply, makes the best choices by its stored win probabilities.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.in_turn.lasting import certificate as lasting
from solvers.in_turn.lasting.certificate_of_ends import ends_of_fixed
from solvers.thumb.streak.certificate import ends_of_goal
from solvers.thumb.streak.rule import RuleByBusts


class Meets(NamedTuple):
    """The opponent of a rule.

    Attributes
    ----------
    waiting : float64[other's score, own score, other's busts, own busts], its win probability if the other is
        about to move, which determines its choices
    top : score from which it holds
    beyond : float64[score, opponent], the same with the goal and more
    """

    waiting: Array
    top: int
    beyond: Array


def ends_of_rule(rule: RuleByBusts) -> lasting.EndsByBusts:
    """Return the ends of a rule's turns, by both numbers of busts; equal turns are played out once.

    Parameters
    ----------
    rule : the rule
    """
    parts = [ends_of_fixed(rule.turn, part, rule.goal) for part in rule.parts]
    return {(own, other): parts[part] for (own, other), part in np.ndenumerate(rule.part)}


def turns_residual(
    rule: RuleByBusts, meets: Meets, left: Array, waiting: Array, first: bool | None = None
) -> float:
    """Return the largest difference between expected turns to come and one backup; relative above 1.

    Parameters
    ----------
    rule : the rule
    meets : its opponent
    left, waiting : float64[banked, opponent, own_busts, opponent_busts], if the rule, or its opponent, is
        about to move, the rule's score and busts first
    first : whether the rule moves first with equal turns; None in a race
    """
    turn, goal = rule.turn, rule.goal
    tables = left, waiting.transpose(1, 0, 3, 2)
    if not all(np.isfinite(table).all() for table in (*tables, meets.waiting)):
        return np.inf
    contest = lasting.Contest(turn, goal, *rule.streak)
    plays = ends_of_rule(rule), lasting.best_play(contest, meets.top, meets.waiting, meets.beyond)
    after = None
    if first is not None:
        top = goal if first else meets.top
        after = lasting.After(top, np.zeros(top + turn.longest_gain + 1), 0.0)
    if first is False:
        plays, tables = (plays[1], plays[0]), (tables[1], tables[0])
    stored = dict(zip(("turns_left", "second_turns_left"), tables, strict=True))
    return lasting.residual(contest, lasting.Seats(*plays, after), stored)


def residual_in_a_race(rule: RuleByBusts, stored: Mapping[str, NDArray[Any]]) -> float:
    """Return the residual of the stored expected turns in a race, see `turns_residual`; 0 if none are stored.

    Parameters
    ----------
    rule : the rule
    stored : tables by name

    Raises
    ------
    KeyError
        if a table that is needed is missing
    """
    found = [0.0]
    for other, value in (("optimal", "optimal_value"), ("reply", "value_against_reply")):
        names = [f"{name}_against_{other}" for name in lasting.TURNS]
        if any(name in stored for name in names):
            left, waiting = (stored[name] for name in names)
            meets = Meets(1.0 - stored[value], rule.goal, _goal_wins(rule))
            found.append(turns_residual(rule, meets, left, waiting))
    return max(found)


def residual_of_reply(rule: RuleByBusts, tie: Tie, stored: Mapping[str, NDArray[Any]]) -> float:
    """Return the residual of a best response's stored expected turns, see `turns_residual`.

    Parameters
    ----------
    rule : the rule that it responds to
    tie : who wins ties
    stored : `waiting_value`, `turns_left` and `waiting_turns_left`, by its seat, and its own score and busts
        first

    Raises
    ------
    KeyError
        if one of them is missing
    """
    waits, left, waiting = (
        stored[name].transpose(0, 2, 1, 4, 3) for name in ("waiting_value", *lasting.TURNS)
    )
    top, _, ahead = ends_of_goal(rule, tie, 1.0 - waits[0])
    first, second = Meets(waits[0], top, ahead), Meets(waits[1], rule.goal, _goal_wins(rule))
    found = (
        turns_residual(rule, first, waiting[0], left[0], first=False),
        turns_residual(rule, second, waiting[1], left[1], first=True),
    )
    return max(found)


def _goal_wins(rule: RuleByBusts) -> Array:
    """Value of handing over with the goal and more if that wins, float64[score, opponent]."""
    return np.ones((rule.turn.longest_gain, rule.goal))
