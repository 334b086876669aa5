"""Values after a wipe with equal turns: iterated from outside until they stay, as in the race, and proved.

A wipe takes the mover to the score 0, which couples all states to those in which somebody has nothing. Be
they played for the win or by a rule, a seat's turns are worth more if its own wipes are, and less if the
other's are. So if a round lowers what was raised for one seat and raises what was lowered for the other, the
true values lie on that side. Where nearly every game is wiped before its end a round hardly moves any values,
and a small change says nothing.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.equal_turns.seat import Seats
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.race.wiping import LARGEST_ERROR, stay
from solvers.turns.wipes import REMEDY

# Rounds that take back what was raised or lowered; one is usual.
MOST_PROVING = 50

# Solves all states once; told whether they come with guesses.
Round = Callable[[bool], None]


def settle(turn: Turn, goal: int, seats: Seats, who: str, solve_round: Round) -> None:
    """Solve all states, again and again until the values after a wipe stay, and prove these.

    Parameters
    ----------
    turn, goal : the game
    seats : `handed` comes with the values from the goal on, and is written below it
    who : who plays, as in an error
    solve_round : solves all states, given what the seats say of wipes

    Raises
    ------
    NotConverged
        if that takes too many rounds, or the values are not known to LARGEST_ERROR
    """

    def round_of(after: Array, guessed: bool) -> Array:
        for seat, own in zip(seats, np.split(after, 2), strict=True):
            seat.wiped[:goal] = own
        solve_round(guessed)
        return np.concatenate([seat.handed[0, :goal] for seat in seats])

    if not turn.wipes:
        solve_round(False)
        return
    stay(round_of, np.zeros(2 * goal), who)
    _bound(goal, seats, who, solve_round)


def _bound(goal: int, seats: Seats, who: str, solve_round: Round) -> None:
    """Prove the values after a wipe: rounds take back those raised for one seat and lowered for the other.

    Parameters
    ----------
    goal : points to reach
    seats : come with the values found; the same after the proof
    who : who plays, as in an error
    solve_round : solves all states once

    Raises
    ------
    NotConverged
        if the values are not known to LARGEST_ERROR
    """
    found = [(seat.handed[:, :goal].copy(), seat.handed[0, :goal].copy()) for seat in seats]
    proved = True
    for signs in ((1.0, -1.0), (-1.0, 1.0)):
        for seat, sign, (handed, wiped) in zip(seats, signs, found, strict=True):
            seat.handed[:, :goal] = handed
            seat.wiped[:goal] = wiped + sign * LARGEST_ERROR
        back, rounds = False, 0
        while proved and not back and rounds < MOST_PROVING:
            solve_round(True)
            rounds, back = rounds + 1, True
            for seat, sign, (_, wiped) in zip(seats, signs, found, strict=True):
                back &= bool((sign * (seat.handed[0, :goal] - wiped) < LARGEST_ERROR).all())
                seat.wiped[:goal] = seat.handed[0, :goal]
        proved = back
    for seat, (handed, wiped) in zip(seats, found, strict=True):
        seat.handed[:, :goal], seat.wiped[:goal] = handed, wiped
    if not proved:
        raise NotConverged(
            f"values after a wipe: expected to be known to {LARGEST_ERROR}, got less ({who}). {REMEDY}"
        )
