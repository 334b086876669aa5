"""A race of three in which some play for the win, and the others by rules of thumb.

Whoever plays for the win knows the rules of the others. With one such player that is a best response
(`response`). Two of them are in equilibrium with each other, the rule given: the clusters of the race of
three (`clusters`), in which the turns of the rule are known. As among three who play for the win, there may
be no policies that are best replies to each other. Such a cluster gets those with the least to gain by
another turn's policy; it is flagged, and so is what may lead to it.

Which equilibrium, if there are several: ties hold, and iteration starts from what holding with one point more
is worth.
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
    """Some play for the win, the others by rules.

    Attributes
    ----------
    turn, goal : the game
    value : float64[mover, first, second, third, seat], each seat's chance to win, all scores below the goal
    found : what came of them
    residual : largest difference between the value and one backup of it by another route, outside the
        clusters without equilibrium
    deviation_gain : the most that a mover who plays for the win gains by another policy for one turn, over
        all states, by that route
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
    seats : the rules by seat, of one game and goal, one or more; None for who plays for the win

    Raises
    ------
    InvalidRules
        if the turn has more than one opening, wipes, scores something even if it busts or has house rules, or
        the goal is more than MOST_GOAL

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
    """Refuse what `race_beside_rules` refuses."""
    if turn.wipes or turn.least_score > 0 or len(turn.openings) > 1 or turn.entry or turn.must_throw:
        rule = "one opening, no wipes, nothing for a bust, no house rules"
        raise expected("turn", rule, turn.name, "Ask for the best response to two rules.")
    if not 2 <= goal <= MOST_GOAL:
        raise expected("goal", f"2 to {MOST_GOAL}", goal)


def counted_of(value: Array) -> Counted:
    """The chances of all seats to win: who has the goal has won."""
    seats = value.shape[-1]
    return Counted(value, [own[None, None] for own in np.eye(seats)], np.zeros(seats))
