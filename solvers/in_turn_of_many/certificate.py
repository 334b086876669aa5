"""Certificate of several in turn, who play by rules or do what is best: one backup, by the rules as written.

With the values given nothing is coupled: the turns of each seat are evaluated backwards over x = banked +
turn total, for all scores of the others side by side. A player by a rule looks at the best of these.
"""

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.turns.certificate_of_turns import ends, turns_worth


class Counted(NamedTuple):
    """What is told of each standing, such as the chances of all seats to win.

    Attributes
    ----------
    value : float64[mover, first, second, ..., kept], all scores below the goal
    won : float64[seat, kept], what it is if a seat reaches the goal
    each : float64[kept], what each turn adds
    """

    value: Array
    won: Array
    each: Array


def residual(turn: Turn, players: Sequence[Fixed | None], counted: Counted) -> float:
    """Largest difference between what is told and one backup of it; of more than 1 as a share of it.

    Parameters
    ----------
    turn : the game
    players : who sits in the seats; None for who does what is best for the only number that is told
    counted : what is told
    """
    if not np.isfinite(counted.value).all():
        return inf
    worst = []
    for seat, player in enumerate(players):
        told = by_own(counted.value[seat], seat)
        away = np.abs(backup(turn, player, seat, counted) - told) / np.maximum(1.0, np.abs(told))
        worst.append(away.max())
    return float(np.max(worst))


def by_own(table: Array, seat: int) -> Array:
    """Scores in the order of moving from a seat on, those of the others as one: float64[own, others, kept].

    Parameters
    ----------
    table : float64[first, second, ..., kept]
    seat : which
    """
    goal, seats = len(table), table.ndim - 1
    order = (np.arange(seats) + seat) % seats
    return np.moveaxis(table, order, range(seats)).reshape(goal, goal ** (seats - 1), -1)


def by_scores(table: NDArray[Any], seat: int, seats: int) -> NDArray[Any]:
    """The other way round: [first, second, ...] of what is [own, others].

    Parameters
    ----------
    table : by the score of a seat, and by those of the others
    seat : which
    seats : how many play
    """
    order = (np.arange(seats) + seat) % seats
    return np.moveaxis(table.reshape((len(table),) * seats), range(seats), order)


def handed_on(turn: Turn, seat: int, counted: Counted) -> Array:
    """What it is worth if a seat hands on the turn, float64[score, others, kept], as far as a turn may lead.

    Parameters
    ----------
    turn : the game
    seat : which
    counted : what is told
    """
    below = by_own(counted.value[(seat + 1) % len(counted.value)], seat)
    beyond = np.broadcast_to(counted.won[seat], (turn.longest_gain + turn.least_score, *below.shape[1:]))
    return np.concatenate((below, beyond))


def backup(turn: Turn, player: Fixed | None, seat: int, counted: Counted) -> Array:
    """What the turns of a seat are worth, float64[own, others, kept].

    Parameters
    ----------
    turn : the game
    player : who sits there
    seat : which
    counted : what is told
    """
    handed = handed_on(turn, seat, counted)
    goal, _, kept = counted.value.shape[1], *handed.shape[1:]
    lanes = handed.reshape(len(handed), -1)
    least, held = turn.least_score, lanes[: goal + turn.longest_gain]
    worth = turns_worth(
        turn,
        ends(held, lanes[least : goal + least], lanes[0]),
        goal,
        player,
        other=np.repeat(_best_of_others(goal, len(counted.value)), kept),
    )
    return np.asarray(worth.reshape(goal, -1, kept) + counted.each)


def _best_of_others(goal: int, seats: int) -> Integers:
    """The best score of the others, int64[others]."""
    return np.asarray(np.indices((goal,) * (seats - 1)).reshape(seats - 1, -1).max(axis=0))
