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

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.fixed.certificate import response_residual
from solvers.fixed.head_to_head import OneThrow, rules_of_throw
from solvers.fixed.newton import Scratch, new_scratch, newton
from solvers.fixed.policies import Policy
from solvers.fixed.settling import settle
from solvers.games.plan import Plan
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit, jit_allocating
from solvers.race.policy import Turns
from solvers.turns.backward import LANES, rows
from solvers.turns.chances import chances
from solvers.turns.forward import play


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
    throw, goal, counts = rules_of_throw(turn), opponent.goal, opponent.counts
    compiled = tables(turn, goal)
    hold = rows(counts * goal, goal + LANES).reshape(counts, goal, goal + LANES)
    value, scratch = np.zeros((counts, goal, goal)), new_scratch(turn, compiled, goal)
    who = f"best response to {opponent.name}"
    settle(
        turn,
        opponent.name,
        hold,
        value,
        lambda: _solve(compiled, throw, opponent.rolls, hold, value, scratch),
    )
    value, waiting = chances(value, who), chances(np.ascontiguousarray(hold[:, :, :goal]), who)
    return RaceResponse(
        turn, opponent, value, waiting, response_residual(turn, goal, opponent.rolls, value, waiting)
    )


def rolls(response: RaceResponse) -> Flags:
    """What the best response does, HOLD or ROLL, int8[scored, banked, opponent, turn_total].

    `scored` counts the opponent's scoring turns.
    """
    goal = response.value.shape[1]
    turns = [Turns(response.turn, goal, waiting) for waiting in response.waiting_value]
    return np.stack([[own.rolls(banked) for banked in range(goal)] for own in turns])


def hold_at(response: RaceResponse) -> Shorts:
    """Least turn total at which the best response holds, int16[scored, banked, opponent].

    `scored` counts the opponent's scoring turns. The best response may throw again at a greater turn total.
    """
    goal = response.value.shape[1]
    turns = [Turns(response.turn, goal, waiting) for waiting in response.waiting_value]
    return np.stack([[own.hold_at(banked) for banked in range(goal)] for own in turns])


@jit_allocating
def _solve(
    tables: TurnArrays, throw: OneThrow, rolls: Flags, out_hold: Array, out_value: Array, scratch: Scratch
) -> float:
    """Solve all states, by diagonals of equal i + j.

    Parameters
    ----------
    tables : the turn
    throw : the rules of the opponent's turns
    rolls : int8[scored, banked, opponent, turn_total] of the opponent
    out_hold : float64[scored, i, j], becomes U; comes with guesses of the values after a wipe
    out_value : float64[scored, i, j], becomes V; comes with guesses of the values after a wipe
    scratch : memory for one diagonal

    Returns
    -------
    How much a value still rose on a diagonal that did not converge, else 0.
    """
    goal = out_value.shape[1]
    gains = np.empty(goal + throw.gain.size)
    for s in range(2 * goal - 2, -1, -1):
        low = max(0, s - goal + 1)
        high = min(s, goal - 1)
        for scored in range(out_value.shape[0]):
            _opponents_turns(throw, rolls[scored], scored, low, high, out_value, gains, scratch)
            rising = newton(tables, throw.least, low, high, scratch, out_hold[scored], out_value[scored])
            if rising > 0.0:
                return rising
    return 0.0


@jit
def _opponents_turns(
    throw: OneThrow,
    rolls: Flags,
    scored: int,
    low: int,
    high: int,
    value: Array,
    gains: Array,
    scratch: Scratch,
) -> None:
    """Play out the opponent's turns of one diagonal, after so many of its scoring turns.

    Parameters
    ----------
    throw : the rules of its turns
    rolls : int8[j, i, turn_total], what it does
    scored : its scoring turns
    low : least j of the diagonal
    high : greatest i of the diagonal
    value : float64[scored, i, j], V of later states
    gains : float64[gain], memory for the ends of one turn
    scratch : `constant`, `stay` and `leave` are written
    """
    goal = value.shape[1]
    after = min(scored + 1, value.shape[0] - 1)
    least = throw.least
    for q in range(high - low + 1):
        i = high - q
        j = low + q
        throws, most = play(throw.gain, rolls[j, i], goal - j, gains)
        worth = throws * throw.wipe * value[0, i, 0]
        leave = throws * throw.wipe
        for gain in range(1, most + 1):
            leave += gains[gain]
            if j + gain < goal:
                worth += gains[gain] * value[after, i, j + gain]
        scratch.constant[q] = worth
        scratch.stay[q] = throws * throw.gain[0]
        scratch.leave[q] = leave
        if least > 0:
            scratch.constant[q] += scratch.stay[q] * (
                value[scored, i, j + least] if j + least < goal else 0.0
            )
            scratch.stay[q] = 0.0
            scratch.leave[q] = 1.0
