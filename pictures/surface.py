"""Draw a surface over two dimensions, seen from above one corner."""

from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from pictures.colours import of_heights
from pictures.labels import name_ticks, places
from pictures.names import name_of
from solvers.arrays import Array

# Number of lines along each side, which show the shape in grey, too.
MESH = 40
# Degrees: elevation of the viewer, and the possible corners.
ELEVATION = 35.0
AZIMUTHS = (45.0, 135.0, 225.0, 315.0)
# Relative lengths of the box: across, down and up.
BOX = (4.0, 4.0, 2.5)
# Position in the figure: left, bottom, width and height, with room for three lines above.
PLACE = (0.0, 0.08, 1.0, 0.8)


def draw_surface(figure: Figure, array: xr.DataArray) -> None:
    """Draw a surface.

    Parameters
    ----------
    figure : an empty figure
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
    plot.view_init(ELEVATION, best_azimuth(array.values.astype(float)))
    plot.set_box_aspect(BOX, zoom=1.05)


def best_azimuth(heights: Array) -> float:
    """Return the azimuth, of `AZIMUTHS`, from which most of a surface is visible, in degrees.

    Parameters
    ----------
    heights : float64[down, across]
    """
    rows, columns = (np.linspace(0, size - 1, MESH).round().astype(int) for size in heights.shape)
    few = np.nan_to_num(heights[np.ix_(rows, columns)], nan=float(np.nanmin(heights)))
    spread = float(np.ptp(few)) or 1.0
    # In widths of a cell.
    scaled = (few - few.min()) / spread * BOX[2] / BOX[0] * MESH
    return max(AZIMUTHS, key=lambda azimuth: _seen(scaled, azimuth))


def _seen(heights: Array, azimuth: float) -> float:
    """The visible area of a surface, seen from one corner.

    Parameters
    ----------
    heights : float64[down, across], in widths of a cell
    azimuth : one of `AZIMUTHS`
    """
    side, up = np.deg2rad(azimuth), np.deg2rad(ELEVATION)
    ahead = np.array((np.sin(side), np.cos(side)))
    hidden = np.zeros(heights.shape, bool)
    down, across = np.indices(heights.shape)
    for step in range(1, int(1.5 * MESH)):
        row = np.rint(down + step * ahead[0]).astype(int)
        column = np.rint(across + step * ahead[1]).astype(int)
        inside = (0 <= row) & (row < MESH) & (0 <= column) & (column < MESH)
        met = heights[row.clip(0, MESH - 1), column.clip(0, MESH - 1)]
        hidden |= inside & (met > heights + step * np.tan(up))
    slope = np.tensordot(ahead, np.gradient(heights), 1)
    faced = np.sin(up) - np.cos(up) * slope
    return float(faced[~hidden].clip(0.0).sum())


def _broken(named: xr.DataArray) -> str:
    """A name with its unit on the next line, as these axes are short."""
    return name_of(named).replace(" [", "\n[")
