"""Certificates of best responses: one Bellman backup, outcome by outcome, and what a policy is worth.

The solver steps from each action to the next and divides the self-loop away. Here nothing is clever: the
distribution of a turn that holds at k is made by playing it out, every action's expectation adds up all
outcomes of all players, and the state itself stands on the right hand side with the value that the solver
gave it.
"""

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.games.turn import Turn
from solvers.jit import jit, jit_inline

# States side by side, so that one turn total after another finds them in the cache.
TILE = 128
# Outcomes added up at a time.
SIX = 6


def residual(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal
    """
    return float(differences(turn, goal, opponents_hold_at, value).max())


def differences(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], value: Array) -> Array:
    """One backup of a value minus the value, without its sign.

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
    played = play_out(turn, goal)
    after = after_opponents(played, goal, opponents_hold_at, value)
    columns = after[0].size
    ended = np.empty((goal + 1 + turn.longest_gain + SIX, columns + -columns % TILE))
    ended[: goal + 1, :columns] = after.reshape(goal + 1, columns)
    ended[:, columns:] = 0.0
    # A turn ends at the goal or past it all the same.
    ended[goal + 1 :] = ended[goal]
    backup = np.empty((goal, ended.shape[1]))
    best_holding(goal, turn.longest_gain, played, ended, backup)
    return np.abs(backup[:, :columns].reshape(value.shape) - value)


def play_out(turn: Turn, limit: int) -> Array:
    """Play out every turn that holds at k = 1, ..., limit.

    Parameters
    ----------
    turn : a turn with hold-at rules
    limit : largest turn total to hold at

    Returns
    -------
    float64[limit + 1, limit + longest gain + SIX], chance that the turn ends with that gain, 0 for a bust;
    the row of k = 0 is empty
    """
    throw = np.zeros(turn.longest_gain + 1)
    throw[0] = float(turn.throws[0].bust)
    for outcome in turn.throws[0].outcomes:
        throw[outcome.gain] += float(outcome.probability)
    ends = np.zeros((limit + 1, limit + turn.longest_gain + SIX))
    _play_out(throw, ends)
    return ends


@jit
def _play_out(throw: Array, out_ends: Array) -> None:
    """Play out every turn that holds at k.

    Parameters
    ----------
    throw : float64[gain], chance to gain that in one throw, a bust in 0
    out_ends : float64[k, gain], comes with 0, becomes the chance that the turn ends with that gain
    """
    for k in range(1, out_ends.shape[0]):
        still = np.zeros(out_ends.shape[1])
        still[0] = 1.0
        for total in range(k):
            out_ends[k, 0] += still[total] * throw[0]
            for gain in range(1, throw.size):
                still[total + gain] += still[total] * throw[gain]
        out_ends[k, k:] = still[k:]


def after_opponents(played: Array, goal: int, opponents_hold_at: tuple[int, ...], value: Array) -> Array:
    """Expectation of a value over the opponents' turns, float64[own score, opponent, ...].

    The goal is the last own score.

    Parameters
    ----------
    played : of `play_out`
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds
    value : float64[banked, opponent, ...], all scores below the goal
    """
    after = _with_shares(goal, value)
    for axis, n in enumerate(opponents_hold_at, start=1):
        after = np.moveaxis(_over_one(played, goal, n, np.moveaxis(after, axis, 0)), 0, axis)
    return after


def _with_shares(goal: int, value: Array) -> Array:
    """A value with the goal as one more score on each axis: who is there shares one win."""
    shares = np.zeros((goal + 1,) * value.ndim)
    shares[(slice(goal),) * value.ndim] = value
    at_goal = (np.indices(shares.shape[1:]) == goal).sum(axis=0)
    shares[goal] = 1.0 / (1.0 + at_goal)
    return shares


def _over_one(played: Array, goal: int, n: int, after: Array) -> Array:
    """Expectation over one opponent's turn; its score is the first axis, which loses the goal."""
    before = np.zeros((goal, *after.shape[1:]))
    ends = played[np.minimum(n, goal - np.arange(goal))]
    _add_up(ends, np.ascontiguousarray(after).reshape(goal + 1, -1), before.reshape(goal, -1))
    return before


@jit
def _add_up(ends: Array, after: Array, out: Array) -> None:
    """Add up the expectation over one opponent's turn.

    Parameters
    ----------
    ends : float64[score, gain], chance that the opponent's turn ends with that gain
    after : float64[score, column], value by its score after the turn, the goal as the last one
    out : float64[score, column], comes with 0, becomes the expectation by its score before the turn
    """
    goal, columns = out.shape
    for start in range(0, columns, TILE):
        stop = min(start + TILE, columns)
        for score in range(goal):
            for gain in range(ends.shape[1]):
                if ends[score, gain] > 0.0:
                    _add_row(ends[score, gain], after, min(score + gain, goal), start, stop, out[score])


@jit_inline
def _add_row(chance: float, after: Array, there: int, start: int, stop: int, out: Array) -> None:
    """Add chance times one row of a table to some columns.

    Parameters
    ----------
    chance : that the row is come to
    after : float64[score, column]
    there : the row
    start, stop : the columns are start to stop - 1
    out : float64[column], added to
    """
    for column in range(np.uint64(start), np.uint64(stop)):
        out[column] += chance * after[np.uint64(there), column]


@jit
def best_holding(goal: int, longest: int, played: Array, after: Array, out: Array) -> None:
    """The best action's expectation for every own score and column of opponents' scores.

    Parameters
    ----------
    goal : points to win
    longest : most points that one throw gains
    played : of `play_out`
    after : float64[own score, column], expectation over the opponents' turns; as many columns as whole tiles
        have, and as many rows past the goal as the longest gain and SIX
    out : float64[banked, column], written
    """
    tile = np.empty((after.shape[0], TILE))
    best = np.empty(TILE)
    expectation = np.empty(TILE)
    for start in range(0, after.shape[1], TILE):
        tile[:] = after[:, start : start + TILE]
        for i in range(np.uint64(goal)):
            best[:] = 0.0
            for k in range(np.uint64(1), np.uint64(goal + 1) - i):
                for column in range(np.uint64(TILE)):
                    expectation[column] = played[k, 0] * tile[i, column]
                # Six outcomes at a time: 8 times faster than one.
                for x in range(np.uint64(k), np.uint64(k + longest), np.uint64(SIX)):
                    _add_six(played[k], tile, i, x, expectation)
                for column in range(np.uint64(TILE)):
                    known = best[column]
                    best[column] = expectation[column] if expectation[column] > known else known
            out[i, start : start + TILE] = best


@jit_inline
def _add_six(
    ends: Array, tile: Array, i: int | np.uint64, x: int | np.uint64, out_expectation: Array
) -> None:
    """Add six outcomes of a turn to the expectation of each column of a tile.

    Parameters
    ----------
    ends : float64[gain], chance that the turn ends with that gain
    tile : float64[own score, column]
    i, x : banked score, the first of the six gains
    out_expectation : float64[column], added to
    """
    p0 = ends[x]
    p1 = ends[x + np.uint64(1)]
    p2 = ends[x + np.uint64(2)]
    p3 = ends[x + np.uint64(3)]
    p4 = ends[x + np.uint64(4)]
    p5 = ends[x + np.uint64(5)]
    r0 = i + x
    r1 = r0 + np.uint64(1)
    r2 = r0 + np.uint64(2)
    r3 = r0 + np.uint64(3)
    r4 = r0 + np.uint64(4)
    r5 = r0 + np.uint64(5)
    for column in range(np.uint64(TILE)):
        low = p0 * tile[r0, column] + p1 * tile[r1, column] + p2 * tile[r2, column]
        out_expectation[column] += low + p3 * tile[r3, column] + p4 * tile[r4, column] + p5 * tile[r5, column]


def policy_value(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], hold_at: Shorts) -> Array:
    """What a stored policy is worth, by backward substitution over all outcomes of all players.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each of one or two opponents holds
    hold_at : int16[banked, opponent, ...] for one or two opponents, turn total to hold at in every state

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
    value = np.zeros((goal, rows, goal))
    _substitute(played, first, last, hold_at.reshape(value.shape), value)
    return value.reshape(hold_at.shape)


@jit
def _substitute(played: Array, first: Array, last: Array, hold_at: Shorts, out: Array) -> None:
    """What a policy is worth, from the highest scores down.

    Parameters
    ----------
    played : of `play_out`
    first, last : float64[score, gain], chance that the opponent's turn ends with that gain; with one opponent
        the first has the score 0 for ever
    hold_at : int16[banked, score of the first, score of the last], turn total to hold at
    out : float64[banked, score of the first, score of the last], comes with 0, becomes the value
    """
    goal = out.shape[0]
    after = np.empty(goal + 1)
    for a in range(first.shape[0] - 1, -1, -1):
        for b in range(goal - 1, -1, -1):
            move = _expect(first, last, a, b, out, after)
            stay = first[a, 0] * last[b, 0]
            after[goal] += stay
            for i in range(goal - 1, -1, -1):
                own = played[hold_at[i, a, b]]
                worth = own[0] * after[i]
                for gain in range(1, own.size):
                    worth += own[gain] * after[min(i + gain, goal)]
                # The chance to leave the state, without the cancellation of 1 - own[0] * stay; what cannot be
                # left is never won.
                leave = own[1:].sum() + own[0] * move
                out[i, a, b] = worth / leave if leave > 0.0 else 0.0
                after[i] += stay * out[i, a, b]


@jit
def _expect(first: Array, last: Array, a: int, b: int, value: Array, out_after: Array) -> float:
    """Expected value over both opponents' turns, but for the case that neither scores.

    Parameters
    ----------
    first, last : float64[score, gain], chance that the opponent's turn ends with that gain
    a, b : scores of the first and of the last opponent
    value : float64[banked, score of the first, score of the last], known where either is greater
    out_after : float64[own score], written; the goal is the last score

    Returns
    -------
    the chance that an opponent scores
    """
    goal = value.shape[0]
    out_after[:] = 0.0
    move = 0.0
    for y in range(first.shape[1]):
        for z in range(last.shape[1]):
            chance = first[a, y] * last[b, z]
            if chance > 0.0 and (y > 0 or z > 0):
                move += chance
                winners = int(first.shape[0] > 1 and a + y >= goal) + int(b + z >= goal)
                out_after[goal] += chance / (1.0 + winners)
                if winners == 0:
                    _add_scores(chance, value, a + y, b + z, out_after)
    return move


@jit
def _add_scores(chance: float, value: Array, a: int, b: int, out_after: Array) -> None:
    """Add chance times the value of all own scores below the goal at one pair of the opponents' scores.

    Parameters
    ----------
    chance : that both opponents come to these scores
    value : float64[banked, score of the first, score of the last]
    a, b : scores of the first and of the last opponent
    out_after : float64[own score], added to
    """
    for t in range(value.shape[0]):
        out_after[t] += chance * value[t, a, b]
