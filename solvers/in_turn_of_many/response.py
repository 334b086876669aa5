"""The best response of one seat to all others, who play by rules.

If a bust of the response leaves the turn to the others, whose turns end with known chances, that is worth

    b = K_1 + e_1 K_2 + e_1 e_2 K_3 + ... + e_1 e_2 ... V

to the response: K are the turns of theirs that score, in the order of moving, e their chances to bust, and V
what its own turn is worth. That is V = F(b), convex and piecewise affine: the Newton steps of a best response
to one (`in_turn.newton`), whose diagonals are here those of its own score and the score of who moves before
it. The scores of all others stay as they are while a diagonal is solved; greater ones come first. What comes
after a wipe is found by rounds over all states (`in_turn.wiping`). A score below the entry may not be held.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import NotConverged
from solvers.games.house_rules import BARRED
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.in_turn.newton import MOST_SWEEPS, Scratch, new_scratch, newton
from solvers.in_turn.wiping import settle_between
from solvers.in_turn_of_many.played import Played, play, played
from solvers.in_turn_of_many.tables import after, before, by_standing, no_tables, others_of, set_others
from solvers.jit import jit, jit_allocating
from solvers.turns.backward import LANES, rows
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns, looks_at_other


class Slab(NamedTuple):
    """All standings of the same scores of those who neither respond nor move before who does.

    Attributes
    ----------
    hold : float64[own, before], what it is worth to the response to hold, which is to hand on the turn
    value : float64[own, before], what its turn is worth
    known : float64[seat, before, 1], what a turn of the others is worth where it scores, of one diagonal
    bust : float64[seat, before], their chances to bust, likewise
    """

    hold: Array
    value: Array
    known: Array
    bust: Array


class Own(NamedTuple):
    """The turn of a response.

    Attributes
    ----------
    compiled : the turn
    tops : int64[others], scores from which on it holds, by the scores of the others without that of who moves
        before; None where the goal ends the contest
    """

    compiled: TurnArrays
    tops: Integers | None = None


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
    every_way = any(map(looks_at_other, others))
    seats = [*others[:seat], others[0], *others[seat:]]
    own = np.eye(count)[:, seat : seat + 1]
    handed = no_tables(count, goal, goal + turn.least_score, 1)
    handed[:, :, goal:] = own[:, None, None]
    of = played(turn, seats, own, np.zeros(1))
    respond(turn, of, who, seat, Own(tables(turn, goal, every_way)), handed)
    return chances(by_standing(handed, goal)[..., 0], who)


def respond(turn: Turn, of: Played, who: str, seat: int, own: Own, handed: Array) -> None:
    """Solve a contest in which one seat responds.

    Parameters
    ----------
    turn : the game
    of : who plays; what it says of that seat is not read
    who : the same, for an error
    seat : which one responds
    own : its turn
    handed : float64[seat, others, score, 1], what it is worth to the response to hand on the turn, as far as
        turns may lead; comes with what follows the goal, and is written below it

    Raises
    ------
    NotConverged
        if a diagonal takes more than MOST_SWEEPS sweeps, or what comes after a wipe is not known well enough
    """
    seats, goal, _ = of.turns.row.shape
    compiled, tops = own
    end = 0 if tops is None else handed.shape[2]
    slab = Slab(
        rows(end or goal, goal + LANES),
        np.zeros((goal, goal)),
        np.zeros((seats, goal, 1)),
        np.zeros((seats, goal)),
    )
    held_from = np.full(goal ** (seats - 2), goal) if tops is None else tops
    scratch = new_scratch(turn, compiled, goal, end)
    after_wipe = handed[:, :, 0, 0]

    def round_of(wiped: Array, guessed: bool) -> Array:
        if wiped.size:
            after_wipe[:] = wiped.reshape(after_wipe.shape)
        rising = _solve_all(of, seat, compiled, (turn.entry, held_from), scratch, slab, handed)
        if rising > 0.0:
            where = f"{who}, {MOST_SWEEPS} sweeps of one diagonal"
            raise NotConverged(f"rise of a value: expected rounding, got {rising} of it ({where}).")
        return after_wipe.ravel()

    settle_between(round_of, np.ones(after_wipe.size if turn.wipes else 0, np.int64), who)


@jit_allocating
def _solve_all(
    of: Played,
    seat: int,
    tables: TurnArrays,
    holds: tuple[int, Integers],
    scratch: Scratch,
    slab: Slab,
    handed: Array,
) -> float:
    """Solve all standings, those of greater scores first.

    Parameters
    ----------
    of, seat : as in `respond`
    tables : the turn of the response
    holds : the least score that it may hold, and from where on it does, as of `Own`
    scratch : memory for one diagonal
    slab : memory
    handed : as in `respond`; comes with what follows a wipe, too

    Returns
    -------
    How much a value still rose on a diagonal that did not converge, else 0.
    """
    seats, goal, _ = of.turns.row.shape
    scores = np.zeros(seats, np.int64)
    entry, tops = holds
    for others in range(tops.size - 1, -1, -1):
        for last in range(goal):
            slab.hold[0, last] = handed[seat, others * goal + last, 0, 0]
            for x in range(goal, slab.hold.shape[0]):
                slab.hold[x, last] = handed[seat, others * goal + last, x, 0]
        for total in range(2 * goal - 2, -1, -1):
            low = max(0, total - goal + 1)
            high = min(total, goal - 1)
            # The last of the others' scores is that of who moves before.
            for q in range(high - low + 1):
                set_others(others * goal + low + q, goal, seat, scores)
                scores[seat] = high - q
                _turns_of_others(of, seat, scores, q, scratch, slab, handed)
            rising = newton(tables, of.least, low, high, tops[others], scratch, slab.hold, slab.value)
            if rising > 0.0:
                return rising
            for q in range(high - low + 1):
                set_others(others * goal + low + q, goal, seat, scores)
                scores[seat] = high - q
                _hand_on(seat, scores, q, slab, handed)
                if high - q < entry:
                    slab.hold[high - q, low + q] = BARRED
    return 0.0


@jit
def _turns_of_others(
    of: Played, seat: int, scores: Integers, q: int, scratch: Scratch, slab: Slab, handed: Array
) -> None:
    """What a bust of the response is worth, by what its own turn is.

    Parameters
    ----------
    of, seat : as in `respond`
    scores : int64[seat]
    q : where the standing is on its diagonal
    scratch : `constant`, `stay` and `leave` are written
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
    scratch.constant[q] = constant
    scratch.stay[q] = on
    scratch.leave[q] = leave


@jit
def _hand_on(seat: int, scores: Integers, q: int, slab: Slab, handed: Array) -> None:
    """Write what it is worth to hand on the turn, of all seats.

    Parameters
    ----------
    seat : as in `respond`
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
    handed[seat, place, scores[seat], 0] = slab.hold[scores[seat], scores[last]]
