"""Compare computed figures with published ones.

A figure agrees if it is within half its last printed digit. If the print is wrong, the figure is explained
only if our number refutes the print, equals the correction, and is confirmed by a second route. If the print
depends on a detail that its source leaves open, the figure is not reproduced. Then our number must be
confirmed by two routes, and each reading must give the print.
"""

from typing import NamedTuple

from solvers.published.computed import COMPUTED, Computed
from solvers.published.figure import FEW, Figure, Numbers, apart, text

AGREES, EXPLAINED, NOT_REPRODUCED, DIFFERS = "agrees", "differs: explained", "not reproduced", "differs"
# Largest difference between a print of fifteen or more digits and our float: some units in the last place.
ROUNDING = 4e-15


class Row(NamedTuple):
    """A figure and its verdict.

    Attributes
    ----------
    figure : the published figure
    computed : our numbers
    verdict : AGREES, EXPLAINED, NOT_REPRODUCED or DIFFERS
    note : reason, if it does not agree
    """

    figure: Figure
    computed: Numbers
    verdict: str
    note: str


def judged(figure: Figure) -> Row:
    """Compute a figure and compare it with the print."""
    computed = COMPUTED[figure.id]
    numbers = computed.numbers()
    if figure.corrected is not None:
        return _explained(figure, figure.corrected, computed, numbers)
    if same(figure, figure.value, numbers):
        return Row(figure, numbers, AGREES, "")
    return Row(
        figure,
        numbers,
        DIFFERS,
        f"{text(numbers[:FEW])} is not within {figure.tolerance:g} of what is printed.",
    )


def _explained(figure: Figure, corrected: Numbers, computed: Computed, numbers: Numbers) -> Row:
    """Judge a figure whose print is wrong or not reproduced.

    Two routes must refute the print and agree with the correction, and each reading must give the print.

    Parameters
    ----------
    figure : the published figure
    corrected : the correct numbers
    computed : how our numbers are computed
    numbers : our numbers, by the solver
    """
    again = computed.again() if computed.again is not None else ()
    if same(figure, figure.value, numbers):
        return Row(figure, numbers, DIFFERS, "it is what is printed, which is said to be wrong.")
    if not same(figure, corrected, numbers) or not same(figure, numbers, again):
        return Row(
            figure,
            numbers,
            DIFFERS,
            f"neither the print nor what it should read; by {computed.route}: {text(again[:FEW])}.",
        )
    readings = [(reading.meaning, reading.numbers()) for reading in computed.readings]
    for meaning, read in readings:
        if not same(figure, figure.value, read):
            return Row(figure, numbers, DIFFERS, f"{text(read)} is not what is printed, if {meaning}.")
    count = f"{len(again)} numbers" if len(again) > FEW else text(again)
    printed = "".join(f" As printed, if {meaning}: {text(read)}." for meaning, read in readings)
    note = f"{figure.erratum}. Again by {computed.route}: {count}.{printed}"
    return Row(figure, numbers, NOT_REPRODUCED if figure.open else EXPLAINED, note)


def same(figure: Figure, published: Numbers, computed: Numbers) -> bool:
    """Return whether numbers agree to the printed digits."""
    rounding = ROUNDING if any(isinstance(number, float) for number in computed) else 0.0
    return apart(published, computed) <= max(figure.tolerance, rounding)


class RowText(NamedTuple):
    """A row in words.

    Attributes
    ----------
    published, computed : the numbers or, if there are many, how many there are and how many agree
    difference : the largest difference; "" for codes of actions
    """

    published: str
    computed: str
    difference: str


def shown(row: Row, decimals: int | None = None) -> RowText:
    """Return what was published, what was computed, and their largest difference, in words.

    Parameters
    ----------
    row : a figure and its verdict
    decimals : most decimals of a float; None for all
    """
    published, computed = row.figure.value, row.computed
    difference = apart(published, computed)
    said = "" if difference == float("inf") else f"{difference:.1e}" if difference else "0"
    if len(published) <= FEW:
        return RowText(text(published, decimals), text(computed, decimals), said)
    agreeing = sum(
        same(row.figure, (one,), (other,)) for one, other in zip(published, computed, strict=False)
    )
    # Codes of actions have no meaningful difference.
    return RowText(
        f"{len(published)} numbers", f"{agreeing} agree", said if agreeing == len(published) else ""
    )
