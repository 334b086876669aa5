"""The contest of equal turns: two players in turn, and a player who is behind has the last turn of the round.

A state is the score i of the *first* player of each round and j of the *second*, both below the goal. V(i, j)
is the first's chance to win when it is about to move, S(i, j) the second's when it is. The first banks x with

    1 - S(x, j)  below the goal,  and  1 - L(x - j)  from the goal on,

where L(d) is the value of the second's last turn when d points behind. The second wins at once with the goal,
as the round is then over, and otherwise banks y with 1 - V(i, y). After a bust the other is about to move, at
the same scores. So V and S at a pair of scores depend on each other and on those of greater sums:

    V(i, j) = F(1 - S(i, j)),   S(i, j) = F'(1 - V(i, j)),

with F and F' as in a race, and `in_turn.best` solves both. Two things differ: F and F' belong to two seats,
whose turns have different values; and the turns of the first go on beyond the goal, up to a score from which
on holding is proved optimal (`beyond`). Below an entry, which is no more than the goal, neither player may
bank. A player with the goal has met the entry, so last turns and further rounds are not affected.

The tie rule is a parameter. If a tie goes on, further rounds are played from equal scores until somebody is
ahead (`further_rounds`).

A wipe sets the mover's score to 0, so all states depend on those with a score of 0. A wipe in the last turn
loses.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.contests.beyond import Beyond
from solvers.contests.of_two import OfTwo
from solvers.contests.tie import WORTH, Tie
from solvers.equal_turns.beyond import beyond
from solvers.equal_turns.certificate import residual
from solvers.equal_turns.further_rounds import tie_worth
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn.best import solve_round
from solvers.in_turn.pairs import new_row
from solvers.in_turn.seat import Seats, new_seat, race_seat
from solvers.in_turn.settling import settle_seats
from solvers.turns.chances import chances


@dataclass(frozen=True)
class EqualTurns(OfTwo):
    """Optimal play with equal turns.

    Attributes
    ----------
    turn, goal, tie : the game
    value : float64[banked, opponent], the first player's chance to win when about to move, both below the
        goal
    second_value : float64[banked, opponent], the second's when about to move, `banked` its own score
    tie_value : value of a tie to the first player
    beyond : what follows the goal
    residual : largest difference between the values and one backup of them by another route
    """

    turn: Turn
    goal: int
    tie: Tie
    value: Array
    second_value: Array
    tie_value: float
    beyond: Beyond
    residual: float

    @property
    def last_value(self) -> Array:
        """The second's chance to win in the last turn, float64[behind], for 1 to the goal points behind."""
        return self.beyond.last[1 : self.goal + 1]


def optimal_play(turn: Turn, goal: int, tie: Tie) -> EqualTurns:
    """Solve the contest of two players who both play to win.

    Parameters
    ----------
    turn : any turn
    goal : points to reach, 2 or more
    tie : the tie rule

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or a player may go on for too long beyond it
    NotConverged
        if a pair of states takes more than MOST_SWEEPS sweeps, or the values after a wipe do not converge

    Examples
    --------
    Piglet to 2 with a tie for the second player.

    >>> from solvers.games import piglet
    >>> print(round(optimal_play(piglet.turn(), 2, Tie.LAST).win_probability, 4))
    0.42
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    tie_value = tie_worth(turn) if tie is Tie.AGAIN else WORTH[tie]
    ahead = beyond(turn, goal, 1.0 - tie_value, 1.0 - tie_value)
    seats, row, who = new_seats(turn, goal, ahead), new_row(2 * goal), f"equal turns to {goal}"

    def one_round(guessed: bool) -> None:
        solve_round(goal, guessed, seats, row, who)

    settle_seats(turn, goal, seats, who, one_round)
    value = chances(np.ascontiguousarray(1.0 - seats.second.handed[:goal, :goal].T), who)
    second_value = chances(np.ascontiguousarray(1.0 - seats.first.handed[:goal, :goal].T), who)
    found = residual(turn, goal, tie, value, second_value, tie_value, ahead.last[1 : goal + 1])
    return EqualTurns(turn, goal, tie, value, second_value, tie_value, ahead, found)


def new_seats(turn: Turn, goal: int, after: Beyond) -> Seats:
    """Both seats, with values of handing over from the goal on, and 0 below it.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    after : what follows the goal
    """
    behind = np.arange(goal, after.top + turn.longest_gain)[:, None] - np.arange(goal)
    waits = new_seat(turn, goal, after.top, 1.0 - after.last[behind])
    return Seats(waits, race_seat(turn, goal))
