"""All states of a best response under equal turns, diagonal by diagonal, given what comes after the goal.

`response.solve` says what is solved. Diagonals and their numbers are those of `equal_turns.solve` and `seat`.
"""

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.beyond import Beyond
from solvers.equal_turns.seat import Diagonal, Seat, Seats, hand_over, new_seats, play_out, sweep_seat
from solvers.equal_turns.solve import MOST_SWEEPS
from solvers.equal_turns.wiping.settle import settle
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.race.mirrored_pairs import (
    Steps,
    guess_diagonal,
    pair_nearly_always_busts,
    some_pair_nearly_always_busts,
)
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
    steps, guess = Steps(*np.zeros((5, 2 * goal))), np.zeros(2 * goal)

    def solve_round(guessed: bool) -> None:
        rising = _all_states(goal, turn.least_score, responds_first, guessed, seats, fixed, guess, steps)
        if not rising <= 0.0:
            where = f"{who}, {MOST_SWEEPS} sweeps of one diagonal"
            raise NotConverged(f"rise of a value: expected rounding, got {rising} of it ({where}).")

    settle(turn, goal, seats, who, solve_round)
    return (
        chances(np.ascontiguousarray(1.0 - seats.second.handed[:goal, :goal].T), "the first player"),
        chances(np.ascontiguousarray(1.0 - seats.first.handed[:goal, :goal].T), "the second player"),
    )


@jit
def _all_states(
    goal: int,
    least: int,
    responds_first: bool,
    guessed: bool,
    seats: Seats,
    fixed: PlayedTurns,
    guess: Array,
    steps: Steps,
) -> float:
    """Solve all states, by diagonals of equal i + j, numbered as in `solve`.

    Parameters
    ----------
    goal : points to reach
    least : what a turn scores at least
    responds_first : whether the best response moves first
    guessed : whether `handed` of the seats comes with guesses
    seats : their `handed` and `hold` are written below the goal
    fixed : the policy's turns
    guess : float64[turn], memory for the values of a diagonal
    steps : memory for what the sweeps of one diagonal find

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
        own = Diagonal(low, high, 0 if responds_first else count, least)
        theirs = Diagonal(low, high, count if responds_first else 0, least)
        guess_diagonal(goal, low, high, guessed, second.handed, guess)
        guess_diagonal(goal, low, high, guessed, first.handed, guess[count:])
        _play_fixed(fixed, other, theirs, steps)
        rising = 1.0
        sweeps = 0
        while not (rising <= ROUNDING * first.top) and sweeps < MOST_SWEEPS:
            sweep_seat(best, own, guess, steps)
            for turn in range(theirs.offset, theirs.offset + count):
                steps.slope[turn] = steps.bust[turn]
            if some_pair_nearly_always_busts(2 * count, steps.slope):
                play_out(best, own, guess, steps)
            risen = _step(own.offset, count, sweeps == 0, steps, guess)
            rising = 1.0 if sweeps == 0 else risen
            sweeps += 1
        if not (rising <= ROUNDING * first.top):
            return rising
        for q in range(count):
            hand_over(second, low + q, high - q, 1.0 - guess[q])
            hand_over(first, low + q, high - q, 1.0 - guess[count + q])
    return 0.0


@jit
def _step(offset: int, count: int, at_first: bool, steps: Steps, guess: Array) -> float:
    """One step on all pairs of a diagonal: what the turns that the sweep has found are worth.

    It is what some turns are worth, and never too much; only the guess that it began with may be.

    Parameters
    ----------
    offset : where the best response's turns begin
    count : states of the diagonal
    at_first : whether `guess` is one
    steps : what the sweep has found, and how the policy's turns end
    guess : float64[turn], the values swept from; becomes the better ones

    Returns
    -------
    The largest relative rise of the best response's values.
    """
    rising = 0.0
    for own in range(offset, offset + count):
        other = 2 * count - 1 - own
        # What a bust is worth is `constant` + `stay` times what is solved for.
        constant = steps.left[other] - steps.gained[other]
        stay = steps.bust[other]
        slope = steps.slope[own]
        if pair_nearly_always_busts(steps.slope, own, other):
            leave = steps.left[own] + steps.bust[own] * steps.left[other]
            # What cannot be left is never won.
            new = (steps.gained[own] + steps.bust[own] * constant) / leave if leave > 0.0 else 0.0
        else:
            new = (steps.value[own] + slope * (constant - 1.0 + guess[other])) / (1.0 - slope * stay)
        if not at_first:
            rising = max(rising, (new - guess[own]) / max(new, LEAST_VALUE))
            new = max(new, guess[own])
        guess[own] = new
        guess[other] = steps.gained[other] + stay * (1.0 - new)
    return rising


@jit
def _play_fixed(fixed: PlayedTurns, seat: Seat, diagonal: Diagonal, steps: Steps) -> None:
    """What the policy's turns of one diagonal are worth to it.

    Parameters
    ----------
    fixed : its turns
    seat : its own, where what handing over is worth is known for greater sums
    diagonal : which
    steps : `gained`, `left` and `bust` of these turns are written
    """
    low, high, offset, least = diagonal
    handed = seat.handed
    for q in range(high - low + 1):
        own = high - q
        other = low + q
        row = fixed.row[own, other]
        left = fixed.wipe[row] + fixed.wins[row]
        gained = fixed.wipe[row] * seat.wiped[other] + fixed.wins[row]
        # To stop with nothing is to be about to move after the other, with the same scores.
        stay = fixed.gain[row, 0]
        bust = fixed.bust[row]
        for gain in range(max(1, fixed.span[row, 0]), fixed.span[row, 1]):
            gained += fixed.gain[row, gain] * handed[own + gain, other]
            left += fixed.gain[row, gain]
        if least > 0:
            gained += bust * handed[own + least, other]
            left += bust
            bust = 0.0
        steps.gained[offset + q] = gained
        steps.left[offset + q] = left
        steps.bust[offset + q] = bust + stay
