"""Curves: an array along one dimension, or one curve for each label of another."""

from collections.abc import Sequence
from textwrap import wrap

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from pictures.colours import LINES, STYLES, is_whole, styled
from pictures.labels import name_ticks, places, whole_numbers
from pictures.names import flags_of, label_of, name_of
from pictures.panels import panels
from pictures.view import NAMED, slices

# With more labels, not every number gets a marker.
MARKED = 60
GRID = 0.3
# Changes below this share of the range are invisible; a tail is long from this share of the labels.
SEEN, LONG_TAIL = 0.002, 0.25
# Units of integer counts.
COUNTS = ("turns", "changes", "rounds", "throws")
# Letters of a line of text beside a plot.
BESIDE = 16


def draw_curve(figure: Figure, array: xr.DataArray) -> None:
    """Draw one line along the only dimension; probabilities of counts as bars.

    Parameters
    ----------
    figure : an empty figure
    array : of one dimension
    """
    array = without_tail(array)
    plot = figure.subplots()
    if are_bars(array):
        plot.bar(places(array, str(array.dims[0])), array.values.astype(float), color=LINES[1])
        plot.set_axisbelow(True)
        plot.margins(x=0.01)
    else:
        _line(plot, array, 0)
    _name(plot, array, str(array.dims[0]))


def draw_minima(figure: Figure, array: xr.DataArray) -> None:
    """Draw one line, with its local minima marked and named.

    Parameters
    ----------
    figure : an empty figure
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
    """Draw a line for each of a few labels of the first dimension.

    Parameters
    ----------
    figure : an empty figure
    array : of two dimensions
    """
    draw_lines(figure, slices(array, str(array.dims[0])), str(array.dims[1]))


def draw_lines(figure: Figure, array: xr.DataArray, across: str) -> None:
    """Draw a line for each label of a dimension with few, or a row of such plots over a third dimension.

    Parameters
    ----------
    figure : an empty figure
    array : of two dimensions, or of three, with the dimension of the row first
    across : dimension along the lines, one of the last two; the other is named beside them
    """
    each = next(str(dim) for dim in array.dims[-2:] if dim != across)
    shown = panels(figure, array, across)
    for plot, part in shown:
        for place in range(part.sizes[each]):
            line = part.isel({each: place})
            _line(plot, line, place, label_of(line[each]))
        plot.grid(alpha=GRID)
    _name_height(shown[0][0], array)
    _explain(shown[-1][0], [name_of(array[each])])


def draw_traces(figure: Figure, array: xr.DataArray) -> None:
    """Draw a line for each state along the first dimension; all other dimensions together are the state.

    Parameters
    ----------
    figure : an empty figure
    array : of two dimensions or more
    """
    plot, along = figure.subplots(), str(array.dims[0])
    states = array.stack(state=array.dims[1:]).dropna("state", how="all").reset_index("state")
    if states.sizes["state"] > NAMED:
        x, y = places(states, along), states.transpose(along, "state").values
        plot.plot(x, y, color=LINES[1], linewidth=0.8, alpha=0.4)
    else:
        for place in range(states.sizes["state"]):
            part = states.isel(state=place)
            _line(plot, part, place, ", ".join(label_of(part[dim]) for dim in array.dims[1:]))
        _explain(plot, [name_of(array[dim]) for dim in array.dims[1:]])
    _name(plot, array, along)


def minima(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the indices of a line's local minima, without its ends.

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


def without_tail(array: xr.DataArray) -> xr.DataArray:
    """Return the array without a long tail of invisible changes.

    Parameters
    ----------
    array : of one dimension

    Examples
    --------
    >>> chances = xr.DataArray([1.0, 0.6, 0.1, 1e-5, *[0.0] * 16], dims="turns")
    >>> without_tail(chances).values.tolist()
    [1.0, 0.6, 0.1, 1e-05]
    """
    values = array.values
    if values.dtype.kind != "f" or not np.isfinite(values).all():
        return array
    seen = np.abs(values - values[-1]) > SEEN * np.ptp(values)
    ends = int(np.flatnonzero(seen)[-1]) + 2 if seen.any() else values.size
    return array[:ends] if values.size - ends > LONG_TAIL * values.size else array


def are_bars(array: xr.DataArray) -> bool:
    """Return whether an array is drawn as bars: probabilities of counts, such as numbers of turns.

    Parameters
    ----------
    array : of one dimension
    """
    labels = array[array.dims[0]]
    counted = labels.dtype.kind in "iu" and labels.attrs.get("units") in COUNTS
    values = array.values
    return bool(
        counted and values.dtype.kind == "f" and np.nanmin(values) >= 0.0 and np.nanmax(values) <= 1.0
    )


def _line(plot: Axes, array: xr.DataArray, number: int, words: str = "") -> None:
    dim = str(array.dims[0])
    x, y = places(array, dim), array.values.astype(float)
    colour, style = styled(number, STYLES)
    if flags_of(array):
        plot.step(x, y, where="mid", color=colour, linestyle=style, label=words or None)
        return
    marker = "." if x.size <= MARKED else ""
    plot.plot(x, y, color=colour, linestyle=style, marker=marker, label=words or None)


def _name(plot: Axes, array: xr.DataArray, across: str) -> None:
    name_ticks(plot.xaxis, array, across)
    _name_height(plot, array)
    plot.grid(alpha=GRID)


def _name_height(plot: Axes, array: xr.DataArray) -> None:
    plot.set_ylabel(name_of(array))
    if flags := flags_of(array):
        plot.set_yticks(list(flags), list(flags.values()))
    elif is_whole(array):
        plot.yaxis.set_major_locator(whole_numbers())


def _explain(plot: Axes, named: Sequence[str]) -> None:
    """Name the lines, beside the plot instead of over them."""
    title = "\n".join(piece for name in named for piece in wrap(name, BESIDE))
    plot.legend(title=title, loc="upper left", bbox_to_anchor=(1.01, 1.0), handlelength=2.6)
