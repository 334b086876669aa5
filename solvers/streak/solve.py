"""The contest of two players in turn in which busts in a row cost points, as three farkles do.

State: the mover's banked score i, the opponent's j, and how many turns in a row each of them has bust, a and
b: value W(i, j, a, b) to the mover. Banking x is worth 1 - W(j, x, b, 0), or 1 from the goal on. A bust is
worth 1 - W(j, i, b, a + 1); the one that makes the streak full costs points, never more than there are, and
the count begins anew: 1 - W(j, max(0, i - cost), b, 0). A wipe has cost all, and the count begins anew, too.

Among equal scores busts only lead on to more busts, so nothing has to be solved for: sorted by falling i + j
and falling a + b, each turn is one sweep of the turn kernel. What leads back, to fewer points, is what comes
after a full streak. These values are iterated from outside: a change of them changes any value by no more
than the chance of a full streak before the game ends. So rounds contract (`settling`). That a round changes
little proves nothing: `bounds` proves how near the values are.
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
    turn, goal, rule : the game
    value : float64[banked, opponent, busts, opponent_busts], chance of the player about to move to win, both
        below the goal
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    goal: int
    rule: Rule
    value: Array
    residual: float


def optimal_play(turn: Turn, goal: int, rule: Rule) -> Streak:
    """Solve the contest of two players who both play for the win.

    Parameters
    ----------
    turn : any in which a bust scores nothing
    goal : points to win, 2 or more
    rule : what busts in a row cost

    Raises
    ------
    InvalidRules
        if the goal is less than 2, a streak less than one bust, the cost less than 0, or a bust scores
    NotConverged
        if the values after a streak take too many rounds, or are not proved to be near

    Examples
    --------
    >>> from solvers.games import pig
    >>> rules = Rule(busts=3, cost=0), Rule(busts=3, cost=10)
    >>> print(*(round(optimal_play(pig.turn(), 100, rule).win_probability, 4) for rule in rules))
    0.5306 0.5262
    """
    refuse(turn, goal, rule)
    # A first guess of 1/2. That of the race without the rule would save three rounds in 30.
    side, who = new_side(goal, rule, race_seat(turn, goal)), f"{rule.busts} busts in a row, race to {goal}"
    solve((side,), goal, rule, who)
    value = chances(value_against(side), who)
    return Streak(turn, goal, rule, value, residual(turn, goal, rule, value))
