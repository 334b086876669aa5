"""The race of two fixed policies, in both seats.

State: the banked scores i and j of the two players, *own* and *other*, and how many scoring turns each has
had, c and d, as far as its policy counts them. Write V(i, j) for own's chance to win if own is about to move
and U(i, j) if other is. A turn of a fixed policy is a distribution of its gain x, with a bust of chance e and
a wipe of chance w, and

    V(i, j) = sum over x of P(x) U(i + x, j) + e U(i, j) + w U(0, j),    U past own's goal is 1,
    U(i, j) = sum over y of P(y) V(i, j + y) + e' V(i, j) + w' V(i, 0),  V past other's goal is 0.

Scores only grow, so states of greater i + j come first, and what is left is two linear equations in V(i, j)
and U(i, j), solved in closed form; this is the race of Neller, Russell & Markov 2012, section 2, with both
choices made. Where a turn scores at least one point, a bust leads to a later state, and nothing is left to
solve. Values after a wipe come first, see `wipes`.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.errors import NotConverged, expected
from solvers.fixed.certificate import head_to_head_residual
from solvers.fixed.policies import Policy
from solvers.fixed.wipes import Won, after_wipes
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.race.solve import Race
from solvers.turns.chances import chances
from solvers.turns.forward import one_throw, play

# A chance to leave a state that is less than this has lost digits to underflow.
LEAST_CHANCE = 1e-290


class OneThrow(NamedTuple):
    """The rules of a turn in which the only way to go on is the same throw again.

    Attributes
    ----------
    gain : float64[longest gain + 1], chance that a throw gains so many points, its bust in 0
    wipe : chance that a throw wipes
    least : what a turn scores at least
    """

    gain: Array
    wipe: float
    least: int


@dataclass(frozen=True)
class HeadToHead:
    """Two fixed policies against each other.

    Attributes
    ----------
    turn, goal : the game
    own, other : who plays
    value : float64[own scored, other scored, banked, opponent], own's chance to win if own is about to move
    waiting_value : float64, of the same shape, if other is about to move
    residual : largest difference between both values and one backup of them by another route
    """

    turn: Turn
    goal: int
    own: Policy | Plan | Race
    other: Policy | Plan
    value: Array
    waiting_value: Array
    residual: float

    @property
    def wins_first(self) -> float:
        """Own's chance to win from the start when it moves first."""
        return float(self.value[0, 0, 0, 0])

    @property
    def wins_second(self) -> float:
        """Own's chance to win from the start when it moves second."""
        return float(self.waiting_value[0, 0, 0, 0])

    @property
    def wins(self) -> float:
        """Own's chance to win if a fair coin says who moves first."""
        return (self.wins_first + self.wins_second) / 2.0


def head_to_head(turn: Turn, own: Policy, other: Policy) -> HeadToHead:
    """Solve the race of two fixed policies.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    own, other : policies of one goal

    Raises
    ------
    InvalidRules
        if the goals differ, or the turn offers other ways to go on
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe take too many rounds

    Examples
    --------
    >>> from solvers.fixed import policies
    >>> from solvers.race.solve import optimal_play
    >>> from solvers.games import pig
    >>> optimal = policies.optimal(optimal_play(pig.turn(), 100))
    >>> four = head_to_head(pig.turn(), optimal, policies.scoring_turns(100, 4))
    >>> print(round(200 * four.wins - 100, 1))  # games in a hundred more than lost; Neller & Presser 2010
    3.3
    """
    if own.goal != other.goal:
        raise expected("goal of the other policy", f"{own.goal}, that of the first", other.goal)
    goal, throw = own.goal, rules_of_throw(turn)
    value = np.zeros((own.counts, other.counts, goal, goal))
    waiting = np.zeros_like(value)
    rolls, who = (own.rolls, other.rolls), f"{own.name} against {other.name}"

    def backup(ends: Won, wiped: Array) -> Array:
        value[:, 0, :, 0], waiting[0, :, 0] = (
            part.reshape(-1, goal) for part in np.split(wiped, [own.counts * goal])
        )
        refuse_seldom(_solve(throw, rolls, ends, value, waiting), who)
        return np.concatenate((value[:, 0, :, 0].ravel(), waiting[0, :, 0].ravel()))

    states = (own.counts + other.counts) * goal
    backup(Won(1.0, 0.0), after_wipes(states, who, backup) if turn.wipes else np.zeros(states))
    value, waiting = chances(value, who), chances(waiting, who)
    residual = head_to_head_residual(turn, goal, (own.rolls, other.rolls), value, waiting)
    return HeadToHead(turn, goal, own, other, value, waiting, residual)


def rules_of_throw(turn: Turn) -> OneThrow:
    """The rules of a turn for the kernels.

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on than the same throw
    """
    return OneThrow(one_throw(turn), float(turn.throws[0].wipe), turn.least_score)


