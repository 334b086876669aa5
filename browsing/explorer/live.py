"""Plots that stay while their numbers change: to draw them anew takes several times as long."""

from collections.abc import Callable, Mapping
from typing import Any

import holoviews as hv
import xarray as xr
from holoviews.streams import Pipe, Tap

from browsing.explorer import plots
from browsing.explorer.cells import labels_of
from browsing.explorer.slicing import cross_sections
from pictures.names import flags_of, name_of


class Live:
    """The plots of a slice and of its cross-sections.

    Parameters
    ----------
    values : in memory, along no, one or two dimensions
    tapped : is called with the coordinates of a tap on a plane
    """

    def __init__(self, values: xr.DataArray, tapped: Callable[[float, float], None]) -> None:
        sections = cross_sections(values, {}) if values.ndim == 2 else {}
        self._form, self._values = _form(values), Pipe(data=values)
        self._place = plots.place_of(values, sections) if sections else None
        self._marks = Pipe(data=self._place)
        self._sections = {along: Pipe(data=line) for along, line in sections.items()}
        self.plots: list[Any] = []
        if values.ndim == 1:
            self.plots = [_drawn(plots.line, self._values)]
        elif values.ndim == 2:
            image = _drawn(plots.plane, self._values)
            Tap(source=image).add_subscriber(lambda x, y: tapped(x, y))
            self.plots = [(image * _drawn(plots.cross, self._marks)).opts(**plots.TOOLS)]
        self.sections = [_drawn(plots.section, numbers) for numbers in self._sections.values()]

    def fits(self, values: xr.DataArray) -> bool:
        """Whether all but the numbers is as it is drawn.

        Parameters
        ----------
        values : as in `Live`
        """
        return _form(values) == self._form

    def show(self, values: xr.DataArray) -> None:
        """Show other numbers.

        Parameters
        ----------
        values : that fit
        """
        self._values.send(values)

    def cross(self, sections: Mapping[str, xr.DataArray]) -> None:
        """Show the lines through a point, and the point.

        Parameters
        ----------
        sections : of the plane that is shown, from `cross_sections`
        """
        for along, line in sections.items():
            self._sections[along].send(line)
        place = plots.place_of(self._values.data, sections)
        if place != self._place:
            self._place = place
            self._marks.send(place)


def _drawn(draw: Callable[[Any], Any], numbers: Pipe) -> Any:
    return hv.DynamicMap(lambda data: draw(data), streams=[numbers])


def _form(values: xr.DataArray) -> tuple[Any, ...]:
    """All of a slice but its numbers."""
    named = [name_of(values), *(name_of(values[dim]) for dim in values.dims)]
    return named, [labels_of(values[dim]) for dim in values.dims], values.dims, flags_of(values)
