"""The best response to a fixed policy in a race.

State: the responder's banked score i, the opponent's j, and how many scoring turns d the opponent has had, as far as its policy counts
them. Write V(i, j) for the responder's chance to win if it is about to move, U(i, j) if the opponent is. The opponent's turn is a
distribution of its gain y, with a bust of chance e and a wipe of chance w, the responder's turn is worth what the turn kernel says:

    U(i, j) = sum over y of P(y) V(i, j + y) + e V(i, j) + w V(i, 0),     V past the opponent's goal is 0,
    V(i, j) = F(U(i, j)),                                                 holding x is worth U(x, j), a bust U(i, j).

So U is affine and F convex and piecewise affine in the one number that is not known: Newton steps on V = F(a + e V), which are policy
iteration, end after two or three sweeps. Scores only grow, so states of greater i + j come first, and all of one sum are lanes of one
sweep. Values after a wipe are iterated from outside, and a turn that scores at least a point leads on, as in the race of optimal players.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.policies import response_residual
from solvers.contests.policies import Policy
from solvers.contests.race_policy import Turns
from solvers.errors import NotConverged
from solvers.games.plan import Plan
from solvers.games.turn import Tables, Turn, tables
from solvers.jit import jit
from solvers.turns.backward import LANES, opening, rows, set_ends, sweep, workspace
from solvers.turns.forward import one_throw, play

Array = NDArray[np.float64]
Rolls = NDArray[np.int8]
# Of a sweep's values against the guesses they came from, before the last Newton step.
TOLERANCE = 1e-14
MOST_SWEEPS = 60
# Of the values after a wipe from one round to the next, and its rounds.
SETTLED = 1e-15
MOST_ROUNDS = 2000


class Room(NamedTuple):
    """Room for the states of one diagonal, by q, and for a block of its turns.

    Attributes
    ----------
    constant, stay : float64[q], U as constant + stay V
    guess, value, slope : float64[q], V, what a turn is worth, and its slope in the value of its bust
    bust, ends, throws, positions : of the turn kernel
    """

    constant: Array
    stay: Array
    guess: Array
    value: Array
    slope: Array
    bust: Array
    ends: Array
    throws: Array
    positions: Array


@dataclass(frozen=True)
class RaceResponse:
    """The best response to a fixed policy, or to a plan, which counts no scoring turns.

    Attributes
    ----------
    turn : the game
    opponent : who is responded to
    value : float64[scored, banked, opponent], the responder's chance to win if it is about to move, by the opponent's scoring turns
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
        if the turn offers other ways to go on
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than MOST_ROUNDS rounds

    Examples
    --------
    >>> from solvers.contests import policies
    >>> from solvers.games import pig
    >>> response = best_response(pig.turn(), policies.hold_at(100, 20))
    >>> print(round(response.wins_first, 4), round(1 - response.wins_second, 4))  # Neller & Presser 2004
    0.5874 0.4776
    """
    compiled, throw, goal, counts = tables(turn), one_throw(turn), opponent.goal, opponent.counts
    hold = rows(counts * goal, goal + LANES).reshape(counts, goal, goal + LANES)
    value, work = np.zeros((counts, goal, goal)), room(turn, goal)
    rules = float(turn.throws[0].wipe), turn.least_score
    settle(turn, opponent.name, hold, value, lambda: _solve(compiled, throw, rules, opponent.rolls, hold, value, work))
    waiting = np.ascontiguousarray(hold[:, :, :goal])
    return RaceResponse(turn, opponent, value, waiting, response_residual(turn, goal, opponent.rolls, value, waiting))


def room(turn: Turn, goal: int) -> Room:
    """Room for `newton`, to be used again and again."""
    compiled = tables(turn)
    throws, positions = workspace(compiled, goal, turn.longest_gain)
    positions[goal * compiled.depth.size :, :LANES] = 1.0
    constant, stay, guess, value, slope = np.zeros((5, goal))
    return Room(constant, stay, guess, value, slope, np.zeros(LANES), np.zeros((compiled.bust.size, 2 * LANES)), throws, positions)


def settle(turn: Turn, opponent: str, hold: Array, value: Array, solve: Callable[[], float]) -> None:
    """Solve all states, again and again until the values after a wipe stay.

    Parameters
    ----------
    turn : the game
    opponent : the policy's name
    hold, value : float64[scored, banked, opponent], what `solve` writes
    solve : returns the residual of a diagonal that did not converge, else 0

    Raises
    ------
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than MOST_ROUNDS rounds
    """
    change, rounds = 1.0, 0
    while change > SETTLED and rounds < MOST_ROUNDS:
        # In place: a state reads what the last round has left after its wipes.
        before = np.concatenate((hold[:, 0].ravel(), value[0, :, 0]))
        unsettled = solve()
        if unsettled > TOLERANCE:
            where = f"best response to {opponent}, {MOST_SWEEPS} sweeps of one diagonal"
            raise NotConverged(f"residual: expected at most {TOLERANCE}, got {unsettled} ({where}).")
        change = float(np.abs(np.concatenate((hold[:, 0].ravel(), value[0, :, 0])) - before).max()) if turn.wipes else 0.0
        rounds += 1
    if change > SETTLED:
        where = f"best response to {opponent}, {MOST_ROUNDS} rounds"
        raise NotConverged(f"change after a wipe: expected at most {SETTLED}, got {change} ({where}).")


def rolls(response: RaceResponse) -> Rolls:
    """What the best response does, HOLD or ROLL, int8[scored, banked, opponent, turn_total], by the opponent's scoring turns."""
    goal = response.value.shape[1]
    turns = [Turns(response.turn, goal, waiting) for waiting in response.waiting_value]
    return np.stack([[own.rolls(banked) for banked in range(goal)] for own in turns])


