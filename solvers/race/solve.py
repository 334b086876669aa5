"""Optimal play of the race of two players in turn.

A state is the mover's banked score i and the opponent's j; W(i, j) is the mover's win probability. Holding
with x hands the turn to the opponent, so it is worth 1 - W(j, x), or 1 from the goal on; a bust is worth 1 -
W(j, i) (Neller, Russell & Markov 2012, section 2). Both seats have the same values, and only the mirrored
pair (i, j), (j, i) depends on itself; `in_turn.best` solves it.

After a wipe the mover has score 0, so all states depend on the values 1 - W(j, 0). These are iterated:
changing them changes any value by at most the probability of a wipe before the game ends, so the iteration
contracts. If a turn scores at least one point (Progressive Pig), a bust is worth 1 - W(j, i + 1), and no
states depend on each other. Scores below an entry cannot be banked. They are states nonetheless, for a game
that begins with a few points.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.contests.of_two import OfTwo
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn
from solvers.in_turn.best import solve_round
from solvers.in_turn.pairs import ROUNDING, new_row
from solvers.in_turn.seat import Seats, race_seat
from solvers.in_turn.settling import settle
from solvers.race.certificate import residual
from solvers.turns.chances import chances
from solvers.turns.wipes import REMEDY

# Largest accepted residual of all values, if the values after wipes were iterated.
LARGEST_LEFT = 1e-13


@dataclass(frozen=True)
class Race(OfTwo):
    """Optimal play of a race.

    Attributes
    ----------
    turn, goal : the game
    value : float64[banked, opponent], win probability of the player about to move, both scores below the goal
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    goal: int
    value: Array
    residual: float


def optimal_play(turn: Turn, goal: int) -> Race:
    """Solve the race of two players who both play to win.

    Parameters
    ----------
    turn : the game's turn
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2
    NotConverged
        if a pair of states takes more than MOST_SWEEPS sweeps, or the values after wipes do not converge or
        are not proved accurate enough

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(optimal_play(pig.turn(), 100).win_probability, 4))  # Neller & Presser 2004
    0.5306
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    seat, row, who = race_seat(turn, goal), new_row(goal), f"race to {goal}"
    seats = Seats(seat, seat)

    def round_of(after: Array, guessed: bool) -> Array:
        seat.wiped[: after.size] = after
        solve_round(goal, guessed, seats, row, who)
        return seat.handed[0, : after.size].copy()

    settle(round_of, goal if turn.wipes else 0, who)
    value = chances(np.ascontiguousarray(1.0 - seat.handed[:goal, :goal].T), who)
    left = residual(turn, goal, value)
    # With ties up to rounding, an iteration may choose the throw that hardly ever ends the turn.
    if turn.wipes and not left <= max(LARGEST_LEFT, ROUNDING * goal):
        raise NotConverged(f"residual: expected at most {LARGEST_LEFT}, got {left} ({who}). {REMEDY}")
    return Race(turn, goal, value, left)
