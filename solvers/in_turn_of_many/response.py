"""The best response of one seat to all others, who play by rules.

A bust of the response hands over to the others, whose turns have known distributions. So it is worth

    b = K_1 + e_1 K_2 + e_1 e_2 K_3 + ... + e_1 e_2 ... V

to the response, where K are the values of their turns that score, in the order of moving, e their chances to
bust, and V the value of its own turn (`in_turn.reply`). Diagonals run over its own score and the score of the
player who moves before it. The scores of all others are fixed while a diagonal is solved; greater ones come
first. Values after a wipe are found by rounds over all states (`in_turn.settling`).
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.in_turn.pairs import Row, new_row
from solvers.in_turn.reply import Others, no_others, refuse_rising, reply
from solvers.in_turn.seat import Seat, Swept, in_rings_first, race_seat
from solvers.in_turn.settling import settle_between
from solvers.in_turn_of_many.played import Played, play, played
from solvers.in_turn_of_many.tables import after, before, by_standing, no_tables, others_of, set_others
from solvers.jit import jit, jit_allocating
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns, looks_at_other


class Slab(NamedTuple):
    """All states with the same scores of those who are neither the response nor the player before it.

    Attributes
    ----------
    value : float64[own, before], value of the response's turn
    known : float64[seat, before, 1], value of a turn of each other where it scores, for one diagonal
    bust : float64[seat, before], their chances to bust, for one diagonal
    """

    value: Array
    known: Array
    bust: Array


def respond_in_a_race(turn: Turn, who: str, seat: int, others: list[PlayedTurns]) -> Array:
    """The best response in a race to several whose turns are played out.

    Parameters
    ----------
    turn : the game
    who : the players, for an error
    seat : seat of the response, 0 if it moves first
    others : the turns of the others, in the order of their seats

    Returns
    -------
    float64[mover, first, second, ...], the response's chance to win, by who is about to move

    Raises
    ------
    NotConverged
        if a diagonal takes more than MOST_SWEEPS sweeps, or the values after a wipe are not accurate enough
    """
    count, goal = len(others) + 1, others[0].row.shape[0]
    seats = [*others[:seat], others[0], *others[seat:]]
    own = np.eye(count)[:, seat : seat + 1]
    handed = no_tables(count, goal, goal + turn.least_score, 1)
    handed[:, :, goal:] = own[:, None, None]
    of = played(turn, seats, own, np.zeros(1))
    respond(turn, of, who, race_seat(turn, goal, any(map(looks_at_other, others))), seat, handed)
    return chances(by_standing(handed, goal)[..., 0], who)


def respond(turn: Turn, of: Played, who: str, own: Seat, seat: int, handed: Array) -> None:
    """Solve a contest in which one seat responds.

    Parameters
    ----------
    turn : the game
    of : the players; the entry of the response's seat is not read
    who : the players, for an error
    own : the seat that responds; the values it leads to are written
    seat : its index, 0 if it moves first
    handed : float64[seat, others, score, 1], value to the response of handing over, as far as turns may lead;
        on entry what follows the goal; written below it

    Raises
    ------
    NotConverged
        if a diagonal takes more than MOST_SWEEPS sweeps, or the values after a wipe are not accurate enough
    """
    seats, goal, _ = of.turns.row.shape
    slab = Slab(np.zeros((goal, goal)), np.zeros((seats, goal, 1)), np.zeros((seats, goal)))
    row, others, after_wipe = new_row(goal), no_others(goal), handed[:, :, 0, 0]

    def round_of(wiped: Array, guessed: bool) -> Array:
        if wiped.size:
            after_wipe[:] = wiped.reshape(after_wipe.shape)
        rising = in_rings_first(
            [own],
            lambda moves, swept: _solve_all(of, seat, moves[0], swept, guessed, others, row, slab, handed),
        )
        refuse_rising(rising, who)
        # A copy, as later rounds overwrite the table.
        return after_wipe.flatten()

    settle_between(round_of, np.ones(after_wipe.size if turn.wipes else 0, np.int64), who)


@jit_allocating
def _solve_all(
    of: Played,
    seat: int,
    own: Seat,
    swept: Swept | None,
    guessed: bool,
    to_come: Others,
    row: Row,
    slab: Slab,
    handed: Array,
) -> float:
    """Solve all states, those of greater scores first.

    Parameters
    ----------
    of, seat, own : as in `respond`
    swept : buffers of `own`; None compiles a kernel that cannot play out turns
    guessed : whether `handed` has estimates on entry
    to_come, row : buffers for one diagonal
    slab : buffers
    handed : as in `respond`; has what follows a wipe, too

    Returns
    -------
    what `reply` returns
    """
    seats, goal, _ = of.turns.row.shape
    scores = np.zeros(seats, np.int64)
    for others in range(handed.shape[1] // goal - 1, -1, -1):
        for last in range(goal):
            line = handed[seat, others * goal + last]
            own.wiped[last] = line[0, 0]
            if not own.sweeps.steady:
                for x in range(goal, own.hold.shape[0]):
                    own.handed[x, last] = line[x, 0]
                    own.hold[x, last] = line[x, 0]
        for total in range(2 * goal - 2, -1, -1):
            low = max(0, total - goal + 1)
            high = min(total, goal - 1)
            # The last of the others' scores is that of the player who moves before the response.
            for q in range(high - low + 1):
                set_others(others * goal + low + q, goal, seat, scores)
                scores[seat] = high - q
                _turns_of_others(of, seat, scores, q, to_come, slab, handed)
                if guessed:
                    _guess(seat, scores, slab, handed)
            rising = reply(own, swept, low, high, guessed, to_come, row, slab.value)
            if rising > 0.0:
                return rising
            for q in range(high - low + 1):
                set_others(others * goal + low + q, goal, seat, scores)
                scores[seat] = high - q
                _hand_on(seat, own, scores, q, slab, handed)
    return 0.0


@jit
def _turns_of_others(
    of: Played, seat: int, scores: Integers, q: int, to_come: Others, slab: Slab, handed: Array
) -> None:
    """Value of a bust of the response, as a function of the value of its own turn.

    Parameters
    ----------
    of, seat : as in `respond`
    scores : int64[seat], all scores
    q : index of the state on its diagonal
    to_come : written for q
    slab : `known` and `bust` are written
    handed : as in `respond`
    """
    constant = 0.0
    leave = 0.0
    on = 1.0
    mover = seat
    for _ in range(1, scores.size):
        mover = after(mover, scores.size)
        scored, bust = play(of, mover, scores, handed, slab.known[mover, q])
        constant += on * slab.known[mover, q, 0]
        leave += on * scored
        on *= bust
        slab.bust[mover, q] = bust
    to_come.constant[q] = constant
    to_come.stay[q] = on
    to_come.leave[q] = leave


@jit
def _guess(seat: int, scores: Integers, slab: Slab, handed: Array) -> None:
    """Take the value of the round before: handing over to the response is having it move.

    Parameters
    ----------
    seat : as in `respond`
    scores : int64[seat], all scores
    slab : its `value` of the state is written
    handed : as in `respond`
    """
    last = before(seat, scores.size)
    place, _best = others_of(scores, last, slab.value.shape[0])
    slab.value[scores[seat], scores[last]] = handed[last, place, scores[last], 0]


@jit
def _hand_on(seat: int, own: Seat, scores: Integers, q: int, slab: Slab, handed: Array) -> None:
    """Write the values of handing over, for all seats.

    Parameters
    ----------
    seat, own : as in `respond`
    scores : int64[seat], all scores
    q : index of the state on its diagonal
    slab : its values are read
    handed : as in `respond`
    """
    goal = slab.value.shape[0]
    last = before(seat, scores.size)
    value = slab.value[scores[seat], scores[last]]
    mover = seat
    for _ in range(1, scores.size):
        mover = before(mover, scores.size)
        place, _best = others_of(scores, mover, goal)
        handed[mover, place, scores[mover], 0] = value
        value = slab.known[mover, q, 0] + slab.bust[mover, q] * value
    place, _best = others_of(scores, seat, goal)
    handed[seat, place, scores[seat], 0] = own.handed[scores[seat], scores[last]]
