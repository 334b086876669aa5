"""The best response to a fixed policy in a race.

State: the responder's banked score i, the opponent's j, and how many scoring turns d the opponent has had, as
far as its policy counts them. Write V(i, j) for the responder's chance to win if it is about to move, U(i, j)
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

from solvers.arrays import Array, Flags, Shorts
from solvers.errors import expected
from solvers.fixed.certificate import response_residual
from solvers.fixed.played import played_by_policy
from solvers.fixed.policies import Policy
from solvers.games.house_rules import with_entry
from solvers.games.plan import Plan
from solvers.games.turn import Turn, tables
from solvers.in_turn.inside import in_a_race
from solvers.in_turn.pairs import Row, new_row
from solvers.in_turn.reply import Others, no_others, refuse_rising, reply
from solvers.in_turn.seat import Seat, Sweeps, new_sweeps, refuse_entry
from solvers.in_turn.wiping import settle_between
from solvers.jit import jit
from solvers.turns.backward import LANES, rows
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns, looks_at_other


@dataclass(frozen=True)
class RaceResponse:
    """The best response to a fixed policy, or to a plan, which counts no scoring turns.

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
    opponent: Policy | Plan
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


def best_response(turn: Turn, opponent: Policy) -> RaceResponse:
    """Solve the best response to a fixed policy.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    opponent : the policy to respond to

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on, or has an entry
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than MOST_ROUNDS
        rounds

    Examples
    --------
    >>> from solvers.fixed import policies
    >>> from solvers.games import pig
    >>> response = best_response(pig.turn(), policies.hold_at(100, 20))
    >>> print(round(response.wins_first, 4), round(1 - response.wins_second, 4))  # Neller & Presser 2004
    0.5874 0.4776
    """
    if turn.entry:
        raise expected("entry", "0 against a policy, which knows none", turn.entry)
    value, waiting = respond(turn, opponent.name, played_by_policy(turn, opponent))
    residual = response_residual(turn, opponent.goal, opponent.rolls, value, waiting)
    return RaceResponse(turn, opponent, value, waiting, residual)


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
    counting = turns if turns.row.ndim > 2 else turns._replace(row=turns.row[None])
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


def rolls(response: RaceResponse) -> Flags:
    """What the best response does, HOLD or ROLL, int8[scored, banked, opponent, turn_total].

    `scored` counts the opponent's scoring turns.
    """
    goal = response.value.shape[1]
    turns = [in_a_race(response.turn, goal, waiting) for waiting in response.waiting_value]
    return np.stack([[own.rolls(banked) for banked in range(goal)] for own in turns])


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
