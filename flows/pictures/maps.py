"""Maps: an array over two dimensions in colours, alone or a few side by side."""

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.figure import Figure
from numpy.typing import NDArray

from flows.pictures.colours import Shades, flags_of, is_signed, of_codes, of_numbers
from flows.pictures.labels import label, name_ticks, places
from flows.pictures.view import slices


def draw_map(figure: Figure, array: xr.DataArray) -> None:
    """One map, or a row of them over the labels of the first of three dimensions.

    Parameters
    ----------
    figure : empty
    array : of two or three dimensions; the last two are down and across
    """
    array = _texts_down(array)
    if array.ndim == 2:
        axes = [figure.subplots()]
        parts = [array]
    else:
        along = str(array.dims[0])
        few = slices(array, along)
        axes = list(figure.subplots(1, few.sizes[along], sharey=True, squeeze=False)[0])
        parts = [few.isel({along: place}) for place in range(few.sizes[along])]
    shades = of_codes(flags_of(array)) if flags_of(array) else of_numbers(array)
    for place, (plot, part) in enumerate(zip(axes, parts, strict=True)):
        _fill(plot, part, shades)
        if place:
            plot.set_ylabel("")
        if array.ndim == 3 and place:
            plot.set_title(str(part[array.dims[0]].item()), fontsize="medium")
    if array.ndim == 3:
        axes[0].set_title(
            f"{label(array[array.dims[0]])}: {parts[0][array.dims[0]].item()}", loc="left", fontsize="medium"
        )
    _explain(figure, axes, array, shades)


def _texts_down(array: xr.DataArray) -> xr.DataArray:
    """The same with texts down the side, where they can be read."""
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
    name_ticks(plot.xaxis, array, across)
    name_ticks(plot.yaxis, array, down)


def _explain(figure: Figure, axes: list[Axes], array: xr.DataArray, shades: Shades) -> None:
    bar = figure.colorbar(ScalarMappable(shades[1], shades[0]), ax=axes, pad=0.02)
    bar.set_label(label(array))
    if flags := flags_of(array):
        bar.set_ticks(list(range(len(flags))), labels=[flag.replace("_", " ") for flag in flags])
        bar.ax.tick_params(length=0)


def _edges(centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where cells begin and end, half-way between their labels."""
    if centres.size == 1:
        return np.array([centres[0] - 0.5, centres[0] + 0.5])
    between = (centres[1:] + centres[:-1]) / 2.0
    return np.concatenate(([2 * centres[0] - between[0]], between, [2 * centres[-1] - between[-1]]))
