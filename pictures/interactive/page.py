"""A picture as one HTML file that needs nothing else.

A surface is a map there, with its values along the row and the column that one chooses: so every number can
be read, where a surface hides what is behind its hills. HoloViews draws surfaces with Plotly only, which is
44 MB more to install and 5 MB in each file.
"""

from typing import Any

import holoviews as hv
from bokeh.embed import components
from bokeh.resources import INLINE
from bokeh.themes import Theme
from jinja2 import Environment
from markupsafe import Markup

from pictures.curves import are_bars, without_tail
from pictures.interactive.linked import mixtures, sections, stacked
from pictures.interactive.parts import part
from pictures.interactive.planes import plane
from pictures.interactive.traces import bars, traces
from pictures.names import few_codes
from pictures.view import View, lines_along, slices
from solvers.questions.picture import Form

hv.extension("bokeh", logo=False)
# A few thousand cells need no graphics card, and browsers give a page only so many contexts of it.
hv.renderer("bokeh").webgl = False

INK = "#16202c"
# Read from the last row of a room.
LETTERS = {"text_color": INK, "text_font": "sans-serif", "text_font_style": "normal"}


def _letters(part: str, size: int) -> dict[str, str]:
    return {f"{part}_{name}": value for name, value in (*LETTERS.items(), ("text_font_size", f"{size}px"))}


THEME = Theme(
    json={
        "attrs": {
            "Axis": _letters("axis_label", 20) | _letters("major_label", 18),
            "ColorBar": _letters("major_label", 18),
            "Legend": _letters("title", 18) | _letters("label", 18),
            "Title": LETTERS | {"text_font_size": "20px"},
        }
    }
)


def page(view: View) -> str:
    """The picture as a page of its own.

    Parameters
    ----------
    view : from `pictures.view`
    """
    data, place = components(_shown(view), theme=THEME)
    # Not Bokeh's own page: that asks for the scripts of whatever model has been imported, too.
    scripts = INLINE.clone(components=["bokeh", "bokeh-widgets"]).js_raw
    template = Environment(autoescape=True).from_string(part("page.html"))
    return template.render(
        title=view.picture.title,
        words=[words for words in (view.subject, view.fixed) if words],
        ink=INK,
        scripts=[Markup(code) for code in scripts],
        place=Markup(place),
        data=Markup(data),
    )


def _shown(view: View) -> Any:
    array, form = view.array, view.picture.form
    if form is Form.MIXTURE and view.chance is not None:
        return mixtures(array, view.chance)
    if array.ndim == 1 and form is Form.PLAIN:
        array = without_tail(array)
        return bars(array) if are_bars(array) else traces(array, form)
    if array.ndim == 1 or form in (Form.MINIMA, Form.CUTS, Form.TRACES):
        return traces(array, form)
    if form is Form.SURFACE:
        return sections(array)
    if across := lines_along(array):
        few = slices(array, str(array.dims[0])) if array.ndim == 3 else array
        return traces(few.transpose(..., across), form)
    codes = few_codes(array)
    return plane(codes) if codes.ndim == 2 else stacked(codes)
