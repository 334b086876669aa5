"""Equal turns in which busts in a row cost points: optimal play of two players.

Below the goal turns are those of a race with such a rule (`solve`), for two seats with different values. At
the goal, the first player hands over to the second player's last turn. The outcome of that does not depend on
busts before, so everything from the goal on is as without the rule (`equal_turns.beyond`). The rule does not
change the score from which holding is proved optimal, either: after a bust of the first player, the second
wins within one turn with the same probability as without the rule.

Ties that are played on are not solved: there the cost depends on how often both players have bust.
"""

from dataclasses import dataclass

from solvers.arrays import Array
from solvers.contests.beyond import Beyond
from solvers.contests.of_two import OfTwo
from solvers.contests.streak import Rule
from solvers.contests.tie import SETTLED, WORTH, Tie
from solvers.equal_turns.beyond import beyond
from solvers.equal_turns.solve import new_seats
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn.streaks import new_side, refuse, solve, value_against
from solvers.streak.certificate import residual_of_equal_turns
from solvers.turns.chances import chances


@dataclass(frozen=True)
class EqualTurns(OfTwo):
    """Optimal play with equal turns in which busts in a row cost points.

    Attributes
    ----------
    turn, goal, rule, tie : the game, what busts in a row cost, and who wins ties
    value : float64[banked, opponent, busts, opponent_busts], win probability of the first player, about to
        move, both scores below the goal
    second_value : the same shape, win probability of the second player, about to move, its own score and
        busts first
    beyond : what follows the goal
    residual : largest difference between these and one backup of them by another route
    """

    turn: Turn
    goal: int
    rule: Rule
    tie: Tie
    value: Array
    second_value: Array
    beyond: Beyond
    residual: float

    @property
    def last_value(self) -> Array:
        """Win probability of the second player in the last turn, float64[behind], from 1 point behind."""
        return self.beyond.last[1 : self.goal + 1]


def optimal_play(turn: Turn, goal: int, rule: Rule, tie: Tie) -> EqualTurns:
    """Solve the contest of two players who both play to win.

    Parameters
    ----------
    turn : a game's turn in which busts score nothing
    goal : points to reach, 2 or more
    rule : what busts in a row cost
    tie : who wins ties; not `again`

    Raises
    ------
    InvalidRules
        if the goal is less than 2, a streak has less than one bust, the cost is negative, a bust scores, ties
        are played on, or a player may go on for too long beyond the goal
    NotConverged
        if the values after a streak do not converge, or are not proved accurate enough

    Examples
    --------
    >>> from solvers.games import pig
    >>> dear, none = (optimal_play(pig.turn(), 50, Rule(2, cost), Tie.LAST) for cost in (10, 0))
    >>> print(round(dear.win_probability, 4), round(none.win_probability, 4))
    0.4342 0.4357
    """
    refuse(turn, goal, rule)
    if tie is Tie.AGAIN:
        remedy = "What busts in a row cost in rounds after a tie is not solved."
        raise expected("tie", f"{SETTLED} where busts in a row cost points", "again", remedy)
    level = 1.0 - WORTH[tie]
    after = beyond(turn, goal, level, level)
    seats, who = new_seats(turn, goal, after), f"{rule.busts} busts in a row, equal turns to {goal}"
    first, second = (new_side(goal, rule, seat) for seat in seats)
    solve((first, second), goal, rule, who)
    value, second_value = (chances(value_against(side), who) for side in (second, first))
    left = residual_of_equal_turns(turn, goal, rule, tie, value, second_value, after.last[1 : goal + 1])
    return EqualTurns(turn, goal, rule, tie, value, second_value, after, left)
