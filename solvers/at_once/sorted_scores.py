"""Places of the opponents' scores in tables.

Equal opponents are interchangeable, so their scores are stored in ascending order only. Opponents with one
threshold are a *group*. With s scores stored for each, given by ranks 0 to s - 1 (`opponents.py`), the last r
of a group have one of C(s - 1 + r, r) ascending tuples of ranks. The place of a tuple x <= y <= z is
(combinatorial number system, counted from the greatest ranks down)

    C(s + 1 - x, 3) + C(s - y, 2) + C(s - 1 - z, 1),

a sum with one weight per rank. The last opponents' part of a place is the place of their scores alone. So
tables over the last opponents' scores only, each with its own start, lie one after the other in the same
array.
"""

from math import comb
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Integers
from solvers.jit import jit_inline

Number = TypeVar("Number", np.float64, np.int16, np.int8)


class Places(NamedTuple):
    """Places of scores in tables, by opponent; equal opponents are neighbours.

    Attributes
    ----------
    last : int64[opponent], the last opponent of the same group
    rank : int64[opponent, score], the rank of each score below the goal, -1 if it is not stored
    size : int64[opponent], number of scores stored
    weight : int64[opponent, rank], contribution to the place
    start : int64[opponent + 1], start of the table over the scores of this and all later opponents; the end
        of all tables
    """

    last: Integers
    rank: Integers
    size: Integers
    weight: Integers
    start: Integers


def places(goal: int, hold_at: tuple[int, ...], scores: tuple[Integers, ...]) -> Places:
    """Places for the scores of opponents.

    Parameters
    ----------
    goal : points to win
    hold_at : turn total at which each opponent holds, equal ones side by side
    scores : int64[rank], the scores of each opponent, ascending
    """
    count, sizes = len(hold_at), [own.size for own in scores]
    last = np.array([max(index for index in range(count) if hold_at[index] == n) for n in hold_at])
    rank, weight = np.full((count, goal), -1), np.zeros((count, max(sizes)), np.int64)
    behind = [1] * (count + 1)
    for index in range(count - 1, -1, -1):
        rest, after, size = int(last[index]) - index + 1, behind[int(last[index]) + 1], sizes[index]
        rank[index, scores[index]] = np.arange(size)
        weight[index, :size] = [after * comb(size - 2 - own + rest, rest) for own in range(size)]
        behind[index] = after * comb(size - 1 + rest, rest)
    return Places(last, rank, np.array(sizes), weight, np.cumsum([0, *behind[:count]]))


def every_place(goal: int, at: Places, order: tuple[int, ...]) -> Integers:
    """The place of every combination of scores, -1 where it is not stored.

    Parameters
    ----------
    goal : points to win
    at : places of the opponents' scores
    order : for each opponent of `at`, its axis in the result

    Returns
    -------
    int64[score of the first axis, ...]
    """
    count = len(order)
    axes = np.broadcast_arrays(*np.ix_(*[np.arange(goal)] * count))
    return _places_of(at, np.stack([axes[own] for own in order]))


def level_places(goal: int, at: Places) -> Integers:
    """The place where all opponents have one score, int64[score], -1 where it is not stored.

    Parameters
    ----------
    goal : points to win
    at : places of the opponents' scores
    """
    return _places_of(at, np.broadcast_to(np.arange(goal), (at.last.size, goal)))


def spread(table: NDArray[Number], found: Integers, missing: float) -> NDArray[Number]:
    """The values at these places, [banked, ...], and a fill value where the place is -1.

    Parameters
    ----------
    table : values, [place, banked]
    found : int64[...], places, -1 where nothing is stored
    missing : the fill value
    """
    stored = table[found]
    stored[found < 0] = missing
    return np.ascontiguousarray(np.moveaxis(stored, -1, 0))


def _places_of(at: Places, scores: Integers) -> Integers:
    """Places, int64[...], of combinations of scores, int64[opponent, ...]; -1 where they are not stored."""
    count = at.last.size
    ranks = np.stack([at.rank[index][scores[index]] for index in range(count)])
    for first in range(count):
        if first == 0 or at.last[first] != at.last[first - 1]:
            group = slice(first, int(at.last[first]) + 1)
            ranks[group] = np.sort(ranks[group], axis=0)
    found = np.asarray(sum(at.weight[index][ranks[index]] for index in range(count)), dtype=np.int64)
    found[(ranks < 0).any(axis=0)] = -1
    return found


@jit_inline
def place(at: Places, first: int, ranks: Integers) -> int:
    """The place of the scores of one opponent and all later ones, in the table over these.

    Parameters
    ----------
    at : places of the opponents' scores
    first : the first of these opponents
    ranks : int64[opponent], ranks of their scores
    """
    found = int(at.start[first])
    for index in range(first, ranks.size):
        found += int(at.weight[index, ranks[index]])
    return found


@jit_inline
def place_of_moved(at: Places, mover: int, rank: int, ranks: Integers) -> int:
    """The place of the scores of one opponent and all later ones, after it has moved to a greater score.

    Within its group the moved score is sorted in.

    Parameters
    ----------
    at : places of the opponents' scores
    mover : the opponent that moves, the first of these
    rank : rank of its score after the move
    ranks : int64[opponent], ranks of their scores before the move
    """
    found = int(at.start[mover])
    index = mover
    while index < at.last[mover] and ranks[index + 1] < rank:
        found += int(at.weight[index, ranks[index + 1]])
        index += 1
    found += int(at.weight[index, rank])
    for behind in range(index + 1, ranks.size):
        found += int(at.weight[behind, ranks[behind]])
    return found


@jit_inline
def next_row(at: Places, ranks: Integers) -> bool:
    """Step to the next lower scores of all opponents but the last.

    Parameters
    ----------
    at : places of the opponents' scores
    ranks : int64[opponent], ranks of their scores; all but the last written

    Returns
    -------
    False after the lowest
    """
    for back in range(ranks.size - 1):
        index = ranks.size - 2 - back
        least = ranks[index - 1] if index > 0 and at.last[index] == at.last[index - 1] else 0
        if ranks[index] > least:
            ranks[index] -= 1
            for behind in range(index + 1, ranks.size - 1):
                ranks[behind] = at.size[behind] - 1
            return True
    return False


@jit_inline
def equals(at: Places, ranks: Integers) -> tuple[int, int]:
    """Number of opponents that may be at the least rank of the last opponent in a row, and that rank.

    Parameters
    ----------
    at : places of the opponents' scores
    ranks : int64[opponent], ranks of their scores; that of the last one is not read
    """
    last = ranks.size - 1
    if last == 0 or at.last[last - 1] < last:
        return 1, 0
    count = 1
    for index in range(last):
        if at.last[index] == last and ranks[index] == ranks[last - 1]:
            count += 1
    return count, ranks[last - 1]
