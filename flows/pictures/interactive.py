"""A picture as one HTML file that needs nothing else: values under the pointer, zoom, tabs for slices."""

from typing import Any

import holoviews as hv
import hvplot.xarray  # noqa: F401  adds the plots
import xarray as xr
from bokeh.embed import file_html
from bokeh.models import TabPanel, Tabs
from bokeh.resources import INLINE

from flows.pictures.colours import DIVERGING, SEQUENTIAL, TWO, flags_of, is_signed
from flows.pictures.labels import label
from flows.pictures.view import View, slices
from solvers.questions.picture import Form

# Pixels, as wide as its window.
HEIGHT = 460
LINES = (Form.MINIMA, Form.CUTS, Form.TRACES)


def page(view: View) -> str:
    """The picture as a page of its own.

    Parameters
    ----------
    view : from `flows.pictures.view`
    """
    hv.extension("bokeh", logo=False)
    array = view.array.rename(view.picture.output)
    if view.picture.form in LINES or array.ndim == 1:
        shown = _rendered(_lines(array, view.picture.form), view.title)
    elif array.ndim == 2:
        shown = _rendered(_map(array), view.title)
    else:
        shown = _tabs(array, view.title)
    return str(file_html(shown, INLINE, view.picture.title))


def _rendered(plot: Any, title: str) -> Any:
    return hv.render(plot.opts(title=title), backend="bokeh")


def _tabs(array: xr.DataArray, title: str) -> Tabs:
    """A tab for each of a few labels of the first dimension."""
    along = str(array.dims[0])
    few = slices(array, along)
    parts = [few.isel({along: place}) for place in range(few.sizes[along])]
    tabs = [
        TabPanel(
            child=_rendered(_map(part.drop_vars(along)), title),
            title=f"{label(array[along])}: {part[along].item()}",
        )
        for part in parts
    ]
    return Tabs(tabs=tabs, sizing_mode="stretch_width")


def _lines(array: xr.DataArray, form: Form) -> Any:
    along = str(array.dims[0 if form is Form.TRACES else -1])
    others = [str(dim) for dim in array.dims if dim != along]
    if form is Form.TRACES:
        array = array.stack(state=others).dropna("state", how="all")
        array = array.assign_coords(state=[str(state) for state in array.state.values])
        others = ["state"]
    if form is Form.CUTS:
        array = slices(array, others[0])
    return array.hvplot.line(
        x=along,
        by=others or None,
        ylabel=label(array),
        xlabel=label(array[along]),
        responsive=True,
        height=HEIGHT,
    )


def _map(array: xr.DataArray) -> Any:
    down, across = (str(dim) for dim in array.dims[-2:])
    shades = list(TWO) if len(flags_of(array)) == 2 else DIVERGING if is_signed(array) else SEQUENTIAL
    return array.hvplot.heatmap(
        x=across,
        y=down,
        C=str(array.name),
        cmap=shades,
        symmetric=is_signed(array) and not flags_of(array),
        xlabel=label(array[across]),
        ylabel=label(array[down]),
        clabel=label(array),
        responsive=True,
        height=HEIGHT,
    )
