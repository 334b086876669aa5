"""Sums of many fractions."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm


def added(fractions: Sequence[Fraction], times: Iterable[int] | None = None) -> Fraction:
    """The sum of fractions over one common denominator, each multiplied by its number in `times`.

    Reducing every partial sum instead took most of the time for a hundred dice.

    Examples
    --------
    >>> print(added([Fraction(1, 2), Fraction(1, 6)]), added([Fraction(1, 2), Fraction(1, 6)], [1, 3]))
    2/3 1
    """
    common = lcm(*{fraction.denominator for fraction in fractions})
    counts = (fraction.numerator * (common // fraction.denominator) for fraction in fractions)
    return Fraction(
        sum(counts)
        if times is None
        else sum(count * each for count, each in zip(counts, times, strict=True)),
        common,
    )
