"""Two opponents of a fixed player in a race, the best response and optimal play, and what it gives away.

The best response knows the fixed player; optimal play need not.

Two equal players win half of their games each if a fair coin decides who moves first. What optimal play wins
above one half is how far the player falls short in the sense of Neller & Presser 2010. What the best response
wins above one half is how far the player can be exploited.

The player is about to move with score j, and the other has i. Optimal play in its place wins at least
V*(j, i), the value of the race. The player wins at least 1 - U(i, j) only, where U is the waiting value of
its best response. It gives away

    V*(j, i) - (1 - U(i, j)),

which is its exploitability in that state, and nowhere negative. Against optimal play it gives away less. But
that depends on which of several optimal policies it meets where rolling and holding are equally good, and no
certificate knows which one a solver took. Both terms above are proved.
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
    """The two opponents of a fixed player, and what it gives away in each state.

    Attributes
    ----------
    response : the best response to it
    optimal : optimal play against it
    optimal_value : float64[banked, opponent], chance to win of the player about to move if both play
        optimally
    """

    response: RaceResponse
    optimal: HeadToHead
    optimal_value: Array

    @property
    def residual(self) -> float:
        """The best response's residual, or by how much its chances are out of order if that is more."""
        return float(np.maximum(self.response.residual, out_of_order(self.optimal.wins, self.response.wins)))

    @property
    def given_away(self) -> Array:
        """Chance to win given away by the player about to move, float64[scored, banked, opponent].

        As in the best response's tables, `opponent` is the player's own score, `scored` its scoring turns.
        """
        return beyond_optimal(self.optimal_value, self.response.waiting_value)


def out_of_order(optimal_wins: float, best_response_wins: float) -> float:
    """By how much optimal play wins less than half, or more than the best response; 0 if it does neither, NaN
    if an argument is.
    """
    return float(np.max([0.0, 0.5 - optimal_wins, optimal_wins - best_response_wins]))


def given_away(player: Known, goal: int) -> GivenAway:
    """Solve both contests against a fixed player.

    Parameters
    ----------
    player : the fixed player
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
    """Chance to win that a player gives away when about to move, float64[..., banked, opponent].

    Parameters
    ----------
    optimal_value : float64[banked, opponent], chance to win of the player about to move if both play
        optimally
    waiting_value : float64[..., banked, opponent], chance of the best response to win while the player, whose
        score is `opponent`, is about to move
    """
    # Rounding may leave a negative difference.
    found: NDArray[Any] = np.maximum(optimal_value.T + waiting_value - 1.0, 0.0)
    return found
