"""The best response of one seat to all others, who play by rules.

If a bust of the response leaves the turn to the others, whose turns end with known chances, that is worth

    b = K_1 + e_1 K_2 + e_1 e_2 K_3 + ... + e_1 e_2 ... V

to the response: K are the turns of theirs that score, in the order of moving, e their chances to bust, and V
what its own turn is worth (`in_turn.reply`). Diagonals are those of its own score and the score of who moves
before it. The scores of all others stay as they are while a diagonal is solved; greater ones come first. What
comes after a wipe is found by rounds over all states (`in_turn.settling`).
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.in_turn.pairs import Row, new_row
from solvers.in_turn.reply import Others, no_others, refuse_rising, reply
from solvers.in_turn.seat import Seat, race_seat
from solvers.in_turn.settling import settle_between
from solvers.in_turn_of_many.played import Played, play, played
from solvers.in_turn_of_many.tables import after, before, by_standing, no_tables, others_of, set_others
from solvers.jit import jit, jit_allocating
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns, looks_at_other


class Slab(NamedTuple):
    """All standings of the same scores of those who neither respond nor move before who does.

    Attributes
    ----------
    value : float64[own, before], what the response's turn is worth
    known : float64[seat, before, 1], what a turn of the others is worth where it scores, of one diagonal
    bust : float64[seat, before], their chances to bust, likewise
    """

    value: Array
    known: Array
    bust: Array


def respond_in_a_race(turn: Turn, who: str, seat: int, others: list[PlayedTurns]) -> Array:
    """The best response in a race to several whose turns are played out.

    Parameters
    ----------
    turn : the game
    who : who plays, for an error
    seat : of the response, 0 for who moves first
    others : the turns of the others, in the order of their seats

    Returns
    -------
    float64[mover, first, second, ...], the response's chance to win, by who is about to move

    Raises
    ------
    NotConverged
        if a diagonal takes more than MOST_SWEEPS sweeps, or what comes after a wipe is not known well enough
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
    of : who plays; what it says of that seat is not read
    who : the same, for an error
    own : the seat that responds; what it leads to is written
    seat : which one that is, 0 for who moves first
    handed : float64[seat, others, score, 1], what it is worth to the response to hand on the turn, as far as
        turns may lead; comes with what follows the goal, and is written below it

    Raises
    ------
    NotConverged
        if a diagonal takes more than MOST_SWEEPS sweeps, or what comes after a wipe is not known well enough
    """
    seats, goal, _ = of.turns.row.shape
    slab = Slab(np.zeros((goal, goal)), np.zeros((seats, goal, 1)), np.zeros((seats, goal)))
    row, others, after_wipe = new_row(goal), no_others(goal), handed[:, :, 0, 0]

    def round_of(wiped: Array, guessed: bool) -> Array:
        if wiped.size:
            after_wipe[:] = wiped.reshape(after_wipe.shape)
        refuse_rising(_solve_all(of, seat, own, guessed, others, row, slab, handed), who)
        # A copy, which later rounds leave as it is.
        return after_wipe.flatten()

    settle_between(round_of, np.ones(after_wipe.size if turn.wipes else 0, np.int64), who)


@jit_allocating
def _solve_all(
    of: Played, seat: int, own: Seat, guessed: bool, to_come: Others, row: Row, slab: Slab, handed: Array
) -> float:
    """Solve all standings, those of greater scores first.

    Parameters
    ----------
    of, seat, own : as in `respond`
    guessed : whether `handed` comes with guesses
    to_come, row : memory for one diagonal
    slab : memory
    handed : as in `respond`; comes with what follows a wipe, too

    Returns
    -------
    How much a value still rose on a diagonal that did not converge, else 0.
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
            # The last of the others' scores is that of who moves before.
            for q in range(high - low + 1):
                set_others(others * goal + low + q, goal, seat, scores)
                scores[seat] = high - q
                _turns_of_others(of, seat, scores, q, to_come, slab, handed)
                if guessed:
                    _guess(seat, scores, slab, handed)
            rising = reply(own, low, high, guessed, to_come, row, slab.value)
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
    """What a bust of the response is worth, by what its own turn is.

    Parameters
    ----------
    of, seat : as in `respond`
    scores : int64[seat]
    q : where the standing is on its diagonal
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
    """Take the value of the round before: to hand on the turn to the response is to have it move.

    Parameters
    ----------
    seat : as in `respond`
    scores : int64[seat]
    slab : its `value` of the standing is written
    handed : as in `respond`
    """
    last = before(seat, scores.size)
    place, _best = others_of(scores, last, slab.value.shape[0])
    slab.value[scores[seat], scores[last]] = handed[last, place, scores[last], 0]


@jit
def _hand_on(seat: int, own: Seat, scores: Integers, q: int, slab: Slab, handed: Array) -> None:
    """Write what it is worth to hand on the turn, of all seats.

    Parameters
    ----------
    seat, own : as in `respond`
    scores : int64[seat]
    q : where the standing is on its diagonal
    slab : comes with its values
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
