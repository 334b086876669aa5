"""What a fixed player gives away in a race: to the best response, and to optimal play.

The best response knows the player; optimal play need not.

Against an equal everybody wins half of the games if a fair coin says who moves first. What optimal play wins
above that is how much the player falls short in the sense of Neller & Presser 2010; what the best response
wins above that is how much it could be exploited.
"""

from dataclasses import dataclass

from solvers.fixed.head_to_head import HeadToHead, head_to_head
from solvers.fixed.race_response import RaceResponse, best_response
from solvers.players.known import Known
from solvers.race.solve import optimal_play


@dataclass(frozen=True)
class GivenAway:
    """A fixed player's two opponents.

    Attributes
    ----------
    response : the best response to it
    optimal : optimal play against it
    """

    response: RaceResponse
    optimal: HeadToHead

    @property
    def residual(self) -> float:
        """Of the best response's values, or how far the chances are out of order if that is more."""
        return max(self.response.residual, out_of_order(self.optimal.wins, self.response.wins))


def out_of_order(optimal_wins: float, best_response_wins: float) -> float:
    """By how much optimal play wins less than half, or more than the best response; 0 where all is well."""
    return max(0.0, 0.5 - optimal_wins, optimal_wins - best_response_wins)


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
    return GivenAway(best_response(player, goal), head_to_head(optimal_play(player.turn, goal), player, goal))
