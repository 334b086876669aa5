"""The best response of one of two players in turn to a player whose turns are played out beforehand.

A state is the responder's score i, the other's j, and the number d of the other's scoring turns, as far as it
counts them. V(i, j) is the responder's chance to win when it is about to move, U(i, j) when the other is.
With y the gain of the other's turn, e and w its chances of a bust and of a wipe, and F the turn kernel,

    U(i, j) = sum over y of P(y) V(i, j + y) + e V(i, j) + w V(i, 0),
    V(i, j) = F(U(i, j)),                                             where holding x is worth U(x, j), a bust
    U(i, j).

The contest gives V and U from the goal on: in a race a player with the goal has won. So U is affine, and F
convex and piecewise affine, in the one unknown, which `in_turn.reply` finds. Scores only grow, so states of
greater i + j come first, and all of one sum are lanes of one sweep. Values after a wipe are iterated outside,
and a turn that scores at least a point leads to later states, as in the race of optimal players.
"""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.in_turn.pair import by_scored
from solvers.in_turn.pairs import Row, new_row
from solvers.in_turn.reply import Others, no_others, refuse_rising, reply
from solvers.in_turn.seat import Seat, Swept, in_rings_first, race_seat
from solvers.in_turn.settling import settle_between
from solvers.jit import jit
from solvers.turns.backward import rows
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns, looks_at_other


def respond_in_a_race(turn: Turn, who: str, turns: PlayedTurns) -> tuple[Array, Array]:
    """The best response in a race.

    Parameters
    ----------
    turn : the game
    who : the players, for an error
    turns : turns of the other; indexed also by the scoring turns that it counts

    Returns
    -------
    value, waiting : float64[banked, opponent], the responder's chance to win when it, or the other, is about
        to move; float64[scored, banked, opponent] if the other counts its scoring turns

    Raises
    ------
    InvalidRules
        if the goal is less than the entry
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than MOST_ROUNDS
        rounds
    """
    goal = turns.row.shape[-1]
    own = race_seat(turn, goal, looks_at_other(turns))
    value, waiting = respond(turn, who, own, turns, np.zeros((goal, turn.least_score)))
    return (value, waiting) if turns.row.ndim > 2 else (value[0], waiting[0])


def respond(turn: Turn, who: str, own: Seat, turns: PlayedTurns, after: Array) -> tuple[Array, Array]:
    """The best response in a contest.

    Parameters
    ----------
    turn : the game
    who : the players, for an error
    own : the seat that responds, with the values of handing over from the goal on; not changed
    turns : turns of the other; indexed also by the scoring turns that it counts
    after : float64[own score, points], value of the response's turn when the other has the goal and these
        points more, as far as a turn leads

    Returns
    -------
    value, waiting : float64[scored, banked, opponent], as for `respond_in_a_race`

    Raises
    ------
    NotConverged
        as `respond_in_a_race` does
    """
    counting = by_scored(turns)
    counts, goal, _ = counting.row.shape
    handed = _for_each(own.handed, counts)
    hold = handed if own.hold is own.handed else _for_each(own.hold, counts)
    wiped, value = np.zeros((counts, own.wiped.size)), np.zeros((counts, goal, goal + after.shape[1]))
    value[:, :, goal:] = after
    row, others = new_row(goal), no_others(goal)

    def round_of(known: Array, guessed: bool) -> Array:
        """Solve all states, given the values after a wipe of either."""
        if known.size:
            wiped[:, :goal], value[0, :, 0] = known[:-goal].reshape(counts, goal), known[-goal:]
        rising = in_rings_first(
            [own],
            lambda seats, swept: _solve(
                seats[0], swept, counting, guessed, others, row, wiped, (handed, hold), value
            ),
        )
        refuse_rising(rising, who)
        return np.concatenate((handed[:, 0, :goal].ravel(), value[0, :, 0]))

    settle_between(round_of, np.ones((counts + 1) * goal if turn.wipes else 0, np.int64), who)
    each = value[:, :, :goal], handed[:, :goal, :goal]
    found, waiting = (chances(np.ascontiguousarray(table), who) for table in each)
    return found, waiting


def _for_each(table: Array, counts: int) -> Array:
    """A table repeated for each number of scoring turns, float64[scored, ...] from float64[...]."""
    out = rows(counts * len(table), table.shape[1]).reshape(counts, *table.shape)
    out[:] = table
    return out


@jit
def _solve(
    own: Seat,
    swept: Swept | None,
    turns: PlayedTurns,
    guessed: bool,
    others: Others,
    row: Row,
    wiped: Array,
    out_tables: tuple[Array, Array],
    out_value: Array,
) -> float:
    """Solve all states, by diagonals of equal i + j.

    Parameters
    ----------
    own : the seat that responds
    swept : its buffers; None compiles a kernel that cannot play out turns
    turns : the other's, with `row` of int64[scored, j, i]
    guessed : whether `out_value` has estimates on entry
    others, row : buffers for one diagonal
    wiped : float64[scored, j], U after a wipe of the response
    out_tables : float64[scored, i, j] both, written: U by handing over with i and by banking it; on entry the
        values from the goal on
    out_value : float64[scored, i, j], written: V below the goal; on entry the values from there on, and
        estimates of the values after a wipe

    Returns
    -------
    what `reply` returns
    """
    counts, goal, _ = out_value.shape
    handed, hold = out_tables
    for s in range(2 * goal - 2, -1, -1):
        low = max(0, s - goal + 1)
        high = min(s, goal - 1)
        for scored in range(counts):
            seat = Seat(own.sweeps, own.entry, handed[scored], hold[scored], wiped[scored])
            _turns_of_other(own.sweeps.least, turns, scored, low, high, out_value, others)
            rising = reply(seat, swept, low, high, guessed, others, row, out_value[scored])
            if rising > 0.0:
                return rising
    return 0.0


@jit
def _turns_of_other(
    least: int, turns: PlayedTurns, scored: int, low: int, high: int, value: Array, others: Others
) -> None:
    """Results of the other's turns on one diagonal, after a number of its scoring turns.

    Parameters
    ----------
    least : least score of a turn, also of a bust
    turns : as in `_solve`
    scored : number of the other's scoring turns so far
    low, high : least and greatest score
    value : float64[scored, i, j], V of later states
    others : written
    """
    after = value[min(scored + 1, value.shape[0] - 1)]
    for q in range(high - low + 1):
        i = high - q
        j = low + q
        row = turns.row[scored, j, i]
        worth = turns.wipe[row] * value[0, i, 0]
        stay = turns.bust[row]
        leave = turns.wipe[row] + turns.wins[row]
        for gain in range(turns.span[row, 0], turns.span[row, 1]):
            worth += turns.gain[row, gain] * after[i, j + gain]
            leave += turns.gain[row, gain]
        if least > 0:
            worth += stay * value[scored, i, j + least]
            stay = 0.0
            leave = 1.0
        others.constant[q] = worth
        others.stay[q] = stay
        others.leave[q] = leave
