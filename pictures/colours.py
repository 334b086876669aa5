"""Colours that colour-blind readers can distinguish, and that keep their order in grey."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import xarray as xr
from matplotlib import colormaps
from matplotlib.colors import BoundaryNorm, Colormap, ListedColormap, Normalize, TwoSlopeNorm, to_hex

SEQUENTIAL = "cividis"
# Purple to orange. As both ends are dark in grey, a line is drawn at zero.
DIVERGING = "PuOr_r"
# Colours of lines, dark to light; line styles repeat the distinction.
LINES = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
STYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)))
# The same line styles in a browser.
DASHES = ("solid", "dashed", "dashdot", "dotted", "10 2", "6 2 2 2")
# Holding is light and rolling is dark.
TWO = ("#f0e6c8", "#00457c")
MISSING = "#ffffff"
# Darkest part of the sequential colours on a surface, so that black lines stay visible.
LIGHTEST_DARK = 0.4
# Largest share of outliers beyond the range of colours, and the factor by which they must extend the range.
FEW_CELLS, TAKES_OVER = 0.002, 3.0
Style = TypeVar("Style")

# A colour map and its range.
Shades = tuple[Colormap, Normalize]


def styled(number: int, styles: Sequence[Style]) -> tuple[str, Style]:
    """Return colour and style of a line by its number; the styles distinguish a few lines in grey.

    Parameters
    ----------
    number : 0 for the first line
    styles : `STYLES` or `DASHES`
    """
    return LINES[number % len(LINES)], styles[(number + number // len(LINES)) % len(styles)]


def is_signed(array: xr.DataArray) -> bool:
    """Return whether numbers have both signs."""
    return bool(array.min() < 0.0 < array.max())


def is_whole(array: xr.DataArray) -> bool:
    """Return whether all numbers are whole, so that no tick is between two."""
    return bool((array.fillna(0.0) % 1 == 0).all())


def code_colours(count: int) -> list[str]:
    """Return a colour for each code, alternating light and dark.

    The first codes, which are the most frequent, and neighbours on a colour bar differ most.

    Parameters
    ----------
    count : number of codes
    """
    if count == len(TWO):
        return list(TWO)
    shades = np.linspace(1.0, 0.0, count)
    turns = np.empty(count)
    turns[::2], turns[1::2] = shades[: (count + 1) // 2], shades[: (count - 1) // 2 : -1]
    return [to_hex(shade) for shade in colormaps[SEQUENTIAL](turns)]


def of_codes(count: int) -> Shades:
    """Return a colour for each code, and its range.

    Parameters
    ----------
    count : number of codes
    """
    colours = ListedColormap(code_colours(count)).with_extremes(bad=MISSING)
    return colours, BoundaryNorm(np.arange(count + 1) - 0.5, count)


def of_numbers(array: xr.DataArray) -> Shades:
    """Return a colour map and its range for numbers; zero is in the middle if they have both signs.

    Parameters
    ----------
    array : the numbers
    """
    least, most = limits(array)
    if is_signed(array):
        return colormaps[DIVERGING].with_extremes(bad=MISSING), TwoSlopeNorm(0.0, least, most)
    return colormaps[SEQUENTIAL].with_extremes(bad=MISSING), Normalize(least, most)


def of_heights(array: xr.DataArray) -> Shades:
    """Return a colour map for a surface, without the darkest colours, so that its lines stay visible.

    Parameters
    ----------
    array : the numbers
    """
    if is_signed(array):
        return of_numbers(array)
    shades = ListedColormap(colormaps[SEQUENTIAL](np.linspace(LIGHTEST_DARK, 1.0, 256)))
    return shades, Normalize(float(array.min()), _above(float(array.min()), float(array.max())))


def limits(array: xr.DataArray) -> tuple[float, float]:
    """Return the range of the colours: all numbers except a few outliers that would take most of it.

    If the largest numbers are far from all others, and few cells in a thousand, the range ends below them,
    and they get the colour of its end. For numbers with both signs the range is symmetric.

    Parameters
    ----------
    array : the numbers

    Examples
    --------
    >>> many = np.repeat([0.0, 1.0, 2.0], 1000)
    >>> limits(xr.DataArray(many)), limits(xr.DataArray(np.append(many, 50.0)))
    ((0.0, 2.0), (0.0, 2.0))
    """
    values = np.asarray(array.values, float)
    values = values[np.isfinite(values)]
    signed = is_signed(array)
    sizes = np.sort(np.abs(values)) if signed else np.sort(values)
    least, most = (0.0, float(sizes[-1])) if signed else (float(sizes[0]), float(sizes[-1]))
    rest = float(sizes[-1 - int(sizes.size * FEW_CELLS)])
    if least < rest and most - least > TAKES_OVER * (rest - least):
        most = rest
    return (-most, most) if signed else (least, _above(least, most))


def _above(least: float, most: float) -> float:
    """The end of a range that must not be empty."""
    return most if most > least else least + 1.0
