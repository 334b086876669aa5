"""A race of two players in turn in which busts in a row cost points, as three farkles do: optimal play.

A state is the mover's banked score i, the opponent's j, and their numbers of busts in a row, a and b; its
value to the mover is W(i, j, a, b). Banking x is worth 1 - W(j, x, b, 0), or 1 from the goal on. A bust is
worth 1 - W(j, i, b, a + 1). The bust that completes a streak costs points, at most all, and resets the count:
1 - W(j, max(0, i - cost), b, 0). A wipe resets the count, too.

At equal scores busts only lead to more busts, so no equations need to be solved: in the order of falling i +
j and falling a + b, each turn is one sweep of the turn kernel. Only a full streak leads back to fewer points.
The values after streaks are iterated: changing them changes any value by at most the probability of a full
streak before the game ends, so the iteration contracts (`settling`). A small change proves nothing; `bounds`
proves how accurate the values are.
"""

from dataclasses import dataclass

from solvers.arrays import Array
from solvers.contests.of_two import OfTwo
from solvers.contests.streak import Rule
from solvers.games.turn import Turn
from solvers.in_turn.seat import race_seat
from solvers.in_turn.streaks import new_side, refuse, solve, value_against
from solvers.streak.certificate import residual
from solvers.turns.chances import chances


@dataclass(frozen=True)
class Streak(OfTwo):
    """Optimal play where busts in a row cost points.

    Attributes
    ----------
    turn, goal, rule : the game, and what busts in a row cost
    value : float64[banked, opponent, busts, opponent_busts], win probability of the player about to move,
        both scores below the goal
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    goal: int
    rule: Rule
    value: Array
    residual: float


def optimal_play(turn: Turn, goal: int, rule: Rule) -> Streak:
    """Solve the race of two players who both play to win.

    Parameters
    ----------
    turn : a game's turn in which busts score nothing
    goal : points to win, 2 or more
    rule : what busts in a row cost

    Raises
    ------
    InvalidRules
        if the goal is less than 2, a streak has less than one bust, the cost is negative, or a bust scores
    NotConverged
        if the values after a streak do not converge, or are not proved accurate enough

    Examples
    --------
    >>> from solvers.games import pig
    >>> rules = Rule(busts=3, cost=0), Rule(busts=3, cost=10)
    >>> print(*(round(optimal_play(pig.turn(), 100, rule).win_probability, 4) for rule in rules))
    0.5306 0.5262
    """
    refuse(turn, goal, rule)
    # The first guess is 1/2; starting from the race without the rule would save three iterations in 30.
    side, who = new_side(goal, rule, race_seat(turn, goal)), f"{rule.busts} busts in a row, race to {goal}"
    solve((side,), goal, rule, who)
    value = chances(value_against(side), who)
    return Streak(turn, goal, rule, value, residual(turn, goal, rule, value))
