"""What a fixed player gives away in a race: to the best response, and to optimal play.

The best response knows the player; optimal play need not.

Against an equal everybody wins half of the games if a fair coin says who moves first. What optimal play wins
above that is how much the player falls short in the sense of Neller & Presser 2010; what the best response
wins above that is how much it could be exploited.

Where the player is about to move with the score j and the other has i, optimal play in its place is sure of
V*(j, i), the value of the race. The player is sure of 1 - U(i, j) only, U being what its best response wins
while it waits. It gives away

    V*(j, i) - (1 - U(i, j)),

which is its exploitability in that state, and nowhere negative. Against optimal play, which need not know the
player, it gives away less; but that depends on which of several optimal policies it meets, where throwing and
holding are equally good, and no certificate knows which one a solver took. Both terms here are proved.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.fixed.head_to_head import HeadToHead, head_to_head
from solvers.fixed.race_response import RaceResponse, best_response
from solvers.players.known import Known
from solvers.race.solve import optimal_play


@dataclass(frozen=True)
class GivenAway:
    """A fixed player's two opponents, and what it gives away in each state.

    Attributes
    ----------
    response : the best response to it
    optimal : optimal play against it
    optimal_value : float64[banked, opponent], what optimal play is worth to whoever is about to move
    """

    response: RaceResponse
    optimal: HeadToHead
    optimal_value: Array

    @property
    def residual(self) -> float:
        """Of the best response's values, or how far the chances are out of order if that is more."""
        return float(np.maximum(self.response.residual, out_of_order(self.optimal.wins, self.response.wins)))

    @property
    def given_away(self) -> Array:
        """What the player gives away where it is about to move, float64[scored, banked, opponent].

        As in the best response's tables, `opponent` is the player's own score, and `scored` counts its
        scoring turns.
        """
        return beyond_optimal(self.optimal_value, self.response.waiting_value)


def out_of_order(optimal_wins: float, best_response_wins: float) -> float:
    """By how much optimal play wins less than half, or more than the best response; 0 where all is well, NaN
    where a chance is.
    """
    return float(np.max([0.0, 0.5 - optimal_wins, optimal_wins - best_response_wins]))


def given_away(player: Known, goal: int) -> GivenAway:
    """Solve both contests against a fixed player.

    Parameters
    ----------
    player : whoever it is
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2
    NotConverged
        if a solver does not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.counting import counting_rule
    >>> answer = given_away(counting_rule("keep pace", pig.turn(), 100), 100)
    >>> # games in a hundred; Neller & Presser 2010 have 0.922
    >>> print(round(200 * answer.optimal.wins - 100, 3))
    0.922
    """
    response, race = best_response(player, goal), optimal_play(player.turn, goal)
    return GivenAway(response, head_to_head(race, player, goal), race.value)


def beyond_optimal(optimal_value: NDArray[Any], waiting_value: NDArray[Any]) -> NDArray[Any]:
    """What a player gives away where it is about to move, float64[..., banked, opponent].

    Parameters
    ----------
    optimal_value : float64[banked, opponent], what optimal play is worth to whoever is about to move
    waiting_value : float64[..., banked, opponent], what the best response wins while the player, whose score
        is the opponent's, is about to move
    """
    # Rounding has signs.
    found: NDArray[Any] = np.maximum(optimal_value.T + waiting_value - 1.0, 0.0)
    return found
