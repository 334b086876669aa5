"""A published figure: its numbers as printed, and what is known to be wrong with them."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from solvers.published.papers import Paper

Number = int | float | Fraction
Numbers = tuple[Number, ...]
# A figure of more numbers than this is shown by how many of them agree.
FEW = 8


class Figure(NamedTuple):
    """A published figure.

    Attributes
    ----------
    id : short name, for programs
    name : what it is, in words
    value : its number or numbers as printed
    tolerance : half the last printed digit; 0 for what is exact
    paper : where it was printed
    where : table, equation, figure or section
    erratum : what is wrong with it as printed, if anything
    corrected : what it should read; then the print must be refuted, by two routes
    open : the print hangs on a detail that its source does not state; `corrected` is what comes out here, and
        readings give the print
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
    """Largest difference of two figures; infinite if they are not as many numbers, or one is not a number."""
    if len(published) != len(computed):
        return float("inf")
    differences = [abs(float(one - other)) for one, other in zip(published, computed, strict=True)]
    return max(differences) if all(difference == difference for difference in differences) else float("inf")


def text(numbers: Iterable[Number], decimals: int | None = None) -> str:
    """Numbers in words; floats with so many decimals at most, or with all their digits.

    >>> text((Fraction(4, 7), 0.5231, 25))
    '4/7 0.5231 25'
    """
    return " ".join(_word(number, decimals) for number in numbers)


def _word(number: Number, decimals: int | None) -> str:
    if decimals is None or not isinstance(number, float):
        return str(number)
    return f"{number:.{decimals}f}".rstrip("0").rstrip(".")
