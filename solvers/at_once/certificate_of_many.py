"""Certificate of best responses to three and more opponents, whose scores are stored sorted.

One backup of every state. The solver averages over the opponents one by one within a row, and adds later what
the row itself contributes. Here a group of equal opponents is split into those who have had their turn and
those who have not, each a sorted tuple:

    L(moved | waiting and b) = sum over y of P(the one at b gains y) L(moved and b + y | waiting),

from the value, L(all | none), down to its expectation, L(none | all), for all states at once and with all
terms; then comes the next group. Each turn total to hold at sums over all its outcomes, as in the certificate
for one and two opponents, and the same state is on the right hand side with its stored value.
"""

from itertools import combinations_with_replacement, groupby
from math import comb

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.games.turn import Turn
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.turns.certificate_of_holding import SIX, TILE, best_holding, play_out, worth_of_holding

# Own scores side by side: one cache line.
LANES = 8
# Numbers in the largest part of a group that is averaged at once; ten times as many were slower.
LARGEST_PART = 20_000_000
# Combinations of the opponents' scores whose turn totals are compared at once.
CHUNK = 64 * TILE


def residual(
    turn: Turn,
    goal: int,
    opponents_hold_at: tuple[int, ...],
    table: Array,
    hold_at: Shorts | None = None,
    *,
    only_from_0: bool = False,
) -> float:
    """Sup-norm of one backup minus the value, over all states, or of a backup with the turn totals.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds, equal ones side by side
    table : float64[scores of the opponents, banked]; each group of equal opponents has ascending scores, and
        highest scores come first
    hold_at : int16[scores of the opponents, banked], turn totals to hold at, if they are to be proved, too
    only_from_0 : whether the table has only scores that an opponent can have after starting at 0
    """
    played = play_out(turn, goal)
    after = after_opponents(turn, played, goal, opponents_hold_at, table, only_from_0)
    return _compare(turn, goal, played, *after, table, hold_at)


def where_level(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...]) -> Integers:
    """Row of the table where all opponents have one score, int64[score]; -1 if they never do after 0.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds, equal ones side by side
    """
    played, row = play_out(turn, goal), np.zeros(goal, np.int64)
    for n, group in groupby(opponents_hold_at):
        count, scores = len(list(group)), scores_of(played, goal, n, True)
        tuples = scores[_tuples(scores.size, count)]
        (same,) = np.nonzero((tuples == tuples[:, :1]).all(axis=1))
        place = np.full(goal, -1)
        place[tuples[same, 0]] = same
        row = np.where((row < 0) | (place < 0), -1, row * len(tuples) + place)
    return row


def after_opponents(
    turn: Turn, played: Array, goal: int, opponents_hold_at: tuple[int, ...], table: Array, only_from_0: bool
) -> tuple[Array, Array]:
    """Expectations over the opponents' turns of a value, and of the share of a player at the goal.

    Parameters
    ----------
    turn : a turn with hold-at rules
    played : from `play_out`
    goal : points to win
    opponents_hold_at : turn total at which each opponent holds, equal ones side by side
    table : float64[scores of the opponents, banked]; each group of equal opponents has ascending scores, and
        highest scores come first
    only_from_0 : whether the table has only scores that an opponent can have after starting at 0

    Returns
    -------
    of the value, float64[scores of the opponents, banked]; of the share, float64[scores of the opponents]
    """
    average, chances, before = table.copy(), np.ones((3, 1)), 1
    nodes, weights = np.polynomial.legendre.leggauss(3)
    for n, group in groupby(opponents_hold_at):
        count, scores = len(list(group)), scores_of(played, goal, n, only_from_0)
        size = comb(scores.size - 1 + count, count)
        for part in average.reshape(before, size, -1):
            _average(scores.size, count, *turns_of(turn, played, goal, n, scores), part)
        # The expected share of a win, 1 / (1 + winners), is the integral of s^winners over s from 0 to 1, a
        # polynomial.
        wins = np.array([played[min(n, goal - score), goal - score :].sum() for score in scores])
        products = np.array(
            [
                np.prod(1.0 - wins[_tuples(scores.size, count)] * (1.0 - s), axis=1)
                for s in (1.0 + nodes) / 2.0
            ]
        )
        chances = (chances[:, :, None] * products[:, None, :]).reshape(3, -1)
        before *= size
    return average, (weights / 2.0 * chances.T).sum(axis=1)


