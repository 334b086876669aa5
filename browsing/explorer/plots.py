"""Plots of slices: lines, maps and differences, in colours that colour-blind readers can distinguish.

Their numbers can be changed, which takes a fraction of drawing them anew.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import xarray as xr
from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, LinearColorMapper, Range1d
from bokeh.models.annotations import ColorBar, Span
from bokeh.palettes import BrBG11, Cividis256, interp_palette
from bokeh.plotting import figure
from numpy.typing import NDArray

from browsing.explorer.contrast import Contrast
from browsing.explorer.places import coordinates, edges
from browsing.explorer.shell import is_dark
from pictures.names import flags_of, name_of

HEIGHT = 420
SECTION_HEIGHT = 240
COMPARED_HEIGHT = 280
MARKED = 80
# Blue and orange first: the pair that all colour-blind readers distinguish (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8860b")
# Colours of cases: failed ones stand out, missing ones do not.
OF_STATUS = {"missing": "#a9b2bc", "done": "#0072b2", "failed": "#d55e00"}
# Brown over white to blue, which is not red against green (Brewer's BrBG).
DIVERGING = interp_palette(BrBG11[::-1], 256)
# That of the page, which legends, titles and colour bars do not inherit.
FONT = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, DejaVu Sans, sans-serif"


class Lines:
    """Variables over one dimension.

    Parameters
    ----------
    columns : in memory, along it, by what they are called
    height : px
    even : whether labels are at the places that cells of a plane have
    """

    def __init__(self, columns: Mapping[str, xr.DataArray], height: int = HEIGHT, even: bool = False) -> None:
        first, self._several = next(iter(columns.values())), len(columns) > 1
        along = first[first.dims[0]]
        self._places, ticks = coordinates(along, even)
        self.figure = _figure(height)
        self.figure.xaxis.axis_label, self.figure.yaxis.axis_label = name_of(along), name_of(first)
        if even:
            self.figure.x_range = _range(edges(self._places))
        _name_ticks(self.figure.xaxis, ticks)
        if flags := flags_of(first):
            self.figure.y_range = _range(_code_range(flags))
            _name_ticks(self.figure.yaxis, _code_ticks(flags))
        self._sources = [
            self._line(place, name, values) for place, (name, values) in enumerate(columns.items())
        ]
        if self._several:
            _put_legend_above(self.figure)

    def show(self, *columns: xr.DataArray) -> None:
        """Show other numbers.

        Parameters
        ----------
        columns : at the same labels
        """
        for source, values in zip(self._sources, columns, strict=True):
            source.data = self._data(values)

    def _line(self, place: int, name: str, values: xr.DataArray) -> ColumnDataSource:
        source = ColumnDataSource(self._data(values))
        named = {"legend_label": name} if self._several else {}
        drawn: dict[str, Any] = {"source": source, "color": COLOURS[place], **named}
        dash = ("solid", "dashed")[place % 2]
        self.figure.line("x", "y", line_width=2.5, line_dash=dash, **drawn)
        if self._places.size <= MARKED:
            dots = self.figure.scatter("x", "y", size=6, **drawn)
            axis = str(self.figure.xaxis.axis_label)
            self.figure.add_tools(HoverTool(renderers=[dots], tooltips=[(axis, "@x"), (name, "@y")]))
        return source

    def _data(self, values: xr.DataArray) -> Any:
        return {"x": self._places, "y": values.values.astype(float)}


class Plane:
    """A variable over two dimensions, with cross-hairs where a point is marked.

    Parameters
    ----------
    values : in memory, along (y, x)
    height : px
    limits : of the colours; those of the values by default
    palette : colours of the numbers
    title : what is said above; the variable's name by default
    """

    def __init__(
        self,
        values: xr.DataArray,
        height: int = HEIGHT,
        limits: tuple[float, float] | None = None,
        palette: tuple[str, ...] = Cividis256,
        title: str = "",
    ) -> None:
        self._flags, self._limits = flags_of(values), limits
        self._source = ColumnDataSource(self._data(values))
        self._colours = self._mapper(values, palette)
        self.figure = _figure(height)
        self.figure.title.text = title or name_of(values)
        self._draw(values)
        self.figure.add_layout(_colour_bar(self._colours, self._flags), "right")
        # Among the colours of codes is the orange that is seen well on those of numbers.
        hair: dict[str, Any] = {"line_color": "#ffffff" if self._flags else COLOURS[1], "line_dash": "dashed"}
        self._hairs = [Span(dimension=name, line_width=1.5, **hair) for name in ("height", "width")]

    def _draw(self, values: xr.DataArray) -> None:
        down, across = (values[dim] for dim in values.dims)
        (x, x_ticks), (y, y_ticks) = (coordinates(labels, even=True) for labels in (across, down))
        (left, right), (bottom, top) = edges(x), edges(y)
        self.figure.x_range, self.figure.y_range = _range((left, right)), _range((bottom, top))
        self.figure.xaxis.axis_label, self.figure.yaxis.axis_label = name_of(across), name_of(down)
        _name_ticks(self.figure.xaxis, x_ticks)
        _name_ticks(self.figure.yaxis, y_ticks)
        cells: dict[str, Any] = {"x": left, "y": bottom, "dw": right - left, "dh": top - bottom}
        self.figure.image("image", source=self._source, color_mapper=self._colours, **cells)
        # Cells are lines enough.
        self.figure.grid.visible = False
        said = "@words" if self._flags else "@image"
        tips = [(name_of(across), "$x{0.[0]}"), (name_of(down), "$y{0.[0]}"), (name_of(values), said)]
        self.figure.add_tools(HoverTool(tooltips=tips))

    def show(self, values: xr.DataArray) -> None:
        """Show other numbers.

        Parameters
        ----------
        values : at the same labels
        """
        self._source.data = self._data(values)
        if not self._flags:
            low, high = self._limits or range_of(values.values)
            self._colours.update(low=low, high=high)

    def mark(self, x: float, y: float) -> None:
        """Put the cross-hairs at a point.

        Parameters
        ----------
        x, y : coordinates of the plot
        """
        for hair, place in zip(self._hairs, (x, y), strict=True):
            hair.location = place
        if self._hairs[0] not in self.figure.center:
            self.figure.center += self._hairs

    def _data(self, values: xr.DataArray) -> Any:
        numbers = values.values.astype(float)
        if not self._flags:
            return {"image": [numbers]}
        words = [[self._flags.get(int(code), "") for code in row] for row in np.nan_to_num(numbers, nan=-1.0)]
        return {"image": [numbers], "words": [words]}

    def _mapper(self, values: xr.DataArray, palette: tuple[str, ...]) -> LinearColorMapper:
        if not self._flags:
            low, high = self._limits or range_of(values.values)
        else:
            codes = range(min(self._flags), max(self._flags) + 1)
            palette = tuple(_colour_of(code, self._flags) for code in codes)
            low, high = _code_range(self._flags)
        return LinearColorMapper(palette=palette, low=low, high=high, nan_color="#00000000")


def compared(found: Contrast) -> list[Lines | Plane]:
    """Two slices, and their difference below.

    Parameters
    ----------
    found : along one or two dimensions
    """
    if found.a.ndim == 1:
        both = Lines({"a": found.a, "b": found.b})
        return [both, Lines({"difference, b - a": found.difference}, SECTION_HEIGHT)]
    limits = range_of(np.concatenate([found.a.values.ravel(), found.b.values.ravel()]))
    most = found.largest if found.largest > 0 else 1.0
    return [
        Plane(found.a, COMPARED_HEIGHT, limits, title="a"),
        Plane(found.b, COMPARED_HEIGHT, limits, title="b"),
        Plane(found.difference, HEIGHT, (-most, most), DIVERGING, title="difference, b - a"),
    ]


def range_of(values: NDArray[Any]) -> tuple[float, float]:
    """Least and largest finite number, apart from each other: of equal ends a colour bar has no scale.

    Parameters
    ----------
    values : numbers

    Examples
    --------
    >>> range_of(np.array([1.0, np.nan, 3.0])), range_of(np.array([2.0]))
    ((1.0, 3.0), (1.5, 2.5))
    """
    finite = values[np.isfinite(values.astype(float))]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _figure(height: int) -> Any:
    # No tools, which only a mouse reaches: parts and points are chosen beside, and numbers are in the table.
    # A few thousand cells need no graphics card, and browsers give a page only so many contexts of it.
    without: dict[str, Any] = {"tools": "", "toolbar_location": None, "output_backend": "canvas"}
    drawn: Any = figure(height=height, sizing_mode="stretch_width", **without)
    drawn.title.text_font = FONT
    return drawn


def _range(ends: tuple[float, float]) -> Range1d:
    return Range1d(start=ends[0], end=ends[1])


def _name_ticks(axis: Any, ticks: Mapping[float, str]) -> None:
    if ticks:
        axis.ticker = FixedTicker(ticks=list(ticks))
        axis.major_label_overrides = dict(ticks)


def _put_legend_above(drawn: Any) -> None:
    legend = drawn.legend[0]
    ink, paper, edge = _theme()
    text = {"label_text_font": FONT, "label_text_color": ink}
    legend.update(**text, background_fill_color=paper, border_line_color=edge, orientation="horizontal")
    drawn.center.remove(legend)
    drawn.add_layout(legend, "above")


def _colour_bar(colours: LinearColorMapper, flags: dict[int, str]) -> ColorBar:
    """Beside a plane; codes are named on it."""
    ink, paper, edge = _theme()
    text: dict[str, Any] = {"major_label_text_font": FONT, "major_label_text_color": ink}
    bar = ColorBar(
        color_mapper=colours, width=12, background_fill_color=paper, major_tick_line_color=edge, **text
    )
    _name_ticks(bar, _code_ticks(flags))
    return bar


def _code_range(flags: dict[int, str]) -> tuple[float, float]:
    return min(flags) - 0.5, max(flags) + 0.5


def _code_ticks(flags: dict[int, str]) -> dict[float, str]:
    return {float(code): word for code, word in sorted(flags.items())}


def _theme() -> tuple[str, str, str]:
    """Colours of text, ground and edges, for the parts that do not inherit the page's style."""
    dark, light = ("#e8edf2", "#18212b", "#74828f"), ("#16202c", "#ffffff", "#818c99")
    return dark if is_dark() else light


def _colour_of(code: int, flags: dict[int, str]) -> str:
    return OF_STATUS.get(flags.get(code, ""), COLOURS[code % len(COLOURS)])
