"""Mirrored cases: which of them is solved, and how its answer becomes the others'.

A question may declare groups of a sweep's axes exchangeable. Of all mirrors the case is solved whose
positions ascend along each group; exchanging two axes of a case exchanges the corresponding two dimensions.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from math import prod

import numpy as np
from numpy.typing import NDArray

Index = tuple[int, ...]
Groups = Sequence[tuple[int, ...]]


def representative(index: Index, groups: Groups) -> Index:
    """The case that is solved for this one.

    Parameters
    ----------
    index : position along each axis
    groups : groups of exchangeable axes, by number

    Examples
    --------
    >>> representative((7, 2, 5), [(0, 1)])
    (2, 7, 5)
    """
    chosen = list(index)
    for group in groups:
        for axis, position in zip(group, sorted(index[axis] for axis in group), strict=True):
            chosen[axis] = position
    return tuple(chosen)


def mirrors(index: Index, groups: Groups) -> tuple[Index, ...]:
    """All cases with the same representative, itself included, in ascending order.

    >>> mirrors((7, 2, 5), [(0, 1)])
    ((2, 7, 5), (7, 2, 5))
    """
    if not groups:
        return (index,)
    found = set()
    for exchanged in product(*(set(permutations(index[axis] for axis in group)) for group in groups)):
        mirror = list(index)
        for group, positions in zip(groups, exchanged, strict=True):
            for axis, position in zip(group, positions, strict=True):
                mirror[axis] = position
        found.add(tuple(mirror))
    return tuple(sorted(found))


def sources(index: Index, group: tuple[int, ...]) -> tuple[int, ...]:
    """For each axis of a group, the axis of the representative that has its position.

    Axes at equal positions are not exchanged.

    >>> sources((30, 20), (0, 1)), sources((20, 30), (0, 1)), sources((20, 20), (0, 1))
    ((1, 0), (0, 1), (0, 1))
    """
    ascending = sorted(range(len(group)), key=lambda place: (index[group[place]], place))
    source = dict(zip(ascending, group, strict=True))
    return tuple(source[place] for place in range(len(group)))


def representatives(shape: Sequence[int], groups: Groups) -> Iterator[Index]:
    """The cases that are solved, in ascending order."""
    cases = product(*map(range, shape))
    return (index for index in cases if _ascends(index, groups)) if groups else cases


def _ascends(index: Index, groups: Groups) -> bool:
    return all(index[before] <= index[after] for group in groups for before, after in pairwise(group))


def solved_for(shape: Sequence[int], groups: Groups) -> NDArray[np.int64]:
    """The representative of each case, int64[cases]; cases are numbered in ascending order.

    >>> solved_for((3, 3), [(0, 1)]).tolist()
    [0, 1, 2, 1, 4, 5, 2, 5, 8]
    """
    numbers = np.arange(prod(shape))
    if not groups:
        return numbers
    positions = list(np.unravel_index(numbers, shape))
    for group in groups:
        for axis, ascending in zip(group, np.sort([positions[axis] for axis in group], axis=0), strict=True):
            positions[axis] = ascending
    return np.ravel_multi_index(positions, shape)
