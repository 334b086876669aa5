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
from solvers.errors import expected
from solvers.fixed.certificate import head_to_head_residual
from solvers.fixed.policies import Policy
from solvers.fixed.wipes import Won, after_wipes
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating
from solvers.players.rule import RuleOfThumb
from solvers.race.solve import Race
from solvers.turns.chances import chances
from solvers.turns.forward import one_throw, play
from solvers.underflow import refuse_hardly_scoring


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
    """Two fixed players against each other.

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
    own: Policy | Plan | RuleOfThumb | Race
    other: Policy | Plan | RuleOfThumb
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
        refuse_hardly_scoring(_solve(throw, rolls, ends, value, waiting), who)
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


class _Nothing(NamedTuple):
    """Chances of one throw to end the turn with nothing.

    Attributes
    ----------
    bust, wipe : chances of the two ways to do so
    """

    bust: float
    wipe: float


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


class _State(NamedTuple):
    """A solved state of the race.

    Attributes
    ----------
    value, waiting : V and U
    leave : chance that one of both turns does not bust; 1 where a bust leads to a later state
    """

    value: float
    waiting: float
    leave: float


@jit_allocating
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
    own_rolls, other_rolls = rolls
    nothing = _Nothing(throw.gain[0], throw.wipe)
    least = throw.least
    ends = np.empty(goal + throw.gain.size)
    least_leave = 1.0
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            for c in range(counts):
                for d in range(other_counts):
                    after = out_waiting[min(c + 1, counts - 1), d, :, j]
                    played = play(throw.gain, own_rolls[c, i, j], goal - i, ends)
                    own = _ended(played, nothing, ends, i, won.own, after, out_waiting[0, d, 0, j])
                    # The step makes it a strided array, as the one above, so that `_ended` is compiled once.
                    after = out_value[c, min(d + 1, other_counts - 1), i, ::1]
                    played = play(throw.gain, other_rolls[d, j, i], goal - j, ends)
                    other = _ended(played, nothing, ends, j, won.other, after, out_value[c, 0, i, 0])
                    # Where a turn scores at least one point, a bust leads to a later state.
                    busted = out_waiting[c, d, i + least, j] if i + least < goal else won.own
                    other_busted = out_value[c, d, i, j + least] if j + least < goal else won.other
                    state = _solve_state(own, other, least > 0, busted, other_busted)
                    out_value[c, d, i, j] = state.value
                    out_waiting[c, d, i, j] = state.waiting
                    least_leave = min(least_leave, state.leave)
    return least_leave


@jit
def _solve_state(
    own: _PlayedTurn, other: _PlayedTurn, later: bool, busted: float, other_busted: float
) -> _State:
    """Solve V and U of one state. Reads no array, as a call counts references to each up and down.

    Parameters
    ----------
    own, other : their turns
    later : whether a bust leads to a later state; else own's bust leads to U and other's to V of this one
    busted, other_busted : what a bust of own, or of other, is worth if it leads to a later state
    """
    if later:
        return _State(own.worth + own.bust * busted, other.worth + other.bust * other_busted, 1.0)
    # 1 - e e' without the cancellation, which costs digits where turns nearly always bust.
    leave = own.score + own.wipe + own.bust * (other.score + other.wipe)
    value = (own.worth + own.bust * other.worth) / leave
    return _State(value, other.worth + other.bust * value, leave)


@jit
def _ended(
    played: tuple[float, int],
    nothing: _Nothing,
    ends: Array,
    banked: int,
    won: float,
    after: Array,
    wiped: float,
) -> _PlayedTurn:
    """What a turn comes to that has been played out.

    Parameters
    ----------
    played : expected number of throws, and the most points that the turn can gain, from `forward.play`
    nothing : chances of one throw
    ends : float64[gain], chance that the turn gains so much, from `forward.play`
    banked : score before the turn
    won : what it is worth that the turn reaches the goal
    after : float64[score], value of having banked that score
    wiped : value of a wipe
    """
    throws, most = played
    worth = 0.0
    score = 0.0
    for gain in range(1, most + 1):
        chance = ends[gain]
        score += chance
        worth += chance * (after[banked + gain] if banked + gain < after.size else won)
    wipe = throws * nothing.wipe
    worth += wipe * wiped
    return _PlayedTurn(worth, score, throws * nothing.bust, wipe)
