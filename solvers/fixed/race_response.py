"""The best response to a fixed policy in a race.

State: the responder's banked score i, the opponent's j, and how many scoring turns d the opponent has had, as
far as its policy counts them. Write V(i, j) for the responder's chance to win if it is about to move, U(i, j)
if the opponent is. The opponent's turn is a distribution of its gain y, with a bust of chance e and a wipe of
chance w, the responder's turn is worth what the turn kernel says:

    U(i, j) = sum over y of P(y) V(i, j + y) + e V(i, j) + w V(i, 0),     V past the opponent's goal is 0,
    V(i, j) = F(U(i, j)),                                                 holding x is worth U(x, j), a bust
    U(i, j).

So U is affine and F convex and piecewise affine in the one number that is not known: Newton steps on V = F(a
+ e V), which are policy iteration, end after two or three sweeps. Scores only grow, so states of greater i +
j come first, and all of one sum are lanes of one sweep. Values after a wipe are iterated from outside, and a
turn that scores at least a point leads on, as in the race of optimal players.

Each step is what some policy is worth, so from the second on they rise; they have ended when they rise no
more. Where nearly every turn of both busts, the step divides by a chance to leave the state that 1 - slope
has lost. There the turn that the sweep has found is played out forwards, and all terms are positive: with A
what it gains, l and s its chances not to bust and to bust,

    V = (A + s a) / (l + s (1 - e)),    1 - e summed up, too.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.fixed.certificate import response_residual
from solvers.fixed.policies import Policy
from solvers.fixed.settling import MOST_SWEEPS, settle
from solvers.games.plan import Plan
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit
from solvers.race.policy import Turns
from solvers.turns import found
from solvers.turns.backward import LANES, opening, rows, set_ends, sweep, workspace
from solvers.turns.chances import chances
from solvers.turns.forward import one_throw, play
from solvers.turns.found import OFTEN, Found

# Relative rise of a value for each throw that a turn to the goal can have: smaller ones are rounding.
ROUNDING = 2.5e-16
# A value that is less is rounded as if it were this.
TINY = 1e-300


class Scratch(NamedTuple):
    """Room for the states of one diagonal, by q, and for a block of its turns.

    Attributes
    ----------
    constant, stay, leave : float64[q], U as constant + stay V, and 1 - stay
    guess, new : float64[q], V before and after a Newton step
    bust, ends, throws, positions, standing : of the turn kernel, and of the turns that it has found
    """

    constant: Array
    stay: Array
    leave: Array
    guess: Array
    new: Array
    bust: Array
    ends: Array
    throws: Array
    positions: Array
    standing: Array


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
        if the turn offers other ways to go on
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
    throw, goal, counts = one_throw(turn), opponent.goal, opponent.counts
    compiled = tables(turn, goal)
    hold = rows(counts * goal, goal + LANES).reshape(counts, goal, goal + LANES)
    value, work = np.zeros((counts, goal, goal)), room(turn, goal)
    rules, who = (float(turn.throws[0].wipe), turn.least_score), f"best response to {opponent.name}"
    settle(
        turn,
        opponent.name,
        hold,
        value,
        lambda: _solve(compiled, throw, rules, opponent.rolls, hold, value, work),
    )
    value, waiting = chances(value, who), chances(np.ascontiguousarray(hold[:, :, :goal]), who)
    return RaceResponse(
        turn, opponent, value, waiting, response_residual(turn, goal, opponent.rolls, value, waiting)
    )


def room(turn: Turn, goal: int) -> Scratch:
    """Room for `newton`, to be used again and again."""
    compiled = tables(turn, goal)
    throws, positions = workspace(compiled, goal, turn.longest_gain)
    positions[goal * compiled.depth.size :, :LANES] = 1.0
    ends, standing = np.zeros((compiled.bust.size, 2 * LANES)), np.zeros((goal, compiled.bust.size))
    constant, stay, leave, guess, new = np.zeros((5, goal))
    return Scratch(constant, stay, leave, guess, new, np.zeros(LANES), ends, throws, positions, standing)


def rolls(response: RaceResponse) -> Flags:
    """What the best response does, HOLD or ROLL, int8[scored, banked, opponent, turn_total], by the
    opponent's scoring turns.
    """
    goal = response.value.shape[1]
    turns = [Turns(response.turn, goal, waiting) for waiting in response.waiting_value]
    return np.stack([[own.rolls(banked) for banked in range(goal)] for own in turns])


def hold_at(response: RaceResponse) -> Shorts:
    """Least turn total at which the best response holds, int16[scored, banked, opponent]; it may throw again
    at a greater one.
    """
    goal = response.value.shape[1]
    turns = [Turns(response.turn, goal, waiting) for waiting in response.waiting_value]
    return np.stack([[own.hold_at(banked) for banked in range(goal)] for own in turns])


@jit
def _solve(
    tables: TurnArrays,
    throw: Array,
    rules: tuple[float, int],
    rolls: Flags,
    out_hold: Array,
    out_value: Array,
    room: Scratch,
) -> float:
    """All states by diagonals of equal i + j; returns how much a value still rose on one that did not
    converge, else 0.

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
            _opponents_turns(throw, rules, rolls[scored], (scored, low, high), out_value, gains, room)
            rising = newton(tables, rules[1], (low, high), room, out_hold[scored], out_value[scored])
            if rising > 0.0:
                return rising
    return 0.0


