"""Certificates of best responses: one Bellman backup, outcome by outcome, and the value of a policy.

The solver steps from one action to the next and eliminates the return to the same state by a division. Here
turns that hold at k are played out throw by throw, the expectation of every action sums over all outcomes of
all players, and the same state is on the right hand side with its stored value.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.rows import copy_row
from solvers.turns.certificate_of_holding import SIX, TILE, add_row, best_holding, play_out


def residual(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal
    """
    return float(_by_column(turn, goal, opponents_hold_at, value).max())


def differences(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], value: Array) -> Array:
    """Absolute difference between one backup and the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal

    Returns
    -------
    float64, of the same shape
    """
    return _by_column(turn, goal, opponents_hold_at, value).reshape(value.shape)


def _by_column(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], value: Array) -> Array:
    """Differences, float64[banked, column]; a column is one combination of the opponents' scores."""
    played = play_out(turn, goal)
    columns = value[0].size
    ended = np.empty((goal + 1 + turn.longest_gain + SIX, columns + -columns % TILE))
    after_opponents(played, turn.longest_gain, opponents_hold_at, value, ended)
    # Ending a turn at the goal or beyond it is the same.
    ended[goal + 1 :] = ended[goal]
    best_holding(goal, turn.longest_gain, played, ended, ended)
    backup = ended[:goal, :columns]
    backup -= value.reshape(goal, columns)
    return np.abs(backup, out=backup)


def after_turns(turn: Turn, played: Array, opponents_hold_at: tuple[int, ...], value: Array) -> Array:
    """Value of ending a turn with each own score, over the opponents' turns, float64[own score, column].

    Parameters
    ----------
    turn : a turn with hold-at rules
    played : distribution of the ends of turns, from `play_out`
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal; the goal is the last own score
    """
    after = np.empty((len(value) + 1, value[0].size))
    after_opponents(played, turn.longest_gain, opponents_hold_at, value, after)
    return after


class Ends(NamedTuple):
    """Distribution of the ends of an opponent's turn, by its score.

    Attributes
    ----------
    hold_at : turn total at which it holds, or at the points it lacks to the goal if fewer
    bust : float64[score], chance to gain nothing
    stop : float64[m, score], chance to gain m points more than the least turn total at which it holds there
    """

    hold_at: int
    bust: Array
    stop: Array


def after_opponents(
    played: Array,
    longest: int,
    opponents_hold_at: tuple[int, ...],
    value: Array,
    out: Array,
    winners: int = 0,
) -> None:
    """Expectation of a value over the opponents' turns.

    Parameters
    ----------
    played : from `play_out`
    longest : longest gain of one throw
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal
    out : float64[own score, column], written up to the goal as own score; a column has one score per
        opponent, and unused columns become 0
    winners : number of other players at the goal
    """
    goal = len(value)
    if len(opponents_hold_at) > 2:
        _after_one_more(played, longest, opponents_hold_at, value, out, winners)
        return
    gains, alone = np.arange(longest), Ends(1, np.ones(1), np.zeros((longest, 1)))
    both = []
    for n in opponents_hold_at:
        least = np.minimum(n, goal - np.arange(goal))
        both.append(Ends(min(n, goal), played[least, 0], played[least, least + gains[:, None]]))
    # A single opponent takes the place of the last; the first then always has score 0.
    first, last = both[0] if len(both) == 2 else alone, both[-1]
    _after_two(first, last, value.reshape(goal, -1, goal), winners, out)


def _after_one_more(
    played: Array,
    longest: int,
    opponents_hold_at: tuple[int, ...],
    value: Array,
    out: Array,
    winners: int,
) -> None:
    """Expectation over three or more turns: over those of the others, for each new score of the first."""
    goal, (n, *others) = len(value), opponents_hold_at
    columns, nowhere = value[0, 0].size, np.zeros_like(value[:, 0])
    here, out[:] = np.empty((goal + 1, columns)), 0.0
    for score in range(goal + 1):
        below = value[:, score] if score < goal else nowhere
        after_opponents(played, longest, tuple(others), below, here, winners + int(score == goal))
        for before in range(min(score + 1, goal)):
            ends = played[min(n, goal - before)]
            chance = ends[score - before] if score < goal else ends[goal - before :].sum()
            out[: goal + 1, before * columns : (before + 1) * columns] += chance * here


@jit_allocating
def _after_two(first: Ends, last: Ends, value: Array, winners: int, out: Array) -> None:
    """Expectation of a value over the turns of two opponents, one own score at a time.

    Beyond the goal of the last opponent its entry is repeated, so that all its scores are summed alike.

    Parameters
    ----------
    first, last : distributions of the ends of their turns
    value : float64[banked, score of the first, score of the last], all scores below the goal
    winners : number of other players at the goal
    out : float64[own score, column], written
    """
    goal, rows, scores = value.shape
    sheet = np.zeros((rows + 1, scores + last.hold_at + last.stop.shape[0]))
    moved = np.zeros((rows + 1, scores))
    out[: goal + 1, rows * scores :] = 0.0
    for own in range(goal + 1):
        # Players at the goal share one win.
        if own == goal:
            sheet[:rows, :scores] = 1.0 / (1.0 + winners)
            sheet[:rows, scores:] = 1.0 / (2.0 + winners)
            sheet[rows, :scores] = 1.0 / (2.0 + winners)
            sheet[rows, scores:] = 1.0 / (3.0 + winners)
        else:
            for a in range(rows):
                copy_row(value[own, a], sheet[a, :scores])
        for a in range(rows + 1):
            _turn_of_last(last, sheet[a], moved[a])
        for a in range(rows):
            before = out[own, a * scores : (a + 1) * scores]
            before[:] = 0.0
            add_row(first.bust[a], moved[a], before)
            for m in range(first.stop.shape[0]):
                if first.stop[m, a] > 0.0:
                    add_row(first.stop[m, a], moved[min(a + first.hold_at + m, rows)], before)


