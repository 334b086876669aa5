"""All states of a best response under equal turns, diagonal by diagonal, given what comes after the goal.

`response.solve` says what is solved. Diagonals and their numbers are those of `in_turn.best`.
"""

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.beyond import Beyond
from solvers.equal_turns.solve import new_seats
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.in_turn.best import MOST_SWEEPS
from solvers.in_turn.diagonal import Diagonal, begin, play_out, sweep_due
from solvers.in_turn.pairs import (
    Row,
    guess_diagonal,
    new_row,
    pair_nearly_always_busts,
    some_pair_nearly_always_busts,
)
from solvers.in_turn.seat import Seat, Seats, hand_over
from solvers.in_turn.wiping import settle_seats
from solvers.jit import jit
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns

# Relative rise of a value for each throw that a turn can have: smaller ones are rounding.
ROUNDING = 2.5e-16
# A value that is less is rounded as if it were this.
LEAST_VALUE = 1e-300


def solve(
    turn: Turn, goal: int, ahead: Beyond, fixed: PlayedTurns, responds_first: bool, every_way: bool
) -> tuple[Array, Array]:
    """Both players' chances to win when about to move, float64[banked, opponent] each.

    Parameters
    ----------
    turn, goal : the game
    ahead : what comes after the goal
    fixed : the policy's turns in its seat
    responds_first : whether the best response moves first
    every_way : whether more points may be worth less

    Raises
    ------
    NotConverged
        if a pair of states takes more than MOST_SWEEPS sweeps, or the values after a wipe too many rounds
    """
    seats = new_seats(turn, goal, ahead, every_way)
    who = f"best response with equal turns to {goal}"
    row = new_row(2 * goal)

    def solve_round(guessed: bool) -> None:
        rising = _all_states(goal, responds_first, guessed, seats, fixed, row)
        if not rising <= 0.0:
            where = f"{who}, {MOST_SWEEPS} sweeps of one diagonal"
            raise NotConverged(f"rise of a value: expected rounding, got {rising} of it ({where}).")

    settle_seats(turn, goal, seats, who, solve_round)
    return (
        chances(np.ascontiguousarray(1.0 - seats.second.handed[:goal, :goal].T), "the first player"),
        chances(np.ascontiguousarray(1.0 - seats.first.handed[:goal, :goal].T), "the second player"),
    )


@jit
def _all_states(
    goal: int,
    responds_first: bool,
    guessed: bool,
    seats: Seats,
    fixed: PlayedTurns,
    row: Row,
) -> float:
    """Solve all states, by diagonals of equal i + j, numbered as in `solve`.

    Parameters
    ----------
    goal : points to reach
    responds_first : whether the best response moves first
    guessed : whether `handed` of the seats comes with guesses
    seats : their `handed` and `hold` are written below the goal
    fixed : the policy's turns
    row : memory for the turns of a diagonal

    Returns
    -------
    How much a value still rose on a diagonal that did not converge, else 0.
    """
    first = seats.first
    second = seats.second
    best = first if responds_first else second
    other = second if responds_first else first
    for s in range(2 * goal - 2, -1, -1):
        low = max(0, s - goal + 1)
        high = min(s, goal - 1)
        count = high - low + 1
        own = Diagonal(low, high, 0 if responds_first else count, 2 * count)
        theirs = Diagonal(low, high, count if responds_first else 0, 2 * count)
        guess_diagonal(goal, low, high, guessed, second.handed, row.guess)
        guess_diagonal(goal, low, high, guessed, first.handed, row.guess[count:])
        _play_fixed(fixed, other, theirs, row)
        begin(2 * count, row)
        rising = 1.0
        sweeps = 0
        while not (rising <= ROUNDING * first.top) and sweeps < MOST_SWEEPS:
            sweep_due(best, own, row)
            for turn in range(theirs.offset, theirs.offset + count):
                row.slope[turn] = row.bust[turn]
            if some_pair_nearly_always_busts(2 * count, row.slope):
                play_out(best, own, row)
            risen = _step(own.offset, count, sweeps == 0, row)
            rising = 1.0 if sweeps == 0 else risen
            sweeps += 1
        if not (rising <= ROUNDING * first.top):
            return rising
        for q in range(count):
            hand_over(second, low + q, high - q, 1.0 - row.guess[q])
            hand_over(first, low + q, high - q, 1.0 - row.guess[count + q])
    return 0.0


@jit
def _step(offset: int, count: int, at_first: bool, row: Row) -> float:
    """One step on all pairs of a diagonal: what the turns that the sweep has found are worth.

    It is what some turns are worth, and never too much; only the guess that it began with may be.

    Parameters
    ----------
    offset : where the best response's turns begin
    count : states of the diagonal
    at_first : whether the row's `guess` is one
    row : what the sweep has found, and how the policy's turns end; its `guess` becomes better

    Returns
    -------
    The largest relative rise of the best response's values.
    """
    guess = row.guess
    rising = 0.0
    for own in range(offset, offset + count):
        other = 2 * count - 1 - own
        # What a bust is worth is `constant` + `stay` times what is solved for.
        constant = row.left[other] - row.gained[other]
        stay = row.bust[other]
        slope = row.slope[own]
        if pair_nearly_always_busts(row.slope, own, other):
            leave = row.left[own] + row.bust[own] * row.left[other]
            # What cannot be left is never won.
            new = (row.gained[own] + row.bust[own] * constant) / leave if leave > 0.0 else 0.0
        else:
            new = (row.value[own] + slope * (constant - 1.0 + guess[other])) / (1.0 - slope * stay)
        if not at_first:
            rising = max(rising, (new - guess[own]) / max(new, LEAST_VALUE))
            new = max(new, guess[own])
        guess[own] = new
        guess[other] = row.gained[other] + stay * (1.0 - new)
    return rising


@jit
def _play_fixed(fixed: PlayedTurns, seat: Seat, diagonal: Diagonal, row: Row) -> None:
    """What the policy's turns of one diagonal are worth to it.

    Parameters
    ----------
    fixed : its turns
    seat : its own, where what handing over is worth is known for greater sums
    diagonal : which
    row : `gained`, `left` and `bust` of these turns are written
    """
    low, high, offset, _ = diagonal
    least = seat.least
    handed = seat.handed
    for q in range(high - low + 1):
        own = high - q
        other = low + q
        at = fixed.row[own, other]
        left = fixed.wipe[at] + fixed.wins[at]
        gained = fixed.wipe[at] * seat.wiped[other] + fixed.wins[at]
        # To stop with nothing is to be about to move after the other, with the same scores.
        stay = fixed.gain[at, 0]
        bust = fixed.bust[at]
        for gain in range(max(1, fixed.span[at, 0]), fixed.span[at, 1]):
            gained += fixed.gain[at, gain] * handed[own + gain, other]
            left += fixed.gain[at, gain]
        if least > 0:
            gained += bust * handed[own + least, other]
            left += bust
            bust = 0.0
        row.gained[offset + q] = gained
        row.left[offset + q] = left
        row.bust[offset + q] = bust + stay
