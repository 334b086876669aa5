"""Sets of dice that are kept, as multisets.

Five dice have 252 multisets, the throws; with fewer dice there are 462 sets that can be kept. A keep with one
more die is a keep again, so expectations over the dice thrown are computed die by die. Similarly, the best
keep of a throw is the throw itself or the best of the keeps with one die less.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags

# The kernel reads this many rows at a time; faces are padded to a multiple.
STRIDE = 6


class Keeps(NamedTuple):
    """All keeps, by number of dice; the last ones are the throws.

    Attributes
    ----------
    counts : int8[keep, face], dice of each face
    first_throw : index of the first keep of all dice; keep 0 has no dice
    more : uint64[keep, face], the keep with one more die of that face, for keeps before the throws; for
        padded faces the number of keeps, a row of zeros in the kernel
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
    """Return all sets of dice that can be kept.

    Parameters
    ----------
    dice : number of dice
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
