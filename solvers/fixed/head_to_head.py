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

import numpy as np

from solvers.arrays import Array, Flags
from solvers.errors import NotConverged, expected
from solvers.fixed.certificate import head_to_head_residual
from solvers.fixed.policies import Policy
from solvers.fixed.wipes import after_wipes
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.race.solve import Race
from solvers.turns.chances import chances
from solvers.turns.forward import one_throw, play

# A chance to leave a state that is less than this has lost digits to underflow.
LEAST_CHANCE = 1e-290


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
    goal, throw, wipe = own.goal, one_throw(turn), float(turn.throws[0].wipe)
    value = np.zeros((own.counts, other.counts, goal, goal))
    waiting = np.zeros_like(value)
    rules, rolls, who = (wipe, turn.least_score), (own.rolls, other.rolls), f"{own.name} against {other.name}"

    def backup(ends: tuple[float, float], wiped: Array) -> Array:
        value[:, 0, :, 0], waiting[0, :, 0] = (
            part.reshape(-1, goal) for part in np.split(wiped, [own.counts * goal])
        )
        refuse_seldom(_solve(throw, rules, rolls, ends, value, waiting), who)
        return np.concatenate((value[:, 0, :, 0].ravel(), waiting[0, :, 0].ravel()))

    states = (own.counts + other.counts) * goal
    backup((1.0, 0.0), after_wipes(states, who, backup) if turn.wipes else np.zeros(states))
    value, waiting = chances(value, who), chances(waiting, who)
    residual = head_to_head_residual(turn, goal, (own.rolls, other.rolls), value, waiting)
    return HeadToHead(turn, goal, own, other, value, waiting, residual)


def refuse_seldom(leave: float, who: str) -> None:
    """Refuse to answer if the least chance that either of two turns scores is no floating-point number any
    more.

    Raises
    ------
    NotConverged
        if so
    """
    if not leave >= LEAST_CHANCE:
        raise NotConverged(
            f"chance that a turn scores: expected more than {LEAST_CHANCE}, got {leave} ({who}). Hold at"
            " less."
        )


@jit
def _solve(
    throw: Array,
    rules: tuple[float, int],
    rolls: tuple[Flags, Flags],
    won: tuple[float, float],
    out_value: Array,
    out_waiting: Array,
) -> float:
    """All states by decreasing i + j; returns the least chance to leave one.

    rules : chance of a throw to wipe, and what a turn scores at least
    rolls : of own and of other
    won : what it is worth that own, and that other, reaches the goal
    out_value, out_waiting : float64[c, d, i, j], come with guesses of the values after a wipe and are written
    whole
    """
    wipe, least = rules
    counts, other_counts, goal = out_value.shape[:3]
    ends, least_leave = np.empty(goal + throw.size), 1.0
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            for c in range(counts):
                for d in range(other_counts):
                    throws, most = play(throw, rolls[0][c, i, j], goal - i, ends)
                    own, score = _banked(ends, most, i, won[0], out_waiting[min(c + 1, counts - 1), d, :, j])
                    bust, wiped = throws * throw[0], throws * wipe
                    own += wiped * out_waiting[0, d, 0, j]
                    throws, most = play(throw, rolls[1][d, j, i], goal - j, ends)
                    other, other_score = _banked(
                        ends, most, j, won[1], out_value[c, min(d + 1, other_counts - 1), i]
                    )
                    other_bust, other_wiped = throws * throw[0], throws * wipe
                    other += other_wiped * out_value[c, 0, i, 0]
                    if least > 0:
                        own += bust * (out_waiting[c, d, i + least, j] if i + least < goal else won[0])
                        other += other_bust * (out_value[c, d, i, j + least] if j + least < goal else won[1])
                        out_value[c, d, i, j], out_waiting[c, d, i, j] = own, other
                    else:
                        # 1 - e e' without the cancellation, which costs digits where turns nearly always
                        # bust.
                        leave = score + wiped + bust * (other_score + other_wiped)
                        out_value[c, d, i, j] = (own + bust * other) / leave
                        out_waiting[c, d, i, j] = other + other_bust * out_value[c, d, i, j]
                        least_leave = min(least_leave, leave)
    return least_leave


@jit
def _banked(ends: Array, most: int, banked: int, won: float, after: Array) -> tuple[float, float]:
    """What a turn that scores is worth, and the chance that it does; `after` by the score that is banked,
    `won` from the goal on.
    """
    worth, score = 0.0, 0.0
    for gain in range(1, most + 1):
        chance = ends[gain]
        score += chance
        worth += chance * (after[banked + gain] if banked + gain < after.size else won)
    return worth, score
