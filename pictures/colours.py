"""Colours that colour-blind readers tell apart, and that keep their order in grey."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import xarray as xr
from matplotlib import colormaps
from matplotlib.colors import BoundaryNorm, Colormap, ListedColormap, Normalize, TwoSlopeNorm, to_hex

SEQUENTIAL = "cividis"
# Purple to orange; a line is drawn at zero, since both ends are dark in grey.
DIVERGING = "PuOr_r"
# Of lines, dark to light; the styles say it once more.
LINES = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
STYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)))
# The same in a browser.
DASHES = ("solid", "dashed", "dashdot", "dotted", "10 2", "6 2 2 2")
# Holding is light and throwing dark.
TWO = ("#f0e6c8", "#00457c")
MISSING = "#ffffff"
# Of the sequential colours, the darkest on a surface: lines in black are seen on it.
LIGHTEST_DARK = 0.4
# Share of the cells that may be beyond the range of the colours, if they make it so many times as long.
FEW_CELLS, TAKES_OVER = 0.002, 3.0
Style = TypeVar("Style")

# A map of colours and the range that it covers.
Shades = tuple[Colormap, Normalize]


def styled(number: int, styles: Sequence[Style]) -> tuple[str, Style]:
    """Colour and style of a line by its number: of a few, each has a style of its own, for grey.

    Parameters
    ----------
    number : 0 for the first line
    styles : `STYLES` or `DASHES`
    """
    return LINES[number % len(LINES)], styles[(number + number // len(LINES)) % len(styles)]


def is_signed(array: xr.DataArray) -> bool:
    """Whether numbers lie on both sides of zero."""
    return bool(array.min() < 0.0 < array.max())


def is_whole(array: xr.DataArray) -> bool:
    """Whether all numbers are whole ones, so that no tick is between two."""
    return bool((array.fillna(0.0) % 1 == 0).all())


def code_colours(count: int) -> list[str]:
    """A colour for each of so many codes, light and dark by turns.

    So the first ones, which are nearly everywhere, differ most, and neighbours on a colour bar do.

    Parameters
    ----------
    count : how many codes there are
    """
    if count == len(TWO):
        return list(TWO)
    shades = np.linspace(1.0, 0.0, count)
    turns = np.empty(count)
    turns[::2], turns[1::2] = shades[: (count + 1) // 2], shades[: (count - 1) // 2 : -1]
    return [to_hex(shade) for shade in colormaps[SEQUENTIAL](turns)]


def of_codes(count: int) -> Shades:
    """A colour for each code, and how codes are told apart.

    Parameters
    ----------
    count : how many codes there are
    """
    colours = ListedColormap(code_colours(count)).with_extremes(bad=MISSING)
    return colours, BoundaryNorm(np.arange(count + 1) - 0.5, count)


def of_numbers(array: xr.DataArray) -> Shades:
    """A colour map and its range for numbers; zero is in the middle where they lie on both sides.

    Parameters
    ----------
    array : what is shown
    """
    least, most = limits(array)
    if is_signed(array):
        return colormaps[DIVERGING].with_extremes(bad=MISSING), TwoSlopeNorm(0.0, least, most)
    return colormaps[SEQUENTIAL].with_extremes(bad=MISSING), Normalize(least, most)


def of_heights(array: xr.DataArray) -> Shades:
    """A colour map for a surface, whose height says the same: nowhere so dark that its lines are not seen.

    Parameters
    ----------
    array : what is shown
    """
    if is_signed(array):
        return of_numbers(array)
    shades = ListedColormap(colormaps[SEQUENTIAL](np.linspace(LIGHTEST_DARK, 1.0, 256)))
    return shades, Normalize(float(array.min()), _above(float(array.min()), float(array.max())))


def limits(array: xr.DataArray) -> tuple[float, float]:
    """The range of the colours: all numbers, but for a few cells that would take most of it.

    Where the largest numbers are apart from all others, as few cells in a thousand, the range ends below
    them. They have the colour of its end. Of signed numbers both ends are equally far from zero.

    Parameters
    ----------
    array : what is shown

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
    """The end of a range that is not empty."""
    return most if most > least else least + 1.0