def hold_at(response: RaceResponse) -> NDArray[np.int16]:
    """Least turn total at which the best response holds, int16[scored, banked, opponent]; it may throw again at a greater one."""
    goal = response.value.shape[1]
    turns = [Turns(response.turn, goal, waiting) for waiting in response.waiting_value]
    return np.stack([[own.hold_at(banked) for banked in range(goal)] for own in turns])


@jit
def _solve(tables: Tables, throw: Array, rules: tuple[float, int], rolls: Rolls, out_hold: Array, out_value: Array, room: Room) -> float:
    """All states by diagonals of equal i + j; returns the residual of one that did not converge, else 0.

    rules : chance of a throw to wipe, and what a turn scores at least
    rolls : of the opponent
    out_hold : float64[scored, i, j], becomes U; comes with guesses of the values after a wipe, as does
    out_value : float64[scored, i, j], becomes V
    """
    goal = out_value.shape[1]
    gains = np.empty(goal + throw.size)
    for s in range(2 * goal - 2, -1, -1):
        low, high = max(0, s - goal + 1), min(s, goal - 1)
        for scored in range(out_value.shape[0]):
            _opponents_turns(throw, rules, rolls[scored], (scored, low, high), out_value, gains, room.constant, room.stay)
            unsettled = newton(tables, rules[1], (low, high), room, out_hold[scored], out_value[scored])
            if unsettled > TOLERANCE:
                return unsettled
    return 0.0


@jit
def newton(tables: Tables, least: int, where: tuple[int, int], room: Room, out_hold: Array, out_value: Array) -> float:
    """One diagonal, by Newton steps on V = F(constant + stay V); returns its residual if it did not converge, else 0.

    least : what a turn scores at least
    where : the least j and the greatest i of the diagonal
    room : comes with U as constant + stay V
    out_hold, out_value : float64[i, j], get U and V
    """
    low, high = where
    goal, count = out_value.shape[0], high - low + 1
    guess, value, slope, bust = room.guess, room.value, room.slope, room.bust
    _guess(goal, low, high, out_value, guess)
    unsettled, sweeps = 1.0, 0
    while unsettled > TOLERANCE and sweeps < MOST_SWEEPS:
        for start in range(0, count, LANES):
            # Lane q is the state i = high - q, j = low + q.
            end = min(start + LANES, count)
            for q in range(start, end):
                bust[q - start] = room.constant[q] + room.stay[q] * guess[q]
                if least > 0:
                    bust[q - start] = out_hold[high - q + least, low + q] if high - q + least < goal else 1.0
            set_ends(tables, bust, out_hold[0, low + start :], 0.0 if least > 0 else 1.0, room.ends)
            sweep(tables, out_hold, low + start, room.ends, (high - end + 1, goal), room.throws, room.positions)
            for q in range(start, end):
                value[q], slope[q] = opening(tables, room.throws, high - q, q - start)
        unsettled = 0.0
        for q in range(count):
            unsettled = max(unsettled, abs(value[q] - guess[q]))
            bend = slope[q] * room.stay[q]
            guess[q] = (value[q] - bend * guess[q]) / (1.0 - bend)
        sweeps += 1
    if unsettled > TOLERANCE:
        return unsettled
    for q in range(count):
        out_value[high - q, low + q] = guess[q]
        out_hold[high - q, low + q] = room.constant[q] + room.stay[q] * guess[q]
    return 0.0


@jit
def _opponents_turns(
    throw: Array,
    rules: tuple[float, int],
    rolls: Rolls,
    where: tuple[int, int, int],
    value: Array,
    gains: Array,
    out_constant: Array,
    out_stay: Array,
) -> None:
    """U of one diagonal as constant + stay V of the same state.

    rolls : int8[j, i, turn_total], of the opponent
    where : the opponent's scoring turns, and the least j and the greatest i of the diagonal
    value : float64[scored, i, j], V of later states
    gains : room for one turn
    """
    (wipe, least), (scored, low, high) = rules, where
    goal, after = value.shape[1], min(scored + 1, value.shape[0] - 1)
    for q in range(high - low + 1):
        i, j = high - q, low + q
        throws, most = play(throw, rolls[j, i], goal - j, gains)
        worth = throws * wipe * value[0, i, 0]
        for gain in range(1, min(most, goal - 1 - j) + 1):
            worth += gains[gain] * value[after, i, j + gain]
        out_stay[q] = throws * throw[0]
        if least > 0:
            worth += out_stay[q] * (value[scored, i, j + least] if j + least < goal else 0.0)
            out_stay[q] = 0.0
        out_constant[q] = worth


@jit
def _guess(goal: int, low: int, high: int, value: Array, out: Array) -> None:
    """A straight line on from the states with one and two points more on both sides."""
    for q in range(high - low + 1):
        i, j = high - q, low + q
        if max(i, j) + 2 < goal:
            out[q] = 2.0 * value[i + 1, j + 1] - value[i + 2, j + 2]
        elif max(i, j) + 1 < goal:
            out[q] = value[i + 1, j + 1]
        else:
            out[q] = 0.5
