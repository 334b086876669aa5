"""One pair of hold-at rules: own's chance to win at all scores that can come up.

Own holds at n, other at m; i and j are their scores. V(i, j) is own's chance to win when own is about to
move, U(i, j) when other is:

    V(i, j) = sum over k of P(n + k) U(i + n + k, j) + e U(i, j) + w U(0, j)   for i <= goal - n,
    V(i, j) = P(a turn scores) + e U(i, j) + w U(0, j)                         from there on,

as a player who lacks less than n wins with any turn that scores; e and w are the chances of a bust and of a
wipe. U is similar, with the turns of other. All states with the same i + j have the same few coefficients, so
they are computed side by side, in rows indexed by [i + j, j]. Scores between 0 and the player's hold-at
number do not come up, and are left out.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.jit import jit
from solvers.turns.forward import HoldAt
from solvers.turns.wipes import Won


class Rules(NamedTuple):
    """The rules of the race, for all pairs.

    Attributes
    ----------
    goal : points to win
    gains : distribution of turns that hold at 1, 2, ..., goal
    wipe : float64[k], chance that a turn that holds at k wipes
    least : least score of a turn, also of a bust
    """

    goal: int
    gains: HoldAt
    wipe: Array
    least: int


class Pair(NamedTuple):
    """A pair of rules.

    Attributes
    ----------
    own, other : turn totals at which own and other hold
    """

    own: int
    other: int


class Turns(NamedTuple):
    """Chances of the turns of one pair, by the other's score j; own's arrays start with its least score.

    Attributes
    ----------
    score, bust, wipe : float64[j], chances of own's turn when it lacks j + 1 points
    wiped : float64[j], own's value after its wipe if other has j
    other_score, other_bust, other_wipe : float64[j], chances of other's turn when it has j
    other_wiped : float64[j], own's value after other's wipe if own lacks j + 1 points
    own, other : float64[j], buffers for the value of a turn that scores
    """

    score: Array
    bust: Array
    wipe: Array
    wiped: Array
    other_score: Array
    other_bust: Array
    other_wipe: Array
    other_wiped: Array
    own: Array
    other: Array


class Values(NamedTuple):
    """Own's chances to win, by [i + j, j], with margins for the scores from the goal on.

    Attributes
    ----------
    value, waiting : float64[2 goal + longest gain, goal + longest gain], V and U; beyond other's goal V, and
        beyond own's goal U, is the value of reaching it
    """

    value: Array
    waiting: Array


@jit
def set_ends(goal: int, won: Won, values: Values) -> None:
    """Write the values of reaching the goal into the margins.

    Parameters
    ----------
    goal : points to win
    won : values of reaching the goal
    values : its margins are written
    """
    longest = values.value.shape[1] - goal
    for score in range(goal):
        values.waiting[goal + score : goal + score + longest, score] = won.own
    for score in range(goal, goal + longest):
        values.value[score : score + goal, score] = won.other


@jit
def set_turns(rules: Rules, pair: Pair, out: Turns) -> None:
    """Write the chances of both players' turns.

    Parameters
    ----------
    rules : the race
    pair : the two rules
    out : written, except for the values of wipes and the buffers
    """
    gains = rules.gains
    for lacking in range(1, rules.goal + 1):
        own = min(pair.own, lacking)
        other = min(pair.other, lacking)
        out.score[lacking - 1] = gains.score[own]
        out.bust[lacking - 1] = gains.bust[own]
        out.wipe[lacking - 1] = rules.wipe[own]
        out.other_score[rules.goal - lacking] = gains.score[other]
        out.other_bust[rules.goal - lacking] = gains.bust[other]
        out.other_wipe[rules.goal - lacking] = rules.wipe[other]


@jit
def solve_pair(rules: Rules, pair: Pair, won: Won, turns: Turns, values: Values) -> None:
    """Solve all scores that can come up, greatest sums first.

    Parameters
    ----------
    rules : the race
    pair : the two rules
    won : values of reaching the goal
    turns : chances of their turns, with the values of wipes
    values : on entry with the margins written
    """
    for s in range(2 * rules.goal - 2, -1, -1):
        for low, high in _spans(rules, pair, s):
            if low < high:
                _states(rules, pair, won, s, low, high, turns, values)


@jit
def _spans(rules: Rules, pair: Pair, s: int) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    """The scores j of other that can come up together with s - j of own, as three spans (first, end).

    If a bust scores, any score can come up; otherwise 0 and scores from the hold-at number on.

    Parameters
    ----------
    rules : the race
    pair : the two rules
    s : sum of both scores
    """
    low = max(0, s - rules.goal + 1)
    high = min(s, rules.goal - 1) + 1
    if rules.least > 0:
        return (low, high), (0, 0), (0, 0)
    held = (max(low, pair.other), min(high, s - pair.own + 1))
    if s < rules.goal:
        return held, (0, 1), (s, s + 1)
    return held, (0, 0), (0, 0)


@jit
def _states(
    rules: Rules, pair: Pair, won: Won, s: int, low: int, high: int, turns: Turns, values: Values
) -> None:
    """Solve neighbouring states of one sum.

    Parameters
    ----------
    rules : the race
    pair : the two rules
    won : values of reaching the goal
    s : sum of both scores
    low, high : first score j of other, and the one after the last
    turns : what the turns do
    values : known for greater sums; written for these states
    """
    value = values.value
    waiting = values.waiting
    own = turns.own
    other = turns.other
    least = rules.least
    # Own with score s - j lacks shift + j + 1.
    shift = rules.goal - 1 - s
    # Below this j own lacks less than it holds at, and from the second j on other does.
    own_scores = min(max(low, pair.own - 1 - shift), high)
    other_scores = max(low, min(rules.goal - pair.other + 1, high))
    for j in range(low, own_scores):
        own[j] = turns.score[shift + j] * won.own
    _expect(rules.gains.stop[pair.own], waiting, s + pair.own, 0, 0, own_scores, high, own)
    _expect(rules.gains.stop[pair.other], value, s + pair.other, pair.other, 1, low, other_scores, other)
    for j in range(other_scores, high):
        other[j] = turns.other_score[j] * won.other
    for j in range(low, high):
        own[j] += turns.wipe[shift + j] * turns.wiped[j]
        other[j] += turns.other_wipe[j] * turns.other_wiped[shift + j]
    if least > 0:
        for j in range(low, high):
            value[s, j] = own[j] + turns.bust[shift + j] * waiting[s + least, j]
            waiting[s, j] = other[j] + turns.other_bust[j] * value[s + least, j + least]
    else:
        for j in range(low, high):
            leave = (
                turns.score[shift + j]
                + turns.wipe[shift + j]
                + turns.bust[shift + j] * (turns.other_score[j] + turns.other_wipe[j])
            )
            value[s, j] = (own[j] + turns.bust[shift + j] * other[j]) / leave
            waiting[s, j] = other[j] + turns.other_bust[j] * value[s, j]


@jit
def _expect(
    chance: Array, after: Array, row: int, column: int, step: int, first: int, end: int, out: Array
) -> None:
    """Expectation of after[row + k, j + column + step k] over the gains k of a turn that scores, for several
    j.

    Parameters
    ----------
    chance : float64[k]
    after : float64[row, column]
    row : row of `after` at k = 0
    column : by how much its column at k = 0 lies beyond j
    step : by how much the column grows with k
    first, end : first j, and the one after the last
    out : float64[j], written for these j
    """
    # Unsigned, so that the compiler emits no code for negative indices.
    start = np.uint64(first)
    stop = np.uint64(end)
    for j in range(start, stop):
        out[j] = 0.0
    for k in range(chance.size):
        p = chance[k]
        at = np.uint64(row + k)
        shift = np.uint64(column + step * k)
        if p > 0.0:
            for j in range(start, stop):
                out[j] += p * after[at, j + shift]
