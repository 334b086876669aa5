"""The contest of equal turns: two players in turn, and whoever is behind has the last turn of the round.

State: the score i of the *first* player of each round and that j of the *second*, both below the goal. Let
V(i, j) be the first's chance to win if it is about to move, S(i, j) the second's if that one is. The first
banks x with

    1 - S(x, j)  below the goal,  and  1 - L(x - j)  from the goal on,

L(d) being what the last turn of the second is worth, d points behind; the second wins at once with the goal,
as the round is over then, and else banks y with 1 - V(i, y). After a bust the other is about to move, with
the same scores. So (V, S) of a pair of scores depend on each other and on those of greater sums:

    V(i, j) = F(1 - S(i, j)),   S(i, j) = F'(1 - V(i, j)),

F and F' as in a race, and `in_turn.best` solves both. What differs: F and F' belong to two seats, whose turns
have values of their own; and the turns of the first go on beyond the goal, up to a score from which on
holding is proved best (`beyond`). Below an entry, which is no more than the goal, neither may bank; who has
the goal has it, and so last turns, and rounds after a tie, never meet it.

Who wins with equal scores is a parameter. Where a tie goes on, further rounds are played from equal scores
until somebody is ahead (`further_rounds`).

A wipe takes the mover to the score 0, which couples everything to the values there. A wipe in the
last turn loses.
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
    """Optimal play of a contest of equal turns.

    Attributes
    ----------
    turn, goal, tie : the game
    value : float64[banked, opponent], the first player's chance to win when about to move, both below the
        goal
    second_value : float64[banked, opponent], the second's when about to move, `banked` its own score
    tie_value : what a tie is worth to the first player
    beyond : what comes after the goal
    residual : largest difference between these and one backup of them by another route
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
        """The second's chance to win with the last turn, float64[behind], for 1 to the goal points behind."""
        return self.beyond.last[1 : self.goal + 1]


def optimal_play(turn: Turn, goal: int, tie: Tie) -> EqualTurns:
    """Solve the contest of two players who both play for the win.

    Parameters
    ----------
    turn : any turn
    goal : points to reach, 2 or more
    tie : who wins with equal scores

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or a player may go on for too long beyond it
    NotConverged
        if a pair of states takes more than MOST_SWEEPS sweeps, or the values after a wipe too many rounds

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
    """Both seats; their values of handing over are those from the goal on, and 0 below it.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    after : what comes after the goal
    """
    behind = np.arange(goal, after.top + turn.longest_gain)[:, None] - np.arange(goal)
    waits = new_seat(turn, goal, after.top, 1.0 - after.last[behind])
    return Seats(waits, race_seat(turn, goal))