def scores_of(played: Array, goal: int, n: int, only_from_0: bool) -> Integers:
    """The scores of the table that an opponent may have, ascending."""
    comes = np.full(goal, not only_from_0)
    comes[0] = True
    for score in range(goal):
        if comes[score]:
            comes[score:] |= played[min(n, goal - score), : goal - score] > 0.0
    return np.flatnonzero(comes)


def turns_of(turn: Turn, played: Array, goal: int, n: int, scores: Integers) -> tuple[Integers, Array]:
    """New scores of an opponent after its turn, int64[score, outcome], and chances, float64[score, outcome].

    A new score is given by its index; ends at the goal, or without a chance, have the number of scores.
    """
    first = np.minimum(n, goal - scores)
    gain = np.zeros((scores.size, 1 + turn.longest_gain), np.int64)
    gain[:, 1:] = first[:, None] + np.arange(turn.longest_gain)
    number = np.full(goal + played.shape[1], scores.size)
    number[scores] = np.arange(scores.size)
    return number[gain + scores[:, None]], np.take_along_axis(played[first], gain, axis=1)


def _tuples(size: int, count: int) -> Integers:
    """All ascending tuples of the numbers of scores, int64[place, opponent], in the order of the table."""
    missing = sorted(own[::-1] for own in combinations_with_replacement(range(size), count))
    return size - 1 - np.array(missing, np.int64).reshape(len(missing), count)


