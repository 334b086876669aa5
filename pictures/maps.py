"""Maps: an array over two dimensions in colours, one or a few side by side."""

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.figure import Figure
from numpy.typing import NDArray

from pictures.colours import Shades, is_signed, is_whole, of_codes, of_numbers
from pictures.labels import name_ticks, places, whole_numbers
from pictures.names import flags_of, name_of
from pictures.panels import panels


def draw_map(figure: Figure, array: xr.DataArray) -> None:
    """Draw one map, or a row of them over the labels of the first of three dimensions.

    Parameters
    ----------
    figure : an empty figure
    array : of two or three dimensions; the last two are down and across
    """
    array = _texts_down(array)
    flags = flags_of(array)
    shades = of_codes(len(flags)) if flags else of_numbers(array)
    shown = panels(figure, array, str(array.dims[-1]))
    for plot, part in shown:
        _fill(plot, part, shades)
    name_ticks(shown[0][0].yaxis, array, str(array.dims[-2]))
    _explain(figure, [plot for plot, _ in shown], array, shades)


def _texts_down(array: xr.DataArray) -> xr.DataArray:
    """The array with a dimension of texts down, where they can be read."""
    *others, down, across = array.dims
    texts = array[across].dtype.kind not in "iuf" and array[down].dtype.kind in "iuf"
    return array.transpose(*others, across, down) if texts else array


def _fill(plot: Axes, array: xr.DataArray, shades: Shades) -> None:
    down, across = (str(dim) for dim in array.dims)
    x, y = places(array, across), places(array, down)
    values = np.ma.masked_invalid(array.values.astype(float))
    plot.pcolormesh(_edges(x), _edges(y), values, cmap=shades[0], norm=shades[1], rasterized=True)
    if is_signed(array) and not flags_of(array) and min(array.shape) > 1:
        plot.contour(x, y, values, levels=[0.0], colors="black", linewidths=0.8)


def _explain(figure: Figure, axes: list[Axes], array: xr.DataArray, shades: Shades) -> None:
    beyond = "neither" if flags_of(array) else _beyond(array, shades)
    bar = figure.colorbar(ScalarMappable(shades[1], shades[0]), ax=axes, pad=0.02, extend=beyond)
    bar.set_label(name_of(array))
    if flags := flags_of(array):
        bar.set_ticks(list(flags), labels=list(flags.values()))
        bar.ax.tick_params(length=0)
    elif is_whole(array):
        bar.locator = whole_numbers()
        bar.update_ticks()


def _beyond(array: xr.DataArray, shades: Shades) -> str:
    """Which ends of the colours stand for numbers beyond them, too, in Matplotlib's terms."""
    least, most = (float(end) for end in (shades[1].vmin or 0.0, shades[1].vmax or 0.0))
    below, above = bool(array.min() < least), bool(array.max() > most)
    return "both" if below and above else "min" if below else "max" if above else "neither"


def _edges(centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """The edges of cells, half-way between their labels."""
    if centres.size == 1:
        return np.array([centres[0] - 0.5, centres[0] + 0.5])
    between = (centres[1:] + centres[:-1]) / 2.0
    return np.concatenate(([2 * centres[0] - between[0]], between, [2 * centres[-1] - between[-1]]))
