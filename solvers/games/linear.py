"""A linear system in fractions."""

from collections.abc import Sequence
from fractions import Fraction


def solve_linear(left: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """Solve left x = right by elimination; the matrix must be regular.

    >>> left, right = [[Fraction(0), Fraction(2)], [Fraction(3), Fraction(1)]], [Fraction(1), Fraction(1)]
    >>> print(*solve_linear(left, right))
    1/6 1/2
    """
    size = len(right)
    rows = [[*row, value] for row, value in zip(left, right, strict=True)]
    for column in range(size):
        pivot = next(row for row in range(column, size) if rows[row][column] != 0)
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for row in range(size):
            if row != column and rows[row][column] != 0:
                factor = rows[row][column]
                rows[row] = [
                    entry - factor * above for entry, above in zip(rows[row], rows[column], strict=True)
                ]
    return [row[size] for row in rows]
