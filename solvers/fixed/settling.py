"""Values after a wipe in a best response: iterated from outside until they stay, and then proved."""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.turn import Turn

# Of one state; policy iteration takes two or three.
MOST_SWEEPS = 60
# Of the values after a wipe from one round to the next.
LARGEST_CHANGE = 1e-15
# What these values may be off at most.
LARGEST_ERROR = 1e-11
MOST_ROUNDS = 600
REMEDY = "Set a smaller goal or more sides: nearly every game is wiped before its end."


def settle(turn: Turn, opponent: str, hold: Array, value: Array, solve: Callable[[], float]) -> None:
    """Solve all states, again and again until the values after a wipe stay.

    Parameters
    ----------
    turn : the game
    opponent : the policy's name
    hold, value : float64[scored, banked, opponent], what `solve` writes
    solve : returns how much a value still rose on a diagonal that did not converge, else 0

    Raises
    ------
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than MOST_ROUNDS
        rounds
    """

    def round_of() -> float:
        """Solve all states once, in place: wipes read the values of the last round. Returns their change."""
        before = np.concatenate((hold[:, 0].ravel(), value[0, :, 0]))
        rising = solve()
        if rising > 0.0:
            where = f"best response to {opponent}, {MOST_SWEEPS} sweeps of one diagonal"
            raise NotConverged(f"rise of a value: expected rounding, got {rising} of it ({where}).")
        return float(np.abs(np.concatenate((hold[:, 0].ravel(), value[0, :, 0])) - before).max())

    change, rounds = round_of(), 1
    if not turn.wipes:
        return
    last = np.inf
    # Rounding may leave more than LARGEST_CHANGE, but then it does not shrink.
    while not (change <= LARGEST_CHANGE or last <= change <= LARGEST_ERROR):
        if rounds == MOST_ROUNDS:
            where = f"best response to {opponent}, {rounds} rounds"
            raise NotConverged(
                f"change after a wipe: expected at most {LARGEST_CHANGE}, got {change} ({where}). {REMEDY}"
            )
        last, change, rounds = change, round_of(), rounds + 1
    _bound(opponent, hold, value, round_of)


def _bound(opponent: str, hold: Array, value: Array, round_of: Callable[[], float]) -> None:
    """Prove the values after a wipe: they rise from 0, and a round lowers those raised by LARGEST_ERROR.

    What a turn is worth does not fall if a wipe is worth more. So the true values lie between those found and
    those raised. Where nearly every game is wiped before its end, a round hardly moves any values, and a
    small change says nothing.

    Parameters
    ----------
    opponent : the policy's name
    hold, value : float64[scored, banked, opponent], the values found; the same after the proof
    round_of : solves all states once
    """
    settled = hold.copy(), value.copy()
    hold[:, 0] += LARGEST_ERROR
    value[0, :, 0] += LARGEST_ERROR
    raised = hold[:, 0].copy(), value[0, :, 0].copy()
    round_of()
    # Values that are not moved at all are not lowered. Beyond the goal there are none.
    goal = value.shape[1]
    if not ((hold[:, 0, :goal] < raised[0][:, :goal]).all() and (value[0, :, 0] < raised[1]).all()):
        raise NotConverged(
            f"values after a wipe: expected to be known to {LARGEST_ERROR}, got less (best response to"
            f" {opponent}). {REMEDY}"
        )
    hold[:], value[:] = settled
