"""A race of three in which some play to win, and the others by rules of thumb.

A player who plays to win knows the rules of the others. With one such player that is a best response
(`response`). Two of them are in equilibrium with each other, given the rule: the clusters of the race of
three (`clusters`), with known turns of the rule. As among three who play to win, there may be no policies
that are best responses to each other. Such a cluster gets the policies with the least gain by another policy
for one turn; it is flagged, and so are states that may lead to it.

If there are several equilibria: ties hold, and iteration starts from the values of holding with one more
point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from solvers.arrays import Array
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn_of_many.certificate import Counted
from solvers.in_turn_of_many.certificate_of_best import gain_and_residual
from solvers.in_turn_of_many.clusters.board import CHOOSES, board_by_seat, contest_arrays
from solvers.in_turn_of_many.clusters.by_scores import Clustered, Found, solve_by_scores
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.turns.played import flat, together

MOST_GOAL = 100


@dataclass(frozen=True)
class RaceBesideRules(Clustered):
    """A race of three in which some play to win, the others by rules.

    Attributes
    ----------
    turn, goal : the game
    value : float64[mover, first, second, third, seat], each seat's chance to win, all scores below the goal
    found : results for all scores below the goal
    residual : largest difference between the value and one backup of it by another route, outside clusters
        without equilibrium
    deviation_gain : greatest gain of a mover who plays to win by another policy for one turn, over all
        states, by that route
    """

    turn: Turn
    goal: int
    value: Array
    found: Found
    residual: float
    deviation_gain: float


def race_beside_rules(seats: Sequence[RuleOfThumb | None]) -> RaceBesideRules:
    """Solve a race of three in which some play by rules of thumb.

    Parameters
    ----------
    seats : the rules by seat, one or more, for one game and goal; None for a player who plays to win

    Raises
    ------
    InvalidRules
        if the turn has more than one opening, wipes, a score for a bust or house rules, or the goal is more
        than MOST_GOAL

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> found = race_beside_rules((None, None, rule_of_thumb("hold at 20", pig.turn(), 30)))
    >>> found.win_probability.round(4).tolist()
    [0.4778, 0.3635, 0.1587]
    """
    rules = [own for own in seats if own is not None]
    turn, goal = rules[0].turn, rules[0].goal
    check(turn, goal)
    flattened = flat(turn)
    played = together([played_by_rule(rule, flattened) for rule in rules])
    number = count()
    plays = [CHOOSES if own is None else next(number) for own in seats]
    board = board_by_seat(goal, [goal] * len(seats), goal, plays)
    found = solve_by_scores(contest_arrays(turn, goal, board), played)
    gain, residual = gain_and_residual(turn, seats, counted_of(found.value), found.settled)
    return RaceBesideRules(turn, goal, found.value, found, residual, gain)


def check(turn: Turn, goal: int) -> None:
    """Refuse a turn or a goal that `race_beside_rules` does not solve."""
    if turn.wipes or turn.least_score > 0 or len(turn.openings) > 1 or turn.entry or turn.must_throw:
        rule = "one opening, no wipes, nothing for a bust, no house rules"
        raise expected("turn", rule, turn.name, "Ask for the best response to two rules.")
    if not 2 <= goal <= MOST_GOAL:
        raise expected("goal", f"2 to {MOST_GOAL}", goal)


def counted_of(value: Array) -> Counted:
    """The chances of all seats to win: a player with the goal has won."""
    seats = value.shape[-1]
    return Counted(value, [own[None, None] for own in np.eye(seats)], np.zeros(seats))
