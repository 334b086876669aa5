"""A picture as one self-contained HTML file.

A surface becomes a map there, with its values along a selected row and column: so every number can be read,
whereas hills of a surface hide others. HoloViews draws surfaces with Plotly only, which takes another 44 MB
to install and 5 MB in each file.
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
# A few thousand cells need no graphics card, and browsers limit the number of its contexts in a page.
hv.renderer("bokeh").webgl = False

INK = "#16202c"
# Legible from the last row of a room.
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
    """Return the picture as a page.

    Parameters
    ----------
    view : from `pictures.view`
    """
    data, place = components(_shown(view), theme=THEME)
    # Not Bokeh's own page: it includes the scripts of every imported model.
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