def refuse_seldom(leave: float, who: str) -> None:
    """Refuse to answer if turns score too seldom for floating-point numbers.

    Parameters
    ----------
    leave : the least chance that either of two turns scores
    who : who plays, for the error

    Raises
    ------
    NotConverged
        if that chance is less than LEAST_CHANCE
    """
    if not leave >= LEAST_CHANCE:
        raise NotConverged(
            f"chance that a turn scores: expected more than {LEAST_CHANCE}, got {leave} ({who}). Hold at"
            " less."
        )


class _State(NamedTuple):
    """A state of the race.

    Attributes
    ----------
    banked, opponent : scores of own and of other
    scored, other_scored : scoring turns that own and other have had
    """

    banked: int
    opponent: int
    scored: int
    other_scored: int


class _PlayedTurn(NamedTuple):
    """What a turn comes to.

    Attributes
    ----------
    worth : what it is worth to own that the turn scores or is wiped, chances included
    score, bust, wipe : chances of these ends
    """

    worth: float
    score: float
    bust: float
    wipe: float


@jit
def _solve(
    throw: OneThrow, rolls: tuple[Flags, Flags], won: Won, out_value: Array, out_waiting: Array
) -> float:
    """Solve all states by decreasing i + j.

    Parameters
    ----------
    throw : the rules
    rolls : int8[scored, banked, opponent, turn_total] of own and of other
    won : what reaching the goal is worth
    out_value, out_waiting : float64[c, d, i, j], V and U; come with guesses of the values after a wipe and
        are written whole

    Returns
    -------
    The least chance that one of both turns from a state does not bust.
    """
    counts, other_counts, goal = out_value.shape[:3]
    ends = np.empty(goal + throw.gain.size)
    least_leave = 1.0
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            for c in range(counts):
                for d in range(other_counts):
                    state = _State(i, total - i, c, d)
                    leave = _solve_state(throw, rolls, won, state, ends, out_value, out_waiting)
                    least_leave = min(least_leave, leave)
    return least_leave


@jit
def _solve_state(
    throw: OneThrow,
    rolls: tuple[Flags, Flags],
    won: Won,
    state: _State,
    ends: Array,
    out_value: Array,
    out_waiting: Array,
) -> float:
    """Solve V and U of one state, from those of greater i + j and those after a wipe.

    Parameters
    ----------
    throw : the rules
    rolls : int8[scored, banked, opponent, turn_total] of own and of other
    won : what reaching the goal is worth
    state : the state
    ends : float64[gain], memory for one turn
    out_value, out_waiting : float64[c, d, i, j], V and U; those of the state are written

    Returns
    -------
    The chance that one of both turns does not bust; 1 where a bust leads to a later state.
    """
    i, j, c, d = state
    goal = out_value.shape[2]
    least = throw.least
    later = min(c + 1, out_value.shape[0] - 1)
    other_later = min(d + 1, out_value.shape[1] - 1)
    own = _turn(
        throw, rolls[0][c, i, j], i, won.own, out_waiting[later, d, :, j], out_waiting[0, d, 0, j], ends
    )
    other = _turn(
        throw, rolls[1][d, j, i], j, won.other, out_value[c, other_later, i], out_value[c, 0, i, 0], ends
    )
    if least > 0:
        worth = own.worth + own.bust * (out_waiting[c, d, i + least, j] if i + least < goal else won.own)
        against = other.worth + other.bust * (
            out_value[c, d, i, j + least] if j + least < goal else won.other
        )
        out_value[c, d, i, j] = worth
        out_waiting[c, d, i, j] = against
        return 1.0
    # 1 - e e' without the cancellation, which costs digits where turns nearly always bust.
    leave = own.score + own.wipe + own.bust * (other.score + other.wipe)
    out_value[c, d, i, j] = (own.worth + own.bust * other.worth) / leave
    out_waiting[c, d, i, j] = other.worth + other.bust * out_value[c, d, i, j]
    return leave


@jit
def _turn(
    throw: OneThrow, rolls: Flags, banked: int, won: float, after: Array, wiped: float, ends: Array
) -> _PlayedTurn:
    """Play out one turn.

    Parameters
    ----------
    throw : the rules
    rolls : int8[turn_total], HOLD or ROLL
    banked : score before the turn
    won : what it is worth that the turn reaches the goal
    after : float64[score], value of having banked that score
    wiped : value of a wipe
    ends : float64[gain], memory for the ends of the turn
    """
    throws, most = play(throw.gain, rolls, after.size - banked, ends)
    worth = 0.0
    score = 0.0
    for gain in range(1, most + 1):
        chance = ends[gain]
        score += chance
        worth += chance * (after[banked + gain] if banked + gain < after.size else won)
    wipe = throws * throw.wipe
    worth += wipe * wiped
    return _PlayedTurn(worth, score, throws * throw.gain[0], wipe)
