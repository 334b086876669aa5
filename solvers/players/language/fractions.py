"""Arrays of exact fractions with a common denominator, in which rules of thumb compute."""

from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.errors import expected

# Largest intermediate result that is exact in 64 bits.
LARGEST = 10**17


class Exact(NamedTuple):
    """Fractions with a common denominator.

    Attributes
    ----------
    top : int64[...], numerators
    bottom : the denominator, 1 or more
    """

    top: NDArray[np.int64]
    bottom: int = 1

    def over(self, bottom: int) -> NDArray[np.int64]:
        """Return the numerators over a multiple of the denominator."""
        return product(self.top, np.array(bottom // self.bottom))


def common(*bottoms: int) -> int:
    """Return a common multiple of denominators.

    Raises
    ------
    InvalidRules
        if it is too large
    """
    found = lcm(*bottoms)
    if found > LARGEST:
        raise expected("rule", f"denominators up to {LARGEST:.0e}", "more", "Divide by smaller numbers.")
    return found


def product(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the product of two arrays.

    Raises
    ------
    InvalidRules
        if it could exceed LARGEST
    """
    if float(np.abs(one).max()) * float(np.abs(other).max()) > LARGEST:
        raise expected("rule", f"sums up to {LARGEST:.0e}", "more", "Use smaller numbers, or fewer products.")
    return one * other
