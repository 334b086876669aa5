"""A surface over two dimensions, seen from above one corner."""

from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from pictures.colours import of_heights
from pictures.labels import name_ticks, places
from pictures.names import name_of

# Lines along each side, so that the shape is seen in grey, too.
MESH = 40
# Height and side in degrees that one looks from: so that neither the planes on which one throws for the win
# nor the hills of chances to win are seen from the edge.
FROM = (30.0, 50.0)
# Of the figure: left, bottom, width and height, with room for three lines above.
PLACE = (0.0, 0.07, 1.0, 0.81)


def draw_surface(figure: Figure, array: xr.DataArray) -> None:
    """One surface.

    Parameters
    ----------
    figure : empty
    array : of two dimensions, down and across
    """
    figure.set_layout_engine("none")
    plot: Any = figure.add_axes(PLACE, projection="3d")
    down, across = (str(dim) for dim in array.dims)
    x, y = np.meshgrid(places(array, across), places(array, down))
    shades, norm = of_heights(array)
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
    for axis, dim in ((plot.xaxis, across), (plot.yaxis, down)):
        name_ticks(axis, array, dim, share=2)
        axis.set_label_text(_broken(array[dim]))
    plot.set_zlabel(_broken(array), labelpad=12)
    plot.xaxis.labelpad = plot.yaxis.labelpad = 16
    plot.view_init(*FROM)
    plot.set_box_aspect((4.0, 4.0, 2.5), zoom=1.05)


def _broken(named: xr.DataArray) -> str:
    """A name with its unit below it: these axes are short."""
    return name_of(named).replace(" [", "\n[")
