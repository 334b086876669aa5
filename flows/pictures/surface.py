"""A surface over two dimensions, seen from above one corner."""

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from flows.pictures.colours import of_numbers
from flows.pictures.labels import label, name_ticks, places

# Lines along each side, so that the shape is seen in grey, too.
MESH = 40


def draw_surface(figure: Figure, array: xr.DataArray) -> None:
    """One surface.

    Parameters
    ----------
    figure : empty
    array : of two dimensions, down and across
    """
    plot = figure.add_subplot(projection="3d")
    down, across = (str(dim) for dim in array.dims)
    x, y = np.meshgrid(places(array, across), places(array, down))
    shades, norm = of_numbers(array)
    plot.plot_surface(
        x,
        y,
        array.values.astype(float),
        cmap=shades,
        norm=norm,
        rcount=MESH,
        ccount=MESH,
        linewidth=0.2,
        edgecolor="black",
    )
    name_ticks(plot.xaxis, array, across)
    name_ticks(plot.yaxis, array, down)
    plot.set_zlabel(label(array), labelpad=12)
    plot.xaxis.labelpad = plot.yaxis.labelpad = 12
    plot.view_init(elev=30, azim=-130)
    plot.set_box_aspect(None, zoom=0.88)
