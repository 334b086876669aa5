"""Where a vector of opponents' scores is stored.

Equal opponents are interchangeable, and their scores are kept in ascending order only.
Opponents of one threshold are a *group*. With s scores stored of each, known by their ranks 0 to s - 1
(`opponents.py`), the last r of a group have one of C(s - 1 + r, r) ascending tuples of ranks, and the place
of a tuple x <= y <= z is (combinatorial number system, counted from the greatest ranks down)

    C(s + 1 - x, 3) + C(s - y, 2) + C(s - 1 - z, 1),

a sum of one weight for each rank. The last opponents' part of a place is then the place of their scores
alone: tables over the last opponents' scores only, by their own starts, lie one after the other in the same
rows of memory.
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
    size : int64[opponent], how many scores are stored
    weight : int64[opponent, rank], its part of a place
    start : int64[opponent + 1], where the table over the scores of this and all later opponents begins; the
        end of all tables
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
    """The place of every vector of scores, -1 where it is not stored.

    Parameters
    ----------
    goal : points to win
    at : places of the opponents' scores
    order : for each opponent of `at`, which one of the axes asked for it is

    Returns
    -------
    int64[score of the first axis, ...]
    """
    count = len(order)
    axes = np.broadcast_arrays(*np.ix_(*[np.arange(goal)] * count))
    return _places_of(at, np.stack([axes[own] for own in order]))


def level_places(goal: int, at: Places) -> Integers:
    """The place where all opponents have one score, by that score, -1 where it is not stored: int64[score].

    Parameters
    ----------
    goal : points to win
    at : places of the opponents' scores
    """
    return _places_of(at, np.broadcast_to(np.arange(goal), (at.last.size, goal)))


def spread(table: NDArray[Number], found: Integers, missing: float) -> NDArray[Number]:
    """What is stored at these places, [banked, ...], and something else where the place is -1.

    Parameters
    ----------
    table : [place, banked]
    found : int64[...], places, -1 where nothing is stored
    missing : what stands where nothing is stored
    """
    stored = table[found]
    stored[found < 0] = missing
    return np.ascontiguousarray(np.moveaxis(stored, -1, 0))


def _places_of(at: Places, scores: Integers) -> Integers:
    """Where vectors of scores, int64[opponent, ...], are stored; -1 where they are not: int64[...]."""
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
    """Where the scores of one opponent and all later ones are, in the table over these.

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
    """Where the scores of one opponent and all later ones are, once it has moved to a greater one.

    In its group the moved score goes behind the smaller ones.

    Parameters
    ----------
    at : places of the opponents' scores
    mover : the opponent that moves, the first of these
    rank : of its score after the move
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
    """Go to the next lower scores of all opponents but the last.

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
    """How many opponents are at the least rank that the last one has in a row, if it has it, and that rank.

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
