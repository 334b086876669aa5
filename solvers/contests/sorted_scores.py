"""Where a vector of opponents' scores is stored: equal opponents are interchangeable, and their scores are kept in ascending order only.

Opponents of one threshold are a *group*. The last r scores of a group are one of C(goal - 1 + r, r) ascending tuples, and the place of a
tuple x <= y <= z is (combinatorial number system, counted from the greatest scores down)

    C(goal + 1 - x, 3) + C(goal - y, 2) + C(goal - 1 - z, 1),

a sum of one weight for each score. The last opponents' part of a place is then the place of their scores alone: tables over the last
opponents' scores only, by their own starts, lie one after the other in the same rows of memory.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.jit import jit_inline

Numbers = NDArray[np.int64]


class Places(NamedTuple):
    """Places of scores in tables, by opponent; equal opponents are neighbours.

    Attributes
    ----------
    last : int64[opponent], the last opponent of the same group
    weight : int64[opponent, score], its part of a place
    start : int64[opponent + 1], where the table over the scores of this and all later opponents begins; the end of all tables
    """

    last: Numbers
    weight: Numbers
    start: Numbers


def places(goal: int, hold_at: tuple[int, ...]) -> Places:
    """Places for opponents that hold at these turn totals, equal ones side by side."""
    count = len(hold_at)
    last = np.array([max(index for index in range(count) if hold_at[index] == n) for n in hold_at])
    weight, size = np.zeros((count, goal), np.int64), [1] * (count + 1)
    for index in range(count - 1, -1, -1):
        rest, after = int(last[index]) - index + 1, size[int(last[index]) + 1]
        weight[index] = [after * comb(goal - 2 - score + rest, rest) for score in range(goal)]
        size[index] = after * comb(goal - 1 + rest, rest)
    return Places(last, weight, np.cumsum([0, *size[:count]]))


def every_place(goal: int, at: Places, order: tuple[int, ...]) -> Numbers:
    """The place of every vector of scores.

    Parameters
    ----------
    order : for each opponent of `at`, which one of the axes asked for it is

    Returns
    -------
    int64[score of the first axis, ...]
    """
    count = len(order)
    axes = np.broadcast_arrays(*np.ix_(*[np.arange(goal)] * count))
    scores = np.stack([axes[own] for own in order])
    for first in range(count):
        if first == 0 or at.last[first] != at.last[first - 1]:
            group = slice(first, int(at.last[first]) + 1)
            scores[group] = np.sort(scores[group], axis=0)
    return np.asarray(sum(at.weight[index][scores[index]] for index in range(count)), dtype=np.int64)


@jit_inline
def place(at: Places, first: int, scores: Numbers) -> int:
    """Where the scores of opponent `first` and all later ones are."""
    found = int(at.start[first])
    for index in range(first, scores.size):
        found += int(at.weight[index, scores[index]])
    return found


@jit_inline
def place_of_moved(at: Places, mover: int, score: int, scores: Numbers) -> int:
    """The same from opponent `mover` on, if it gets that greater score: in its group it goes behind the smaller ones."""
    found, index = int(at.start[mover]), mover
    while index < at.last[mover] and scores[index + 1] < score:
        found += int(at.weight[index, scores[index + 1]])
        index += 1
    found += int(at.weight[index, score])
    for behind in range(index + 1, scores.size):
        found += int(at.weight[behind, scores[behind]])
    return found


@jit_inline
def next_row(goal: int, at: Places, scores: Numbers) -> bool:
    """Go to the next lower scores of all opponents but the last; False after the lowest."""
    for back in range(scores.size - 1):
        index = scores.size - 2 - back
        least = scores[index - 1] if index > 0 and at.last[index] == at.last[index - 1] else 0
        if scores[index] > least:
            scores[index] -= 1
            for behind in range(index + 1, scores.size - 1):
                scores[behind] = goal - 1
            return True
    return False


@jit_inline
def equals(at: Places, scores: Numbers) -> tuple[int, int]:
    """How many opponents are at the least score that the last one has in a row, if it has it, and that score."""
    last = scores.size - 1
    if last == 0 or at.last[last - 1] < last:
        return 1, 0
    count = 1
    for index in range(last):
        if at.last[index] == last and scores[index] == scores[last - 1]:
            count += 1
    return count, scores[last - 1]
