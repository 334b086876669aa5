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
    least, most = float(array.min()), float(array.max())
    if is_signed(array):
        furthest = max(-least, most)
        return colormaps[DIVERGING].with_extremes(bad=MISSING), TwoSlopeNorm(0.0, -furthest, furthest)
    return colormaps[SEQUENTIAL].with_extremes(bad=MISSING), Normalize(
        least, most if most > least else least + 1.0
    )
