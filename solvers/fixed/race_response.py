"""The best response to a fixed player in a race, and what it does."""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn.inside import in_a_race
from solvers.in_turn.response import respond_in_a_race
from solvers.players.known import Known, parts_of, played_out
from solvers.turns.certificate_of_fixed import response_residual


@dataclass(frozen=True)
class RaceResponse:
    """The best response to a fixed player.

    Attributes
    ----------
    turn : the game
    opponent : who is responded to
    value : float64[scored, banked, opponent], the responder's chance to win if it is about to move, by the
        opponent's scoring turns
    waiting_value : float64[scored, banked, opponent], if the opponent is about to move
    residual : largest difference between both values and one backup of them by another route
    """

    turn: Turn
    opponent: Known
    value: Array
    waiting_value: Array
    residual: float

    @property
    def wins_first(self) -> float:
        """Chance to win from the start when moving first."""
        return float(self.value[0, 0, 0])

    @property
    def wins_second(self) -> float:
        """Chance to win from the start when moving second."""
        return float(self.waiting_value[0, 0, 0])

    @property
    def wins(self) -> float:
        """Chance to win if a fair coin says who moves first."""
        return (self.wins_first + self.wins_second) / 2.0


def best_response(opponent: Known, goal: int) -> RaceResponse:
    """Solve the best response to a fixed player.

    Parameters
    ----------
    opponent : whom to respond to
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
    return RaceResponse(turn, opponent, value.reshape(shape), waiting.reshape(shape), residual)


def hold_at(response: RaceResponse) -> Shorts:
    """Least turn total at which the best response holds, int16[scored, banked, opponent].

    `scored` counts the opponent's scoring turns. The best response may throw again at a greater turn total.
    """
    goal = response.value.shape[1]
    return np.stack([in_a_race(response.turn, goal, waiting).hold_at() for waiting in response.waiting_value])
