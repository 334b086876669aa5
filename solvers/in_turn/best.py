"""Two players in turn who both play to win, with different seats or with equal ones.

Scores only grow, so states of greater sums come first. A bust hands over at the same scores, so the two turns
at one pair of scores depend on each other,

    V = F(1 - S),   S = F'(1 - V),

where F and F', the values of a turn as functions of the value of its bust, are convex and piecewise affine.
The turn kernel returns value and slope. Newton steps on the pair, which are policy iteration, end after two
or three sweeps where value iteration takes about 160. If nearly all turns of both bust, a step divides by a
chance to leave the pair that 1 - slope has lost; then both turns are played out forwards. With A and B the
expected worth to the one and to the other where the turn does not bust, l and s its chances not to bust and
to bust, all terms are positive:

    V = (A + s B') / (l + s l').

All turns of one sum are lanes of the turn kernel: indexed by the score x that would be banked, the values of
holding are contiguous in the other's score. The turns of both seats lie in one row, the first's from 0 on and
the second's behind them; if both seats are equal, the row holds one of them. So the turn that follows a bust
is at the mirrored index of the row.
"""

import numpy as np

from solvers.errors import NotConverged
from solvers.in_turn.diagonal import Diagonal, begin, is_due, play_out, sweep_due
from solvers.in_turn.pairs import (
    LARGEST_RESIDUAL,
    Row,
    guess_diagonal,
    newton_step,
    set_stakes,
    settled,
    some_pair_is_seldom_left,
)
from solvers.in_turn.seat import SELDOM_LEFT, Seats, Swept, hand_over, in_rings_first
from solvers.jit import jit

# Most sweeps; Newton steps on a pair visit each policy at most once, and two or three are usual.
MOST_SWEEPS = 60


def solve_round(goal: int, guessed: bool, seats: Seats, row: Row, who: str) -> None:
    """Solve all states, given the values after wipes.

    Parameters
    ----------
    goal : points to reach
    guessed : whether `handed` of the seats has estimates on entry
    seats : their `handed` and `hold` are written below the goal
    row : buffers for the turns of a diagonal
    who : the players, for an error

    Raises
    ------
    NotConverged
        if a pair of turns takes more than MOST_SWEEPS sweeps
    """
    alike = seats.first.handed is seats.second.handed
    unsettled = in_rings_first(
        seats, lambda own, swept: _solve(goal, alike, guessed, Seats(*own), swept, row)
    )
    if not unsettled <= 0.0:
        raise NotConverged(
            f"residual: expected at most {LARGEST_RESIDUAL}, got {unsettled} ({who}, {MOST_SWEEPS} sweeps of"
            " one diagonal)."
        )


@jit
def _solve(goal: int, alike: bool, guessed: bool, seats: Seats, swept: Swept | None, row: Row) -> float:
    """Solve all states, by diagonals of equal sums.

    Parameters
    ----------
    goal : points to reach
    alike : whether both seats are equal
    guessed : whether `handed` of the seats has estimates on entry
    seats : their `handed` and `hold` are written below the goal
    swept : buffers of a seat; None compiles a kernel that cannot play out turns
    row : buffers for the turns of a diagonal

    Returns
    -------
    the residual of a diagonal that did not converge, SELDOM_LEFT if a turn must be played out and cannot be,
    else 0
    """
    first = seats.first
    second = seats.second
    for s in range(2 * goal - 2, -1, -1):
        low = max(0, s - goal + 1)
        high = min(s, goal - 1)
        count = high - low + 1
        turns = count if alike else 2 * count
        guess_diagonal(goal, low, high, guessed, second.handed, row.guess)
        if not alike:
            guess_diagonal(goal, low, high, guessed, first.handed, row.guess[count:])
        set_stakes(turns, row)
        begin(turns, row)
        unsettled = 1.0
        last = np.inf
        sweeps = 0
        while not settled(first.sweeps.top, unsettled, last) and sweeps < MOST_SWEEPS:
            # Seats are indexed, so that the kernel has the code of a sweep once.
            for offset in range(0, turns, count):
                sweep_due(seats[int(offset > 0)], Diagonal(low, high, offset), row)
            if some_pair_is_seldom_left(turns, row):
                if swept is None:
                    return SELDOM_LEFT
                for offset in range(0, turns, count):
                    seat = seats[int(offset > 0)]
                    play_out(seat, seat.sweeps.swept, Diagonal(low, high, offset), row)
            last = unsettled
            unsettled = newton_step(turns, row)
            sweeps += 1
            # All lines are valid up to the new values.
            if not is_due(0, turns, row):
                unsettled = 0.0
        if not settled(first.sweeps.top, unsettled, last):
            return unsettled
        for q in range(count):
            hand_over(second, low + q, high - q, 1.0 - row.guess[q])
            if not alike:
                hand_over(first, low + q, high - q, 1.0 - row.guess[count + q])
    return 0.0