@jit
def newton(
    tables: TurnArrays, least: int, where: tuple[int, int], room: Scratch, out_hold: Array, out_value: Array
) -> float:
    """One diagonal, by Newton steps on V = F(constant + stay V); returns how much one still rose if it did
    not converge, else 0.

    least : what a turn scores at least
    where : the least j and the greatest i of the diagonal
    room : comes with U as constant + stay V, and with 1 - stay
    out_hold, out_value : float64[i, j], get U and V
    """
    low, high = where
    goal, count = out_value.shape[0], high - low + 1
    _guess(goal, low, high, out_value, room.guess)
    rising, sweeps = 1.0, 0
    while not (rising <= ROUNDING * goal) and sweeps < MOST_SWEEPS:
        for start in range(0, count, LANES):
            _step(tables, least, (low, high, start, min(start + LANES, count)), room, out_hold)
        rising = 0.0 if sweeps else 1.0
        for q in range(count):
            # A guess may be too high; a step never is.
            if sweeps > 0:
                rising = max(rising, (room.new[q] - room.guess[q]) / max(room.new[q], TINY))
                room.new[q] = max(room.new[q], room.guess[q])
            room.guess[q] = room.new[q]
        sweeps += 1
    if not (rising <= ROUNDING * goal):
        return rising
    for q in range(count):
        out_value[high - q, low + q] = room.guess[q]
        out_hold[high - q, low + q] = room.constant[q] + room.stay[q] * room.guess[q]
    return 0.0


@jit
def _step(
    tables: TurnArrays, least: int, where: tuple[int, int, int, int], room: Scratch, hold: Array
) -> None:
    """One step of some lanes.

    where : the least j and the greatest i of the diagonal, and which q
    hold : float64[i, j], U of greater sums and after wipes
    """
    low, high, start, end = where
    goal, bust = room.standing.shape[0], room.bust
    for q in range(start, end):
        # Lane q is the state i = high - q, j = low + q.
        bust[q - start] = room.constant[q] + room.stay[q] * room.guess[q]
        if least > 0:
            bust[q - start] = hold[high - q + least, low + q] if high - q + least < goal else 1.0
    set_ends(tables, bust, hold[0, low + start :], 0.0 if least > 0 else 1.0, room.ends)
    sweep(tables, hold, low + start, room.ends, (high - end + 1, goal), room.throws, room.positions)
    for q in range(start, end):
        value, slope = opening(tables, room.throws, high - q, q - start)
        bend = slope * room.stay[q]
        if 1.0 - bend >= OFTEN:
            room.new[q] = (value - bend * room.guess[q]) / (1.0 - bend)
        else:
            turn = Found(hold, room.throws, room.standing)
            gained, left, busts = found.play(tables, turn, (high - q, low + q, q - start), hold[0, low + q])
            leave = left + busts * room.leave[q]
            # What cannot be left is never won.
            room.new[q] = (gained + busts * room.constant[q]) / leave if leave > 0.0 else 0.0


@jit
def _opponents_turns(
    throw: Array,
    rules: tuple[float, int],
    rolls: Flags,
    where: tuple[int, int, int],
    value: Array,
    gains: Array,
    out: Scratch,
) -> None:
    """U of one diagonal as constant + stay V of the same state, and 1 - stay.

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
        worth, leave = throws * wipe * value[0, i, 0], throws * wipe
        for gain in range(1, most + 1):
            leave += gains[gain]
            if j + gain < goal:
                worth += gains[gain] * value[after, i, j + gain]
        out.constant[q], out.stay[q], out.leave[q] = worth, throws * throw[0], leave
        if least > 0:
            out.constant[q] += out.stay[q] * (value[scored, i, j + least] if j + least < goal else 0.0)
            out.stay[q], out.leave[q] = 0.0, 1.0


@jit
def _guess(goal: int, low: int, high: int, value: Array, out: Array) -> None:
    """A straight line on from the states with one and two points more on both sides, as far as it is a
    chance.
    """
    for q in range(high - low + 1):
        i, j = high - q, low + q
        if max(i, j) + 2 < goal:
            out[q] = min(1.0, max(0.0, 2.0 * value[i + 1, j + 1] - value[i + 2, j + 2]))
        elif max(i, j) + 1 < goal:
            out[q] = value[i + 1, j + 1]
        else:
            out[q] = 0.5
