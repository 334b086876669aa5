"""Colours that colour-blind readers tell apart, and that keep their order in grey."""

from collections.abc import Sequence

import numpy as np
import xarray as xr
from matplotlib import colormaps
from matplotlib.colors import BoundaryNorm, Colormap, ListedColormap, Normalize, TwoSlopeNorm

SEQUENTIAL = "cividis"
# Purple to orange; a line is drawn at zero, since both ends are dark in grey.
DIVERGING = "PuOr_r"
# Of lines, dark to light; the styles say it once more.
LINES = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
STYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)))
# Holding is light and throwing dark.
TWO = ("#f0e6c8", "#00457c")
MISSING = "#ffffff"


# A map of colours and the range that it covers.
Shades = tuple[Colormap, Normalize]


def flags_of(array: xr.DataArray) -> tuple[str, ...]:
    """Names of the codes 0, 1, 2, ... of a choice; none for numbers."""
    return tuple(str(array.attrs.get("flag_meanings", "")).split())


def is_signed(array: xr.DataArray) -> bool:
    """Whether numbers lie on both sides of zero."""
    return bool(array.min() < 0.0 < array.max())


def of_codes(flags: Sequence[str]) -> Shades:
    """A colour for each code, and how codes are told apart.

    Parameters
    ----------
    flags : names of the codes
    """
    count = len(flags)
    colours = TWO if count == 2 else [colormaps[SEQUENTIAL](x) for x in np.linspace(1.0, 0.0, count)]
    return ListedColormap(list(colours)).with_extremes(bad=MISSING), BoundaryNorm(
        np.arange(count + 1) - 0.5, count
    )


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
