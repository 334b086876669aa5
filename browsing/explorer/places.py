"""Where the labels of a dimension are drawn.

Whatever has no evenly spaced numbers for labels is drawn at its places, and the axis names the labels there.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from browsing.explorer.cells import labels_of

TICKS = 9


def coordinates(labels: xr.DataArray, even: bool) -> tuple[NDArray[Any], dict[float, str]]:
    """Where labels are drawn, and the ticks that name them; none where the plot's own do.

    Parameters
    ----------
    labels : of a dimension
    even : whether steps must be equal, as cells of an image have it
    """
    values = labels.values
    if values.dtype.kind in "iuf":
        steps = np.diff(values.astype(float))
        if (steps > 0).all() and (not even or np.allclose(steps, steps[:1])):
            return values.astype(float), {}
    places = np.arange(values.size, dtype=float)
    named = np.unique(np.linspace(0, values.size - 1, min(TICKS, values.size)).round().astype(int))
    texts = labels_of(labels)
    return places, {float(place): texts[place] for place in named}


def edges(places: NDArray[Any]) -> tuple[float, float]:
    """Outer edges of the first and the last cell.

    Parameters
    ----------
    places : evenly spaced

    Examples
    --------
    >>> edges(np.array([10.0, 20.0, 30.0]))
    (5.0, 35.0)
    """
    half = _half_step(places)
    return float(places[0]) - half, float(places[-1]) + half


def place_of(values: xr.DataArray, sections: Mapping[str, xr.DataArray]) -> tuple[float, float]:
    """Where the point that cross-sections meet in is drawn: x and y.

    Parameters
    ----------
    values : along (y, x)
    sections : from `cross_sections`
    """
    down, across = map(str, values.dims)
    held = {down: sections[across][down].item(), across: sections[down][across].item()}
    found = []
    for dim in (across, down):
        index = values[dim].values.tolist().index(held[dim])
        found.append(float(coordinates(values[dim], even=True)[0][index]))
    return found[0], found[1]


def labels_at(values: xr.DataArray, x: float | None, y: float | None) -> dict[str, str]:
    """The labels of the cell that is drawn at a place; none outside.

    Parameters
    ----------
    values : along (y, x)
    x, y : coordinates of the plot
    """
    found = {}
    for dim, place in zip(map(str, values.dims), (y, x), strict=True):
        places = coordinates(values[dim], even=True)[0]
        if place is None or not abs(places - place).min() <= _half_step(places):
            return {}
        found[dim] = labels_of(values[dim])[int(abs(places - place).argmin())]
    return found


def _half_step(places: NDArray[Any]) -> float:
    return float(places[1] - places[0]) / 2 if places.size > 1 else 0.5
