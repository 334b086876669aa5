"""A map in a browser with a cell that two sliders or a tap select; linked plots follow it."""

from dataclasses import dataclass
from typing import Any

import xarray as xr
from bokeh.models import CustomJS, CustomJSTickFormatter
from bokeh.models.annotations import Span
from bokeh.models.widgets.sliders import Slider
from bokeh.plotting import figure

from pictures.colours import LINES
from pictures.interactive.parts import script
from pictures.interactive.placing import Placed, placed
from pictures.interactive.planes import plane
from pictures.names import name_of

# By default sliders have smaller text than plots.
LETTERS = ".bk-slider-title { font-size: 18px; } :host { margin: 4px 16px; }"


@dataclass(frozen=True)
class Pointed:
    """A map with a selected cell.

    Attributes
    ----------
    shown : the map, with a cross at the cell
    at : places of the labels, "down" and "across"
    names : names of both dimensions
    sliders : index of the cell along both
    marks : lines through the cell, along both
    """

    shown: figure
    at: dict[str, Placed]
    names: dict[str, str]
    sliders: dict[str, Slider]
    marks: dict[str, Span]

    @classmethod
    def on(cls, array: xr.DataArray, start: tuple[int, int]) -> "Pointed":
        """Return a map with the cell at these places selected.

        Parameters
        ----------
        array : of two dimensions, down and across
        start : index along both
        """
        labels = {"down": array[array.dims[0]], "across": array[array.dims[1]]}
        at = {dim: placed(own, even=True) for dim, own in labels.items()}
        names = {dim: name_of(own) for dim, own in labels.items()}
        first = dict(zip(labels, start, strict=True))
        sliders = {dim: slider(names[dim], at[dim].words, first[dim]) for dim in labels}
        marks = {dim: _mark(dim, at[dim].places[first[dim]]) for dim in labels}
        shown = plane(array)
        shown.renderers.extend(marks.values())
        own = cls(shown, at, names, sliders, marks)
        shown.js_on_event("tap", CustomJS(args=own.known, code=script("tapped")))
        return own

    @property
    def known(self) -> dict[str, Any]:
        """Return the arguments of scripts."""
        return {
            "names": self.names,
            "places": {dim: one.places.tolist() for dim, one in self.at.items()},
            "labels": {dim: list(one.words) for dim, one in self.at.items()},
            "marks": self.marks,
            **self.sliders,
        }

    def where(self, *dims: str) -> str:
        """Return the position of the cell at the beginning, in words.

        Parameters
        ----------
        dims : "down", "across"
        """
        found = (f"{self.names[dim]}: {self.at[dim].words[int(self.sliders[dim].value)]}" for dim in dims)
        return "at " + ", ".join(found)

    def followed(self, name: str, **told: Any) -> None:
        """Run a script whenever another cell is selected.

        Parameters
        ----------
        name : name of the script
        told : further arguments besides `known`
        """
        code = CustomJS(args=self.known | told, code=script("cell") + script(name))
        for one in self.sliders.values():
            one.js_on_change("value", code)


def slider(name: str, words: tuple[str, ...], start: int) -> Slider:
    """A slider over labels, whose value is an index.

    Parameters
    ----------
    name : of the dimension
    words : each label
    start : index of the first one
    """
    told = CustomJSTickFormatter(args={"words": list(words)}, code="return words[Math.round(tick)]")
    return Slider(
        title=name,
        start=0,
        # A slider has two ends.
        end=max(1, len(words) - 1),
        step=1,
        value=start,
        format=told,
        disabled=len(words) == 1,
        sizing_mode="stretch_width",
        stylesheets=[LETTERS],
    )


def _mark(dim: str, place: float) -> Span:
    """A line through the cell."""
    return Span(
        dimension="width" if dim == "down" else "height",
        location=place,
        line_color=LINES[2],
        line_width=1.5,
        line_dash="dashed",
    )
