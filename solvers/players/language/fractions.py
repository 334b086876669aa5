"""Fractions in arrays, which a rule of thumb counts in: whole numbers above one denominator, not rounded."""

from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.errors import expected

# Beyond it 64 bits would not be exact.
LARGEST = 10**17


class Exact(NamedTuple):
    """Fractions with one denominator.

    Attributes
    ----------
    top : int64[...]
    bottom : 1 or more
    """

    top: NDArray[np.int64]
    bottom: int = 1

    def over(self, bottom: int) -> NDArray[np.int64]:
        """The same with a multiple of its denominator."""
        return product(self.top, np.array(bottom // self.bottom))


def common(*bottoms: int) -> int:
    """A denominator for all of these.

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
    """The product, which must fit where it is counted.

    Raises
    ------
    InvalidRules
        if it does not
    """
    if float(np.abs(one).max()) * float(np.abs(other).max()) > LARGEST:
        raise expected("rule", f"sums up to {LARGEST:.0e}", "more", "Use smaller numbers, or fewer products.")
    return one * other
