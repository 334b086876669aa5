"""Curves: an array along one dimension, or along one for each label of another."""

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from flows.pictures.colours import LINES, STYLES, flags_of
from flows.pictures.labels import label, name_ticks, places
from flows.pictures.view import slices

# So many traces are named in the legend; more would hide the lines.
NAMED = 6
# Labels apart, so many at most: then every number has its marker.
MARKED = 60


def draw_curve(figure: Figure, array: xr.DataArray) -> None:
    """One line along the only dimension; what is likely, as bars.

    Parameters
    ----------
    figure : empty
    array : of one dimension
    """
    plot = figure.subplots()
    _line(plot, array, 0)
    _name(plot, array, str(array.dims[0]))


def draw_minima(figure: Figure, array: xr.DataArray) -> None:
    """One line whose local minima are marked and named.

    Parameters
    ----------
    figure : empty
    array : of one dimension
    """
    draw_curve(figure, array)
    plot, dim = figure.axes[0], str(array.dims[0])
    x, y = places(array, dim), array.values.astype(float)
    found = minima(y)
    plot.plot(x[found], y[found], "o", color=LINES[2], zorder=3)
    for place in found:
        least = y[place] == np.nanmin(y)
        words = f"{array[dim].values[place]}: {y[place]:.4f}" if least else f"{array[dim].values[place]}"
        plot.annotate(
            words,
            (x[place], y[place]),
            (0, -8),
            textcoords="offset points",
            ha="center",
            va="top",
            weight="bold" if least else "normal",
        )
    plot.margins(y=0.12)


def draw_cuts(figure: Figure, array: xr.DataArray) -> None:
    """A line for each of a few labels of the first dimension.

    Parameters
    ----------
    figure : empty
    array : of two dimensions
    """
    plot, across = figure.subplots(), str(array.dims[1])
    few = slices(array, str(array.dims[0]))
    for place in range(few.shape[0]):
        part = few.isel({few.dims[0]: place})
        _line(plot, part, place, str(part[few.dims[0]].item()))
    _name(plot, array, across)
    plot.legend(title=label(array[array.dims[0]]))


def draw_traces(figure: Figure, array: xr.DataArray) -> None:
    """A line for each state along the first dimension, all other dimensions together being the state.

    Parameters
    ----------
    figure : empty
    array : of two dimensions or more
    """
    plot, along = figure.subplots(), str(array.dims[0])
    states = array.stack(state=array.dims[1:]).dropna("state", how="all").reset_index("state")
    count = states.sizes["state"]
    for place in range(count):
        part = states.isel(state=place)
        words = ", ".join(str(part[dim].item()) for dim in array.dims[1:]) if count <= NAMED else ""
        _line(plot, part, place, words)
    _name(plot, array, along)
    if count <= NAMED:
        plot.legend(title=", ".join(str(dim).replace("_", " ") for dim in array.dims[1:]))


def minima(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Places of the local minima of a line, its ends left out.

    Parameters
    ----------
    values : float64[place]

    Examples
    --------
    >>> minima(np.array([3.0, 1.0, 2.0, 0.0, 4.0])).tolist()
    [1, 3]
    """
    inner = (values[1:-1] < values[:-2]) & (values[1:-1] < values[2:])
    return np.flatnonzero(inner) + 1


def _line(plot: Axes, array: xr.DataArray, number: int, words: str = "") -> None:
    dim = str(array.dims[0])
    x, y = places(array, dim), array.values.astype(float)
    colour, style = LINES[number % len(LINES)], STYLES[number // len(LINES) % len(STYLES)]
    if flags_of(array):
        plot.step(x, y, where="mid", color=colour, label=words)
        return
    marker = "." if x.size <= MARKED else ""
    plot.plot(x, y, color=colour, linestyle=style, marker=marker, label=words or None)


def _name(plot: Axes, array: xr.DataArray, across: str) -> None:
    name_ticks(plot.xaxis, array, across)
    plot.set_ylabel(label(array))
    if flags := flags_of(array):
        plot.set_yticks(range(len(flags)), [flag.replace("_", " ") for flag in flags])
    plot.grid(alpha=0.3)