@jit_inline
def _turn_of_last(last: Ends, after: Array, out: Array) -> None:
    """Expectation over the last opponent's turn.

    Parameters
    ----------
    last : distribution of the ends of its turns
    after : float64[score], value by its score after the turn; the goal stands for all from there on
    out : float64[score], written: expectation by its score before the turn
    """
    hold_at = np.uint64(last.hold_at)
    for b in range(np.uint64(out.size)):
        out[b] = last.bust[b] * after[b]
    for m in range(np.uint64(last.stop.shape[0])):
        for b in range(np.uint64(out.size)):
            out[b] += last.stop[m, b] * after[b + hold_at + m]


def policy_value(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], hold_at: Shorts) -> Array:
    """Value of a stored policy, by backward substitution over all outcomes of all players.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each of one or two opponents holds
    hold_at : int16[banked, opponent, ...], turn total to hold at in every state, for one or two opponents

    Returns
    -------
    float64, of the same shape
    """
    played = play_out(turn, goal)
    rows = goal if len(opponents_hold_at) == 2 else 1
    first = (
        played[np.minimum(opponents_hold_at[0], goal - np.arange(goal))]
        if rows > 1
        else np.eye(1, played.shape[1])
    )
    last = played[np.minimum(opponents_hold_at[-1], goal - np.arange(goal))]
    # The own score is the last axis, as all sums run along it.
    value = np.zeros((rows, goal, goal))
    own_last = np.ascontiguousarray(np.moveaxis(hold_at.reshape(goal, rows, goal), 0, -1))
    _substitute(played, _scoring(played), first, last, own_last, value)
    return np.ascontiguousarray(np.moveaxis(value, -1, 0)).reshape(hold_at.shape)


def _scoring(played: Array) -> Integers:
    """Least gain of a turn that scores, and one more than the greatest gain: int64[rule, 2].

    Parameters
    ----------
    played : from `play_out`
    """
    scores = played[:, 1:] > 0.0
    last = scores.shape[1] + 1 - scores[:, ::-1].argmax(axis=1)
    return np.stack((1 + scores.argmax(axis=1), np.where(scores.any(axis=1), last, 1)), axis=1)


@jit_allocating
def _substitute(
    played: Array, scoring: Integers, first: Array, last: Array, hold_at: Shorts, out: Array
) -> None:
    """Value of a policy, from the highest scores down.

    Parameters
    ----------
    played : from `play_out`
    scoring : from `_scoring`
    first, last : float64[score, gain], chance of each gain of the opponent's turn; a single opponent is the
        last, and the first then always has score 0
    hold_at : int16[score of the first, score of the last, banked], turn total to hold at
    out : float64[score of the first, score of the last, banked], on entry 0, on return the value
    """
    goal = out.shape[-1]
    after = np.empty(goal + 1)
    for a in range(first.shape[0] - 1, -1, -1):
        for b in range(goal - 1, -1, -1):
            move = _expect(first, last, a, b, out, after)
            stay = first[a, 0] * last[b, 0]
            after[goal] += stay
            for i in range(goal - 1, -1, -1):
                own = played[hold_at[a, b, i]]
                low, high = scoring[hold_at[a, b, i]]
                worth = own[0] * after[i]
                # The chance to leave the state, without the cancellation of 1 - own[0] * stay. A state that
                # cannot be left has value 0.
                leave = own[0] * move
                for gain in range(low, high):
                    worth += own[gain] * after[min(i + gain, goal)]
                    leave += own[gain]
                out[a, b, i] = worth / leave if leave > 0.0 else 0.0
                after[i] += stay * out[a, b, i]


@jit
def _expect(first: Array, last: Array, a: int, b: int, value: Array, out_after: Array) -> float:
    """Expected value over both opponents' turns, without the case that neither scores.

    Parameters
    ----------
    first, last : float64[score, gain], chance of each gain of the opponent's turn
    a, b : scores of the first and of the last opponent
    value : float64[score of the first, score of the last, banked], read where one of both is greater
    out_after : float64[own score], written; the goal is the last score

    Returns
    -------
    the chance that an opponent scores
    """
    goal = value.shape[-1]
    out_after[:] = 0.0
    move = 0.0
    for y in range(first.shape[1]):
        if first[a, y] == 0.0:
            continue
        for z in range(last.shape[1]):
            chance = first[a, y] * last[b, z]
            if chance > 0.0 and (y > 0 or z > 0):
                move += chance
                winners = int(first.shape[0] > 1 and a + y >= goal) + int(b + z >= goal)
                out_after[goal] += chance / (1.0 + winners)
                if winners == 0:
                    add_row(chance, value[a + y, b + z], out_after[:goal])
    return move
