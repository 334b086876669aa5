"""The policy of a player who plays to win in a game of one throw, from the values of handing over."""

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.games.turn import Turn
from solvers.in_turn_of_many.tables import by_others, by_seat
from solvers.jit import jit_allocating
from solvers.turns.backward import TIE
from solvers.turns.forward import one_throw


def hold_at(turn: Turn, value: Array, seat: int) -> Shorts:
    """Least turn total at which the best response holds in a race; it may roll again at a greater one.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
    value : float64[mover, first, second, ...], its chance to win
    seat : its seat

    Returns
    -------
    int16[first, second, ...]
    """
    seats, goal = value.shape[0], value.shape[1]
    below = by_others(value[(seat + 1) % seats], seat, seats)
    won = np.ones((len(below), turn.longest_gain + turn.least_score))
    held = least_held(turn, np.concatenate((below, won), axis=1), goal, goal)
    return by_seat(held, seat, seats)


def least_held(
    turn: Turn, handed: Array, goal: int, top: int, start: int = 0, bust: Array | None = None
) -> Shorts:
    """Least turn total at which the player holds, int16[others, own].

    Parameters
    ----------
    turn : as in `hold_at`
    handed : float64[others, score], value of handing over, as far as a throw may lead
    goal : points to reach
    top : score from which on the player holds
    start : least score to which the turn totals refer
    bust : float64[others, own], assumed value of a bust; None for that of handing over
    """
    busts = handed[:, turn.least_score : goal + turn.least_score] if bust is None else bust
    out = np.zeros((len(handed), goal), np.int16)
    chances = one_throw(turn), float(turn.throws[0].wipe)
    _least_held(*chances, top, (start, turn.entry), handed, busts, out)
    return out


@jit_allocating
def _least_held(
    throw: Array, wipe: float, top: int, limits: tuple[int, int], handed: Array, bust: Array, out: Shorts
) -> None:
    """The loop of `least_held`.

    Parameters
    ----------
    throw : float64[gain], chance of each gain in one throw; index 0 is a bust
    wipe : chance of a wipe in one throw
    top : as in `least_held`
    limits : `start` of `least_held`, and the least score that may be held
    handed : float64[others, score]
    bust : float64[others, own]
    out : int16[others, own], written
    """
    worth = np.zeros(handed.shape[1])
    start, entry = limits
    for others in range(len(handed)):
        held = handed[others]
        for x in range(top, held.size):
            worth[x] = held[x]
        for own in range(out.shape[1]):
            first = top
            for x in range(top - 1, own, -1):
                thrown = throw[0] * bust[others, own] + wipe * held[0]
                for gain in range(1, throw.size):
                    thrown += throw[gain] * worth[x + gain]
                worth[x] = held[x]
                if x < entry or thrown > held[x] * (1.0 + TIE):
                    worth[x] = thrown
                elif x >= start:
                    first = x
            out[others, own] = first - own
