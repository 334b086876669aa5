"""The plots of a slice, which stay while its numbers change."""

from collections.abc import Callable, Mapping
from typing import Any

import xarray as xr
from bokeh.events import Tap

from browsing.explorer.cells import labels_of
from browsing.explorer.places import place_of
from browsing.explorer.plots import SECTION_HEIGHT, Lines, Plane
from browsing.explorer.slicing import cross_sections
from pictures.names import flags_of, name_of


class Live:
    """The plots of a slice and of its cross-sections.

    Parameters
    ----------
    values : in memory, along at most two dimensions
    tapped : function that is called with the coordinates of a tap on a map
    """

    def __init__(self, values: xr.DataArray, tapped: Callable[[float, float], None]) -> None:
        self._form, self._values = _form(values), values
        self._plane: Plane | None = None
        self.plots: list[Lines | Plane] = []
        self.sections: dict[str, Lines] = {}
        if values.ndim == 1:
            self.plots = [Lines({name_of(values): values})]
        elif values.ndim == 2:
            self._plane = Plane(values)
            self._plane.figure.on_event(Tap, lambda event: tapped(event.x, event.y))
            self.plots = [self._plane]
            self.sections = {
                along: Lines({name_of(line): line}, SECTION_HEIGHT, even=True)
                for along, line in cross_sections(values, {}).items()
            }

    def fits(self, values: xr.DataArray) -> bool:
        """Return whether another slice differs from the drawn one in its numbers only.

        Parameters
        ----------
        values : as in `Live`
        """
        return _form(values) == self._form

    def show(self, values: xr.DataArray) -> None:
        """Show other numbers.

        Parameters
        ----------
        values : a slice that fits
        """
        self._values = values
        for plot in self.plots:
            plot.show(values)

    def cross(self, sections: Mapping[str, xr.DataArray]) -> None:
        """Show the lines through a point, and the point.

        Parameters
        ----------
        sections : of the map that is shown, from `cross_sections`
        """
        for along, line in sections.items():
            self.sections[along].show(line)
        if self._plane is not None:
            self._plane.mark(*place_of(self._values, sections))


def _form(values: xr.DataArray) -> tuple[Any, ...]:
    """All of a slice except its numbers."""
    named = [name_of(values), *(name_of(values[dim]) for dim in values.dims)]
    return named, [labels_of(values[dim]) for dim in values.dims], values.dims, flags_of(values)
