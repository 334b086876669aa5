"""The best response to a fixed player in a race."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.errors import expected
from solvers.fixed.head_to_head import HeadToHead, turns_to_come
from solvers.in_turn.inside import in_a_race
from solvers.in_turn.pair import Pair
from solvers.in_turn.response import respond_in_a_race
from solvers.players.known import Known, parts_of, played_out
from solvers.turns.certificate_of_fixed import response_residual
from solvers.turns.played import together


@dataclass(frozen=True)
class RaceResponse(HeadToHead):
    """The best response to a fixed player.

    Its tables are float64[scored, banked, opponent]; `scored` counts the opponent's scoring turns.

    Attributes
    ----------
    opponent : the fixed player
    """

    opponent: Known


def best_response(opponent: Known, goal: int) -> RaceResponse:
    """Solve the best response to a fixed player.

    Parameters
    ----------
    opponent : the fixed player
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or less than the entry
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than MOST_ROUNDS
        rounds

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.counting import counting_rule
    >>> response = best_response(counting_rule("hold at 20", pig.turn(), 100), 100)
    >>> print(round(response.wins_first, 4), round(1 - response.wins_second, 4))  # Neller & Presser 2004
    0.5874 0.4776
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    turn, parts = opponent.turn, parts_of(opponent)
    who = f"best response to {opponent.name}"
    value, waiting = respond_in_a_race(turn, who, played_out(opponent, goal))
    residual = response_residual(turn, parts, value, waiting)
    shape = len(parts), goal, goal
    value, waiting = value.reshape(shape), waiting.reshape(shape)
    turns = partial(_turns_to_come, opponent, waiting)
    return RaceResponse(turn, value, waiting, residual, turns, opponent)


def _turns_to_come(opponent: Known, waiting_value: Array) -> tuple[Array, Array]:
    """Expected turns of both players still to come, float64[scored, banked, opponent], when the response is
    about to move, and when the opponent is; a tie holds, or takes the first way.
    """
    turn, goal = opponent.turn, waiting_value.shape[-1]
    each = together([in_a_race(turn, goal, waiting).played(goal) for waiting in waiting_value])
    own = each._replace(row=each.row[None])
    pair = Pair(turn, f"best response to {opponent.name}", own, played_out(opponent, goal))
    left, waiting_left = turns_to_come(pair)
    return left[0], waiting_left[0]


def hold_at(response: RaceResponse) -> Shorts:
    """Least turn total at which the best response holds, int16[scored, banked, opponent].

    `scored` counts the opponent's scoring turns. The best response may roll again at a greater turn total.
    """
    goal = response.value.shape[1]
    return np.stack([in_a_race(response.turn, goal, waiting).hold_at() for waiting in response.waiting_value])
