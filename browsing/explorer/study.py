"""A slice of a variable, or a comparison of two: controls, plots, numbers and downloads."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import panel as pn
import xarray as xr

from browsing.explorer.address import Address
from browsing.explorer.case_by_case import CaseByCase, case_by_case
from browsing.explorer.cells import labels_of
from browsing.explorer.chooser import Choices, Chooser
from browsing.explorer.contrast import Contrast, contrast, in_words
from browsing.explorer.downloads import TYPES
from browsing.explorer.listings import cases_table
from browsing.explorer.live import Live
from browsing.explorer.markup import contrast_table, message, point_text, slice_table
from browsing.explorer.places import labels_at
from browsing.explorer.plots import Lines, Plane, compared
from browsing.explorer.runs import opponent, states_of
from browsing.explorer.seeing import missing_cells, opening_point, seen
from browsing.explorer.shell import at_once, html
from browsing.explorer.slicing import cross_sections, cut, settle
from storage.history import Commit
from storage.query import open_sweep
from storage.repository import Store

WIDE: dict[str, Any] = {"sizing_mode": "stretch_width", "margin": 0}
SECTIONS = "<h3>Cross-sections through the point</h3>"
# Columns side by side where there is room.
COLUMNS = "repeat(auto-fit, minmax(min(22rem, 100%), 1fr))"
BESIDE = f":host {{ display: grid; gap: 0.6rem; grid-template-columns: {COLUMNS}; }}"


class Study:
    """The parts of a page that shows slices.

    Parameters
    ----------
    store : the store
    told : function that is called with the address that a reader has chosen
    """

    def __init__(self, store: Store, told: Callable[[Address], None]) -> None:
        self._store, self._told = store, told
        self._chooser = Chooser(told)
        self._plot, self._numbers = pn.Column(**WIDE), html()
        self._sections, self._heading = pn.Column(**WIDE, stylesheets=[BESIDE]), html()
        self._point = html()
        self._values, self._choices = xr.DataArray(), Choices(xr.Dataset(), {})
        self._address = Address()
        self._live: Live | None = None
        self._parts = html()
        self._compared: tuple[tuple[str, ...], CaseByCase | None] = (), None

    def parts(self) -> dict[str, Any]:
        """The components, by their places in the page."""
        plot = pn.Column(self._plot, self._heading, self._sections, **WIDE)
        return {
            "what": self._chooser.what,
            "which": self._chooser.which,
            "plot": plot,
            "point": self._point,
            "numbers": self._numbers,
        }

    def show(self, dataset: xr.Dataset, address: Address, history: list[Commit]) -> Address:
        """Read and draw the slice of an address; return the address with all choices made.

        Parameters
        ----------
        dataset : from `open_sweep`
        address : the requested address
        history : commits of the sweep, newest first

        Raises
        ------
        NotInStore
            if the store does not have what it names
        """
        settled = settle(dataset, address)
        states = states_of(self._store, history, settled.at)
        if settled.view == "compare":
            settled = self._compare(dataset, settled, states, history)
        else:
            settled = self._slice(dataset, settled)
            shown = {str(dim): labels_of(self._values[dim]) for dim in self._values.dims}
            self._choices = Choices(dataset, states, shown=shown if len(shown) > 1 else {})
        self._address = settled
        self._chooser.show(self._choices, settled)
        return settled

    def move(self, address: Address) -> Address:
        """Show other cross-sections of the current map.

        Parameters
        ----------
        address : an address that differs in its point only
        """
        self._cross(address)
        self._address = address
        self._chooser.show(self._choices, address)
        return address

    def _slice(self, dataset: xr.Dataset, address: Address) -> Address:
        found = cut(dataset, address)
        # A point outside of the slice, from a longer case, is dropped.
        point = {dim: text for dim, text in address.point.items() if text in labels_of(found.values[dim])}
        self._values = found.values
        if found.values.ndim == 2:
            point = opening_point(found.values) | point
        address = address.but(point=point)
        missing = missing_cells(dataset, found.values)
        self._parts.object = _seen(seen(found.values, missing)) + "".join(map(_part, found.parts))
        self._numbers.object = _downloads(address) + slice_table(found.values, missing)
        if self._live is not None and self._live.fits(found.values):
            # Scheduled, so that the browser lays out the numbers meanwhile.
            pn.state.execute(self._renew, schedule=True)
        else:
            self._draw(address)
        return address

    def _renew(self) -> None:
        """Show the slice in the current plots, unless they were replaced."""
        if self._live is not None and self._live.fits(self._values):
            with at_once():
                self._live.show(self._values)
                self._cross(self._address)

    def _draw(self, address: Address) -> None:
        """Show the slice in new plots."""
        self._live = Live(self._values, self._tapped)
        self._cross(address)
        self._plot.objects = [self._parts, *map(_figure, self._live.plots)]
        self._sections.objects = [*map(_figure, self._live.sections.values())]
        self._heading.object = SECTIONS if self._live.sections else ""

    def _cross(self, address: Address) -> None:
        """Show the lines through the point, and the point."""
        if self._live is not None and self._values.ndim == 2:
            found = cross_sections(self._values, address.point)
            self._live.cross(found)
            self._point.object = point_text(found)
        else:
            self._point.object = ""

    def _tapped(self, x: float, y: float) -> None:
        """A point was chosen on the plot."""
        point = labels_at(self._values, x, y)
        if point:
            self._told(self._address.but(point=point))

    def _compare(
        self, dataset: xr.Dataset, address: Address, states: Mapping[str, str], history: list[Commit]
    ) -> Address:
        address = opponent(address, history)
        second = open_sweep(self._store, address.other, address.other_at or None)
        found, names = contrast(dataset, second, address), _names(address)
        self._parts.object = "".join(map(_part, found.parts)) + message(_verdict(found, names))
        self._plot.objects = [self._parts, *map(_figure, compared(found) if found.a.ndim else [])]
        cases = cases_table(self._cases(dataset, second, address), address)
        self._numbers.object = _downloads(address) + contrast_table(found, names) + cases
        same = address.other == address.sweep
        theirs = history if same else self._store.history(address.other)
        others = states_of(self._store, theirs, address.other_at)
        self._choices = Choices(dataset, states, tuple(self._store.sweeps()), others)
        return address

    def _cases(self, dataset: xr.Dataset, second: xr.Dataset, address: Address) -> CaseByCase | None:
        """Compare all cases, once for all slices of them."""
        states = (self._store.at(ref or None).snapshot_id for ref in (address.at, address.other_at))
        asked = address.variable, address.other, *states
        if self._compared[0] != asked:
            self._compared = asked, case_by_case(dataset, second, address.variable)
        return self._compared[1]


def _figure(plot: Lines | Plane) -> Any:
    return pn.pane.Bokeh(plot.figure, **WIDE)  # type: ignore[no-untyped-call]


def _names(address: Address) -> tuple[str, str]:
    """Names of the two that distinguish them."""
    states = address.at or "newest", address.other_at or "newest"
    if address.sweep == address.other:
        return states
    return f"{address.sweep}, {states[0]}", f"{address.other}, {states[1]}"


def _verdict(found: Contrast, names: tuple[str, str]) -> str:
    return f"a is {names[0]}, b is {names[1]}. {in_words(found)}"


def _seen(words: str) -> str:
    return f'<p class="seen">{escape(words)}</p>' if words else ""


def _part(words: str) -> str:
    return message(
        f"Shown: {words}. All at once would take long; choose another part beside, or download it."
    )


def _downloads(address: Address) -> str:
    names = {"csv": "CSV", "nc": "NetCDF"}
    to = escape(f"download{address.query()}&format=")
    links = "".join(f'<a href="{to}{ending}" download>{names[ending]}</a>' for ending in TYPES)
    what = "difference" if address.view == "compare" else "selection"
    return f'<p class="downloads"><span>Download the {what}:</span>{links}</p>'
