"""Dice that are kept and thrown again: all ways to keep some of them, as multisets.

Five dice have 252 multisets, and so many throws; with those of fewer dice there are 462 ways to keep some. A
keep and one more die make a keep again, so that the expectation over the dice thrown is taken die by die, and
what is best to keep of a throw is that throw or the best of the keeps with one die less.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags

# The kernel reads this many rows at a time; faces are filled up to a multiple.
STRIDE = 6


class Keeps(NamedTuple):
    """All keeps, by number of dice; the last ones are the throws.

    Attributes
    ----------
    counts : int8[keep, face], dice of each face
    first_throw : index of the first keep of all dice; keep 0 is of none
    more : uint64[keep, face], the keep with one more die of that face, for keeps before the throws; the
        number of keeps, a row of zeros to the kernel, for the faces that fill up
    less : uint64[keep, face], the keep with one die of that face less; the keep itself if it has none
    """

    counts: Flags
    first_throw: int
    more: NDArray[np.uint64]
    less: NDArray[np.uint64]

    @property
    def throws(self) -> list[tuple[int, ...]]:
        """The dice of each throw in ascending order."""
        faces = range(1, self.counts.shape[1] + 1)
        return [
            tuple(face for face in faces for _ in range(own[face - 1]))
            for own in self.counts[self.first_throw :].tolist()
        ]


@cache
def keeps(dice: int, sides: int) -> Keeps:
    """All ways to keep some of the dice.

    Parameters
    ----------
    dice : how many
    sides : faces of each
    """
    multisets = [
        own for count in range(dice + 1) for own in combinations_with_replacement(range(sides), count)
    ]
    index = {own: place for place, own in enumerate(multisets)}
    first_throw = len(multisets) - sum(len(own) == dice for own in multisets)
    width = -(-sides // STRIDE) * STRIDE
    more = np.full((first_throw, width), len(multisets), np.uint64)
    less = np.repeat(np.arange(len(multisets), dtype=np.uint64)[:, None], width, axis=1)
    for place, own in enumerate(multisets[:first_throw]):
        for face in range(sides):
            larger = index[tuple(sorted((*own, face)))]
            more[place, face], less[larger, face] = larger, place
    counts = np.array([[own.count(face) for face in range(sides)] for own in multisets], np.int8)
    return Keeps(counts, first_throw, more, less)
