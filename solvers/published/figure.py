"""A published figure: its numbers as printed, and known errors in them."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from solvers.published.papers import Paper

Number = int | float | Fraction
Numbers = tuple[Number, ...]
# Figures of more numbers are shown as the share of numbers that agree.
FEW = 8


class Figure(NamedTuple):
    """A published figure.

    Attributes
    ----------
    id : short name, for programs
    name : name in words
    value : its numbers as printed
    tolerance : half the last printed digit; 0 for exact numbers
    paper : the paper
    where : table, equation, figure or section
    erratum : the error in the print; "" if there is none
    corrected : correct numbers; two routes must refute the print and give these
    open : whether the print depends on a detail that its source leaves open; then `corrected` is computed
        here, and readings give the print
    """

    id: str
    name: str
    value: Numbers
    tolerance: float
    paper: Paper
    where: str
    erratum: str = ""
    corrected: Numbers | None = None
    open: bool = False

    @property
    def source(self) -> str:
        """Paper, and table, equation, figure or section."""
        return f"{self.paper.cited}, {self.where}"


def apart(published: Numbers, computed: Numbers) -> float:
    """Return the largest difference of two figures; infinity if their lengths differ, or for NaN."""
    if len(published) != len(computed):
        return float("inf")
    differences = [abs(float(one - other)) for one, other in zip(published, computed, strict=True)]
    return max(differences) if all(difference == difference for difference in differences) else float("inf")


def text(numbers: Iterable[Number], decimals: int | None = None) -> str:
    """Return numbers as text; floats with at most this many decimals, or with all digits.

    >>> text((Fraction(4, 7), 0.5231, 25))
    '4/7 0.5231 25'
    """
    return " ".join(_word(number, decimals) for number in numbers)


def _word(number: Number, decimals: int | None) -> str:
    if decimals is None or not isinstance(number, float):
        return str(number)
    return f"{number:.{decimals}f}".rstrip("0").rstrip(".")
