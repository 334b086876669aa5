"""A plot, or a row of plots over a few labels of the first of three dimensions."""

import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pictures.labels import name_ticks
from pictures.names import label_of, name_of
from pictures.view import slices


def panels(figure: Figure, array: xr.DataArray, across: str) -> list[tuple[Axes, xr.DataArray]]:
    """Return empty plots with the part of the array that each shows, titled, with the axis across named.

    Parameters
    ----------
    figure : an empty figure
    array : of two dimensions, or of three, with the dimension of the row first
    across : dimension across
    """
    if array.ndim == 2:
        plot = figure.subplots()
        name_ticks(plot.xaxis, array, across)
        return [(plot, array)]
    along = str(array.dims[0])
    few = slices(array, along)
    axes = list(figure.subplots(1, few.sizes[along], sharey=True, squeeze=False)[0])
    parts = [few.isel({along: place}) for place in range(len(axes))]
    for plot, part in zip(axes, parts, strict=True):
        plot.set_title(label_of(part[along]), fontsize="medium")
        name_ticks(plot.xaxis, array, across, share=len(axes))
        plot.set_xlabel("")
    figure.supxlabel(name_of(array[across]), fontsize="medium")
    return list(zip(axes, parts, strict=True))
