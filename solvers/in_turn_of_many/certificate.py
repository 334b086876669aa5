"""Certificate of several players in turn, by rules or by best play: one backup on the uncompiled rules.

With the values given, states do not depend on each other: the turns of each seat are evaluated backwards over
x = banked + turn total, for all scores of the others side by side. A player by a rule looks at the best of
these.
"""

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.games.house_rules import with_entry
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.turns import certificate_of_choices as choices
from solvers.turns.certificate_of_fixed import relative
from solvers.turns.certificate_of_turns import Ends, ends, turns_worth


class Counted(NamedTuple):
    """Quantities of each state, such as the chances of all seats to win.

    Attributes
    ----------
    value : float64[mover, first, second, ..., kept], all scores below the goal
    beyond : for each seat, values of handing over with the goal, float64[score, others, kept], from the goal
        on as far as turns may lead; length 1 along an axis that does not matter
    each : float64[kept], amount that each turn adds
    tops : for each seat the score from which on it holds; the goal if empty
    """

    value: Array
    beyond: Sequence[Array]
    each: Array
    tops: Sequence[int] = ()

    def top(self, seat: int) -> int:
        """The score from which on a seat holds."""
        return self.tops[seat] if self.tops else self.value.shape[1]

    def of(self, one: int) -> "Counted":
        """One of the quantities."""
        own = slice(one, one + 1)
        beyond = [worth[..., own] for worth in self.beyond]
        return Counted(self.value[..., own], beyond, self.each[own], self.tops)


def residual(turn: Turn, players: Sequence[Fixed | None], counted: Counted) -> float:
    """Largest difference between the quantities and one backup of them; relative for more than 1.

    Parameters
    ----------
    turn : the game
    players : players by seat; None for a player who maximises the only quantity
    counted : the quantities
    """
    if not np.isfinite(counted.value).all():
        return inf
    worst = []
    for seat, player in enumerate(players):
        told = by_own(counted.value[seat], seat)
        worst.append(relative(backup(turn, player, seat, counted), told).max())
    return float(np.max(worst))


def by_own(table: NDArray[Any], seat: int) -> NDArray[Any]:
    """A table by a seat's score and those of the others in the order of moving: [own, others, kept].

    Parameters
    ----------
    table : [first, second, ..., kept]
    seat : index of the seat
    """
    goal, seats = len(table), table.ndim - 1
    order = (np.arange(seats) + seat) % seats
    return np.moveaxis(table, order, range(seats)).reshape(goal, goal ** (seats - 1), -1)


def by_scores(table: NDArray[Any], seat: int, seats: int) -> NDArray[Any]:
    """The inverse of `by_own`: [first, second, ...] from [own, others].

    Parameters
    ----------
    table : by the score of a seat, and by those of the others
    seat : index of the seat
    seats : number of seats
    """
    order = (np.arange(seats) + seat) % seats
    return np.moveaxis(table.reshape((len(table),) * seats), range(seats), order)


def handed_on(turn: Turn, seat: int, counted: Counted) -> Array:
    """Values of handing over by a seat, float64[score, others, kept], as far as a turn may lead.

    Parameters
    ----------
    turn : the game
    seat : index of the seat
    counted : the quantities
    """
    below = by_own(counted.value[(seat + 1) % len(counted.value)], seat)
    far = max(counted.top(seat) + turn.longest_gain, len(below) + turn.least_score)
    count = far - len(below)
    beyond = np.broadcast_to(counted.beyond[seat][:count], (count, *below.shape[1:]))
    return np.concatenate((below, beyond))


def ends_of(turn: Turn, seat: int, counted: Counted, chooses: bool = True) -> Ends:
    """Values of the ends of a seat's turns; lanes are the others' scores and the quantities.

    Parameters
    ----------
    turn : the game
    seat : index of the seat
    counted : the quantities
    chooses : whether the seat chooses among allowed actions; otherwise its choices are known
    """
    handed = handed_on(turn, seat, counted)
    lanes = handed.reshape(len(handed), -1)
    goal, least = counted.value.shape[1], turn.least_score
    lanes = lanes[: counted.top(seat) + turn.longest_gain]
    held = with_entry(turn, lanes) if chooses else lanes
    return ends(held, lanes[least : goal + least], lanes[0])


def backup(turn: Turn, player: Fixed | None, seat: int, counted: Counted) -> Array:
    """Values of the turns of a seat, float64[own, others, kept].

    Parameters
    ----------
    turn : the game
    player : the player in the seat
    seat : index of the seat
    counted : the quantities
    """
    seats, goal, kept = len(counted.value), counted.value.shape[1], counted.each.size
    # A player by a rule does not go on beyond the goal.
    worth = turns_worth(
        turn,
        ends_of(turn, seat, counted, player is None),
        fixed=player,
        other=np.repeat(_best_of_others(goal, seats), kept),
    )
    return np.asarray(worth.reshape(goal, -1, kept) + counted.each)


def loss_of_hold_at(
    turn: Turn, seat: int, counted: Counted, hold_at: NDArray[Any], start: int = 0
) -> NDArray[Any]:
    """Loss of a seat by rolling below the least turn total to hold at, or by holding at it.

    Parameters
    ----------
    turn : a turn with no choice but to roll or to hold
    seat : index of the seat
    counted : its own chance to win
    hold_at : int16[first, second, ...], that turn total
    start : least score to which the turn total refers

    Returns
    -------
    float64[first, second, ...]
    """
    totals: NDArray[Any] = by_own(hold_at[..., None], seat)[..., 0]
    lost = choices.loss_of_hold_at(turn, ends_of(turn, seat, counted), totals, start)
    return by_scores(lost, seat, len(counted.value))


def _best_of_others(goal: int, seats: int) -> Integers:
    """The best score of the others, int64[others]."""
    return np.asarray(np.indices((goal,) * (seats - 1)).reshape(seats - 1, -1).max(axis=0))
