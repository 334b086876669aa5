"""Results of solving in exact fractions, to compare with an answer in floats."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.errors import expected

# Longest numerator and denominator that are printed, in digits.
READABLE = 30


@dataclass(frozen=True)
class Exact:
    """An answer in fractions, compared with the one in floats.

    Attributes
    ----------
    meaning : what `number` is, in a few words
    number : win probability at the start, expected score, or expected turns
    difference : largest difference between floats and fractions, over all states
    improved : number of states in which the policy of the floats was not optimal and was improved
    """

    meaning: str
    number: Fraction
    difference: float
    improved: int

    @property
    def text(self) -> str:
        """The fraction if it is short, else its number of digits.

        >>> Exact("win probability", Fraction(4, 7), 0.0, 0).text
        '4/7'
        """
        above, below = str(self.number.numerator), str(self.number.denominator)
        if len(above) + len(below) <= READABLE:
            return str(self.number)
        return f"{float(self.number):.17g}, a fraction of {len(above)} over {len(below)} digits"


def largest_difference(floats: Array, fractions: NDArray[np.object_]) -> float:
    """Return the largest difference, computed in fractions; NaN if a float is not finite.

    Rounding the fractions first would hide half a unit in the last place.

    Parameters
    ----------
    floats, fractions : arrays of one shape
    """
    if not np.isfinite(floats).all():
        return float("nan")
    pairs = zip(floats.ravel().tolist(), fractions.ravel().tolist(), strict=True)
    return float(max(abs(Fraction(value) - exact) for value, exact in pairs))


def difference_of_tables(stored: Mapping[str, Array], exact: Mapping[str, NDArray[np.object_]]) -> float:
    """Return the largest difference of tables with gaps; NaN if only one of them lacks a number.

    Parameters
    ----------
    stored : floats by name, NaN where there is no number
    exact : fractions by name, None where there is no number; only tables that are stored count
    """
    found = []
    for name, fractions in exact.items():
        if name in stored:
            floats = stored[name]
            there = np.array([one is not None for one in fractions.ravel()]).reshape(fractions.shape)
            fits = floats.shape == fractions.shape and bool((np.isfinite(floats) == there).all())
            found.append(largest_difference(floats[there], fractions[there]) if fits else float("nan"))
    return float(np.max(found))


def refuse_long(goal: int, most: int) -> None:
    """Refuse a goal whose solution in fractions would take minutes.

    Parameters
    ----------
    goal : goal of the case
    most : largest goal that is solved in fractions

    Raises
    ------
    InvalidRules
        if the goal is larger
    """
    if goal > most:
        raise expected(
            "goal",
            f"at most {most} for fractions in this game",
            goal,
            "They grow with the goal; choose a smaller one.",
        )