def _average(size: int, count: int, ends: Integers, chance: Array, values: Array) -> None:
    """Expectation over the turns of a group of equal opponents.

    Parameters
    ----------
    size : number of scores that each of them may have
    count : number of opponents in the group
    ends : int64[score, outcome], index of the score after the turn; `size` if nothing is left to win
    chance : float64[score, outcome], probability of that outcome
    values : float64[place, column], replaced
    """
    sizes = [
        comb(size - 1 + moved, moved) * comb(size - 1 + count - moved, count - moved)
        for moved in range(count + 1)
    ]
    columns = min(
        values.shape[1] + -values.shape[1] % LANES, max(LANES, LARGEST_PART // max(sizes) // LANES * LANES)
    )
    memory = np.empty((2, max(sizes) * columns))
    moved_scores = [_tuples(size, moved) for moved in range(count)]
    binomial = np.array(
        [
            [comb(missing + rest - 1, rest) if rest else 0 for rest in range(count + 1)]
            for missing in range(size)
        ]
    )
    for start in range(0, values.shape[1], columns):
        some = values[:, start : start + columns]
        here = memory[count % 2, : sizes[count] * columns].reshape(-1, 1, columns)
        here[:, 0, : some.shape[1]], here[:, 0, some.shape[1] :] = some, 0.0
        for moved in range(count - 1, -1, -1):
            there = memory[moved % 2, : sizes[moved] * columns].reshape(
                moved_scores[moved].shape[0], -1, columns
            )
            waiting = _tuples(size, count - 1 - moved)
            highest = waiting[:, -1].copy() if waiting.shape[1] else np.zeros(1, np.int64)
            _one_more(binomial, ends, chance, moved_scores[moved], highest, here, there)
            here = there
        some[:] = here[0, :, : some.shape[1]]


@jit_allocating
def _one_more(
    binomial: Integers,
    ends: Integers,
    chance: Array,
    moved: Integers,
    highest: Integers,
    after: Array,
    out: Array,
) -> None:
    """The turn of the opponent with the highest score among those who wait.

    Parameters
    ----------
    binomial : int64[number of scores above it, rest], number of tuples before that place
    ends : int64[score, outcome], index of the score after the turn
    chance : float64[score, outcome], probability of that outcome
    moved : int64[tuple, opponent], scores of those who have moved
    highest : int64[tuple], highest score of the others who wait
    after : float64[tuple moved and one more, tuple waiting, column]
    out : float64[tuple moved, tuple waiting and one more, column], written: expectation
    """
    size = ends.shape[0]
    found = np.zeros(size, np.int64)
    for own in range(moved.shape[0]):
        for score in range(size):
            found[score] = _place_with(binomial, moved[own], score)
        place = 0
        for waiting in range(highest.size):
            for score in range(size - 1, highest[waiting] - 1, -1):
                _one_turn(ends[score], chance[score], found, waiting, after, out[own, place])
                place += 1


@jit_inline
def _one_turn(ends: Integers, chance: Array, found: Integers, waiting: int, after: Array, out: Array) -> None:
    """The turn of one opponent from one score.

    Parameters
    ----------
    ends : int64[outcome], index of the score after the turn
    chance : float64[outcome], probability of that outcome
    found : int64[score], place of the tuple of those who have moved, with that score added
    waiting : place of the tuple of the others who wait
    after : float64[tuple moved and one more, tuple waiting, column]
    out : float64[column], written: expectation
    """
    size = found.size
    out[:] = 0.0
    for outcome in range(ends.size):
        # If an opponent reaches the goal, a player below it has lost.
        if ends[outcome] < size and chance[outcome] > 0.0:
            _add(chance[outcome], after[found[ends[outcome]], waiting], out)


@jit
def _place_with(binomial: Integers, scores: Integers, score: int) -> int:
    """Place of ascending scores after one more is added.

    Parameters
    ----------
    binomial : int64[number of scores above it, rest], number of tuples before that place
    scores : int64[opponent], ascending
    score : the score added
    """
    size = binomial.shape[0]
    count = scores.size
    smaller = 0
    while smaller < count and scores[smaller] < score:
        smaller += 1
    found = binomial[size - 1 - score, count + 1 - smaller]
    for position in range(count):
        found += binomial[
            size - 1 - scores[position], count + 1 - position - (1 if position >= smaller else 0)
        ]
    return int(found)


@jit_inline
def _add(chance: float, values: Array, out: Array) -> None:
    """Add chance times values.

    Parameters
    ----------
    chance : probability of these values
    values : float64[column], a multiple of LANES columns
    out : float64[column], added to
    """
    for start in range(np.uint64(0), np.uint64(values.size), np.uint64(LANES)):
        for lane in range(np.uint64(LANES)):
            out[start + lane] += chance * values[start + lane]


def _compare(
    turn: Turn,
    goal: int,
    played: Array,
    average: Array,
    share: Array,
    table: Array,
    hold_at: Shorts | None,
) -> float:
    """Largest difference between the expectation of the best turn total, or of a given one, and the value.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win
    played : from `play_out`
    average : float64[scores of the opponents, banked], expectation of the value over the opponents' turns
    share : float64[scores of the opponents], share of a player who has reached the goal
    table : float64[scores of the opponents, banked], the value
    hold_at : int16[scores of the opponents, banked], turn totals, if any are given
    """
    worst = 0.0
    ended, backup = np.zeros((goal + 1 + turn.longest_gain + SIX, CHUNK)), np.empty((goal, CHUNK))
    for start in range(0, share.size, CHUNK):
        end = min(start + CHUNK, share.size)
        ended[:goal, : end - start] = average[start:end].T
        # Ending a turn at the goal or beyond it is the same.
        ended[goal:, : end - start] = share[start:end]
        best_holding(goal, turn.longest_gain, played, ended, backup)
        worst = float(np.maximum(worst, np.abs(backup[:, : end - start] - table[start:end].T).max()))
        if hold_at is not None:
            own = backup[:, : end - start]
            worth_of_holding(
                turn.longest_gain, played, ended, np.ascontiguousarray(hold_at[start:end].T), own
            )
            worst = float(np.maximum(worst, np.abs(own - table[start:end].T).max()))
    return worst
