"""Certificate of two rules of thumb with equal turns.

Last turns are computed from 0 points behind upwards. The value of a tie and the expected turns of further
rounds follow from the chances that one round is won, lost or tied.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import WORTH, Tie
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_last_turns import Ends, ends_of_last_turns
from solvers.in_turn.certificate_of_pair import After, Tables, residual
from solvers.players.ruled import Ruled
from solvers.turns.certificate_of_fixed import turns_worth


class Said(NamedTuple):
    """The tables to prove, about two rules.

    Attributes
    ----------
    value, second_value : float64[banked, opponent], chance to win of the first, or the second, when about to
        move
    turns_left, second_turns_left : float64[banked, opponent], expected turns of both players to come, same
        cases
    tie_value : value of a tie to the first
    last_value : float64[behind], the second's chance to win in the last turn, from 1 point behind on
    """

    value: Array
    second_value: Array
    turns_left: Array
    second_turns_left: Array
    tie_value: Array | float
    last_value: Array


def equal_turns_residual(turn: Turn, tie: Tie, first: Ruled, second: Ruled, said: Said) -> float:
    """Largest difference between the tables and one backup of them, see `certificate_of_pair.residual`.

    Parameters
    ----------
    turn : the game
    tie : the tie rule
    first, second : the players
    said : the tables to prove
    """
    goal, longest = len(said.value), turn.longest_gain
    last = last_turns_by_rule(turn, second, goal + longest, tie)
    tie_value, turns = _rounds(turn, first, second, goal) if tie is Tie.AGAIN else (WORTH[tie], 0.0)
    second_wins = last.worth(1.0 - tie_value)
    behind = np.arange(goal, goal + longest)[:, None] - np.arange(goal)
    after = After(1.0 - second_wins[behind], 1.0 + turns * last.level[behind])
    tables = Tables(said.value, 1.0 - said.second_value.T, said.turns_left, said.second_turns_left.T)
    apart = np.abs(second_wins[1 : goal + 1] - said.last_value).max()
    backed = residual(turn, first.rule, second.rule, tables, after)
    return float(np.max([backed, abs(tie_value - said.tie_value), apart]))


def last_turns_by_rule(turn: Turn, player: Ruled, far: int, tie: Tie, level_after_wipe: bool = False) -> Ends:
    """Distribution of the ends of a rule's last turns, for 0 to `far` points behind.

    Parameters
    ----------
    turn, player : the game and the player
    far : greatest number of points behind
    tie : the tie rule
    level_after_wipe : whether a player 0 points behind has score 0, so that a wipe leads to a tie
    """
    way = tuple(player.rule.way.tolist())
    return ends_of_last_turns(turn, way, far, 0.0, tie is Tie.LAST, level_after_wipe)


def ends_of_first_turn(turn: Turn, player: Ruled, goal: int) -> tuple[Array, Array, float]:
    """Distribution of a player's first turn in a further round.

    Parameters
    ----------
    turn, player : the game and the player
    goal : points at which it holds at the latest

    Returns
    -------
    gains : float64[points], chance of each gain
    gains_at_zero : float64[points], the same from score 0, where a wipe gains nothing
    wiped : chance of a wipe from a greater score
    """
    plan = player.first_of_round
    each = np.eye(2 + goal + turn.longest_gain)
    # From score 1 only a wipe leads to 0.
    at_zero, at_one = turns_worth(plan.turn, plan, each[None], ends=(2, goal + 2))
    return at_one[1:], at_zero, float(at_one[0])


def _rounds(turn: Turn, first: Ruled, second: Ruled, goal: int) -> tuple[float, float]:
    """Value of a tie that goes on to the first player, and the expected turns to come.

    Parameters
    ----------
    turn : the game
    first, second : the players
    goal : points to reach
    """
    gains, at_zero, wiped = ends_of_first_turn(turn, first, goal)
    last = last_turns_by_rule(turn, second, len(at_zero) - 1, Tie.AGAIN)
    lost, tied = (float(gains @ of[: len(gains)]) for of in (last.win, last.level))
    both = value = more = turns = 0.0
    if turn.wipes:
        zero = last_turns_by_rule(turn, second, len(at_zero) - 1, Tie.AGAIN, level_after_wipe=True)
        again, on = float(at_zero[0] * zero.level[0]), float(at_zero[1:] @ zero.level[1:])
        won = 1.0 - float(at_zero @ zero.win) - again - on
        value, more, turns = (of / (1.0 - again) for of in (won, on, 2.0))
        both = wiped * float(turn.throws[turn.openings[0]].wipe)
    stays = tied + both * more
    return (1.0 - lost - tied - wiped + both * value) / (1.0 - stays), (2.0 + both * turns) / (1.0 - stays)
