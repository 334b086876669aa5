"""The best response to a fixed player in a race.

State: the responder's banked score i, the opponent's j, and how many scoring turns d the opponent has had, as
far as it counts them. Write V(i, j) for the responder's chance to win if it is about to move, U(i, j)
if the opponent is. The opponent's turn is a distribution of its gain y, with a bust of chance e and a wipe of
chance w, the responder's turn is worth what the turn kernel says:

    U(i, j) = sum over y of P(y) V(i, j + y) + e V(i, j) + w V(i, 0),     V past the opponent's goal is 0,
    V(i, j) = F(U(i, j)),                                                 holding x is worth U(x, j), a bust
    U(i, j).

So U is affine and F convex and piecewise affine in the one number that is not known, and `in_turn.reply`
finds it. Scores only grow, so states of greater i + j come first, and all of one sum are lanes of one sweep.
Values after a wipe are iterated from outside, and a turn that scores at least a point leads on, as in the
race of optimal players.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.errors import expected
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn, tables
from solvers.in_turn.inside import in_a_race
from solvers.in_turn.pair import by_scored
from solvers.in_turn.pairs import Row, new_row
from solvers.in_turn.reply import Others, no_others, refuse_rising, reply
from solvers.in_turn.seat import Seat, Sweeps, new_sweeps, refuse_entry
from solvers.in_turn.wiping import settle_between
from solvers.jit import jit
from solvers.players.known import Known, parts_of, played_out
from solvers.turns.backward import LANES, rows
from solvers.turns.certificate_of_fixed import response_residual
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns, looks_at_other


@dataclass(frozen=True)
class RaceResponse:
    """The best response to a fixed player.

    Attributes
    ----------
    turn : the game
    opponent : who is responded to
    value : float64[scored, banked, opponent], the responder's chance to win if it is about to move, by the
        opponent's scoring turns
    waiting_value : float64[scored, banked, opponent], if the opponent is about to move
    residual : largest difference between both values and one backup of them by another route
    """

    turn: Turn
    opponent: Known
    value: Array
    waiting_value: Array
    residual: float

    @property
    def wins_first(self) -> float:
        """Chance to win from the start when moving first."""
        return float(self.value[0, 0, 0])

    @property
    def wins_second(self) -> float:
        """Chance to win from the start when moving second."""
        return float(self.waiting_value[0, 0, 0])

    @property
    def wins(self) -> float:
        """Chance to win if a fair coin says who moves first."""
        return (self.wins_first + self.wins_second) / 2.0


def best_response(opponent: Known, goal: int) -> RaceResponse:
    """Solve the best response to a fixed player.

    Parameters
    ----------
    opponent : whom to respond to
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or less than the entry
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than MOST_ROUNDS
        rounds

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.counting import counting_rule
    >>> response = best_response(counting_rule("hold at 20", pig.turn(), 100), 100)
    >>> print(round(response.wins_first, 4), round(1 - response.wins_second, 4))  # Neller & Presser 2004
    0.5874 0.4776
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    turn, parts = opponent.turn, parts_of(opponent)
    value, waiting = respond(turn, opponent.name, played_out(opponent, goal))
    residual = response_residual(turn, parts, value, waiting)
    shape = len(parts), goal, goal
    return RaceResponse(turn, opponent, value.reshape(shape), waiting.reshape(shape), residual)


def respond(turn: Turn, name: str, turns: PlayedTurns) -> tuple[Array, Array]:
    """The best response to somebody whose turns have been played out.

    Parameters
    ----------
    turn : the game
    name : who is responded to, for an error
    turns : theirs; of who counts its scoring turns by that count, too

    Returns
    -------
    value, waiting : float64[banked, opponent], the responder's chance to win if it, or the other, is about to
        move; float64[scored, banked, opponent] where the other counts its scoring turns

    Raises
    ------
    InvalidRules
        if the goal is less than the entry
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than MOST_ROUNDS
        rounds
    """
    refuse_entry(turn, turns.row.shape[-1])
    counting = by_scored(turns)
    counts, goal, _ = counting.row.shape
    far, who = goal + turn.longest_gain, f"best response to {name}"
    compiled = tables(turn, goal, every_way=looks_at_other(turns))
    sweeps, row, others = new_sweeps(turn, compiled, goal, far, steady=True), new_row(goal), no_others(goal)
    handed = rows(counts * far, goal + LANES).reshape(counts, far, goal + LANES)
    handed[:, goal:] = 1.0
    hold = with_entry(turn, handed, axis=1) if turn.entry else handed
    wiped, value = np.zeros((counts, goal + LANES)), np.zeros((counts, goal, goal))

    def round_of(after: Array, guessed: bool) -> Array:
        """Solve all states, given the values after a wipe of either."""
        if after.size:
            wiped[:, :goal], value[0, :, 0] = after[:-goal].reshape(counts, goal), after[-goal:]
        both = handed, hold
        refuse_rising(_solve(turn.entry, sweeps, counting, guessed, others, row, wiped, both, value), who)
        return np.concatenate((handed[:, 0, :goal].ravel(), value[0, :, 0]))

    settle_between(round_of, np.ones((counts + 1) * goal if turn.wipes else 0, np.int64), who)
    found = chances(value, who), chances(np.ascontiguousarray(handed[:, :goal, :goal]), who)
    return found if turns.row.ndim > 2 else (found[0][0], found[1][0])


def hold_at(response: RaceResponse) -> Shorts:
    """Least turn total at which the best response holds, int16[scored, banked, opponent].

    `scored` counts the opponent's scoring turns. The best response may throw again at a greater turn total.
    """
    goal = response.value.shape[1]
    return np.stack([in_a_race(response.turn, goal, waiting).hold_at() for waiting in response.waiting_value])


@jit
def _solve(
    entry: int,
    sweeps: Sweeps,
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
    entry : the least score that the response may bank
    sweeps : its turn
    turns : the opponent's, with `row` of int64[scored, j, i]
    guessed : whether `out_value` comes with guesses
    others, row : memory for one diagonal
    wiped : float64[scored, j], U after a wipe of the response
    out_tables : float64[scored, i, j] both, become U, of handing over with i and of banking it; they come
        with 1 from the goal on
    out_value : float64[scored, i, j], becomes V; comes with guesses of the values after a wipe

    Returns
    -------
    How much a value still rose on a diagonal that did not converge, else 0.
    """
    goal = out_value.shape[1]
    handed, hold = out_tables
    for s in range(2 * goal - 2, -1, -1):
        low = max(0, s - goal + 1)
        high = min(s, goal - 1)
        for scored in range(out_value.shape[0]):
            seat = Seat(sweeps, entry, handed[scored], hold[scored], wiped[scored])
            _opponents_turns(sweeps.least, turns, scored, low, high, out_value, others)
            rising = reply(seat, low, high, guessed, others, row, out_value[scored])
            if rising > 0.0:
                return rising
    return 0.0


@jit
def _opponents_turns(
    least: int, turns: PlayedTurns, scored: int, low: int, high: int, value: Array, others: Others
) -> None:
    """What the opponent's turns of one diagonal come to, after so many of its scoring turns.

    Parameters
    ----------
    least : what a turn scores at least
    turns : as in `_solve`
    scored : scoring turns that the opponent has had
    low, high : least and greatest score
    value : float64[scored, i, j], V of later states
    others : written
    """
    goal = value.shape[1]
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
            worth += stay * (value[scored, i, j + least] if j + least < goal else 0.0)
            stay = 0.0
            leave = 1.0
        others.constant[q] = worth
        others.stay[q] = stay
        others.leave[q] = leave
