"""The contest of equal turns: two players in turn, and whoever is behind has the last turn of the round.

State: the score i of the *first* player of each round and that j of the *second*, both below the goal. Let
V(i, j) be the first's chance to win if it is about to move, S(i, j) the second's if that one is. The first
banks x with

    1 - S(x, j)  below the goal,  and  1 - L(x - j)  from the goal on,

L(d) being what the last turn of the second is worth, d points behind; the second wins at once with the goal,
as the round is over then, and else banks y with 1 - V(i, y). After a bust the other is about to move, with
the same scores. So (V, S) of a pair of scores depend on each other and on those of greater sums:

    V(i, j) = F(1 - S(i, j)),   S(i, j) = F'(1 - V(i, j)),

F and F' as in the race in turn, and the same Newton steps solve them. What differs from the race: F and F'
belong to two seats, whose turns have values of their own; and the turns of the first go on beyond the goal,
up to a score from which on holding is proved best (`beyond`). Below an entry, which is no more than the goal,
neither may bank; who has the goal has it, and so last turns, and rounds after a tie, never meet it.

Who wins with equal scores is a parameter. Where a tie goes on, further rounds are played from equal scores
until somebody is ahead (`further_rounds`).

A wipe takes the mover to the score 0, which couples everything to the values there (`wiping`). A wipe in the
last turn loses.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.contests.of_two import OfTwo
from solvers.contests.tie import WORTH, Tie
from solvers.equal_turns.beyond import Beyond, beyond
from solvers.equal_turns.certificate import residual
from solvers.equal_turns.further_rounds import tie_worth
from solvers.equal_turns.seat import Diagonal, Seats, hand_over, new_seats, play_out, sweep_seat
from solvers.equal_turns.wiping.settle import settle
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.race.mirrored_pairs import (
    LARGEST_RESIDUAL,
    Steps,
    guess_diagonal,
    newton_step,
    settled,
    some_pair_nearly_always_busts,
)
from solvers.turns.chances import chances

# Newton steps on a pair visit each policy at most once; two or three are usual.
MOST_SWEEPS = 60


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
    seats = new_seats(turn, goal, ahead)
    _settle(turn, goal, seats)
    who = f"equal turns to {goal}"
    value = chances(np.ascontiguousarray(1.0 - seats.second.handed[:goal, :goal].T), who)
    second_value = chances(np.ascontiguousarray(1.0 - seats.first.handed[:goal, :goal].T), who)
    found = residual(turn, goal, tie, value, second_value, tie_value, ahead.last[1 : goal + 1])
    return EqualTurns(turn, goal, tie, value, second_value, tie_value, ahead, found)


def _settle(turn: Turn, goal: int, seats: Seats) -> None:
    """Solve all states, again and again until the values after a wipe stay.

    Parameters
    ----------
    turn, goal : the game
    seats : `handed` comes with the values from the goal on, and is written below it

    Raises
    ------
    NotConverged
        as `optimal_play` does
    """
    steps, guess = Steps(*np.zeros((5, 2 * goal))), np.zeros(2 * goal)

    def solve_round(guessed: bool) -> None:
        unsettled = _solve(goal, turn.least_score, guessed, seats, guess, steps)
        if not unsettled <= 0.0:
            raise NotConverged(
                f"residual: expected at most {LARGEST_RESIDUAL}, got {unsettled} (equal turns to {goal},"
                f" {MOST_SWEEPS} sweeps of one diagonal)."
            )

    settle(turn, goal, seats, f"equal turns to {goal}", solve_round)


@jit
def _solve(goal: int, least: int, guessed: bool, seats: Seats, guess: Array, steps: Steps) -> float:
    """Solve all states, by diagonals of equal i + j.

    Of each diagonal the turns of the first player come first, then those of the second, both numbered by
    falling score of the mover. So the two turns of a pair of scores are as far from either end, as the
    mirrored pairs are in a race.

    Parameters
    ----------
    goal : points to reach
    least : what a turn scores at least
    guessed : whether `handed` of the seats comes with guesses
    seats : their `handed` and `hold` are written below the goal
    guess : float64[turn], memory for the values of a diagonal
    steps : memory for what the sweeps of one diagonal find

    Returns
    -------
    The residual of a diagonal that did not converge, else 0.
    """
    first = seats.first
    second = seats.second
    for s in range(2 * goal - 2, -1, -1):
        low = max(0, s - goal + 1)
        high = min(s, goal - 1)
        count = high - low + 1
        one = Diagonal(low, high, 0, least)
        other = Diagonal(low, high, count, least)
        guess_diagonal(goal, low, high, guessed, second.handed, guess)
        guess_diagonal(goal, low, high, guessed, first.handed, guess[count:])
        unsettled = 1.0
        last = np.inf
        sweeps = 0
        while not settled(first.top, unsettled, last) and sweeps < MOST_SWEEPS:
            sweep_seat(first, one, guess, steps)
            sweep_seat(second, other, guess, steps)
            if some_pair_nearly_always_busts(2 * count, steps.slope):
                play_out(first, one, guess, steps)
                play_out(second, other, guess, steps)
            last = unsettled
            unsettled = newton_step(2 * count, steps, guess)
            sweeps += 1
        if not settled(first.top, unsettled, last):
            return unsettled
        for q in range(count):
            hand_over(second, low + q, high - q, 1.0 - guess[q])
            hand_over(first, low + q, high - q, 1.0 - guess[count + q])
    return 0.0
