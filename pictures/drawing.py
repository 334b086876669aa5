"""Draw a view with Matplotlib, for PNG, SVG and PDF."""

import io
from collections.abc import Callable

import matplotlib
import xarray as xr
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from pictures.curves import draw_curve, draw_cuts, draw_lines, draw_minima, draw_traces
from pictures.maps import draw_map
from pictures.mixture import draw_mixture
from pictures.names import few_codes
from pictures.surface import draw_surface
from pictures.view import View, lines_along
from solvers.questions.picture import Form

# Inches, and the size of letters in points, legible from the last row of a room.
SIZE = (10.0, 5.625)
LETTERS = 13.0
# Size of the title, and of the lines below it; line height relative to that size; margin above, relative to
# the height.
HEADLINE, SMALL = 18.0, 12.0
LINE, MARGIN = 1.25, 0.015
GREY = "#444444"
# Inches of a picture on a page; its letters are legible on a phone, too.
ON_PAGE = (7.5, 4.5)
# Dots per inch: a slide of 1920 by 1080.
DOTS = 192
# Forms that do not depend on the shape of the array.
DRAWN: dict[Form, Callable[[Figure, xr.DataArray], None]] = {
    Form.MINIMA: draw_minima,
    Form.CUTS: draw_cuts,
    Form.TRACES: draw_traces,
    Form.SURFACE: draw_surface,
}


def draw(view: View, into: Figure | None = None, *, headed: bool = True) -> Figure:
    """Return the figure of a view.

    Parameters
    ----------
    view : from `pictures.view`
    into : an empty figure; None for a new one outside pyplot
    headed : whether the title stands above it
    """
    figure = Figure(figsize=SIZE, layout="constrained") if into is None else into
    # No offsets at the axes: ticks show the numbers themselves.
    with matplotlib.rc_context({"font.size": LETTERS, "axes.formatter.useoffset": False}):
        _draw(figure, view)
        if headed:
            _head(figure, view)
    return figure


def _head(figure: Figure, view: View) -> None:
    """Write the title and the lines below it, and leave room for them."""
    lines = view.subtitle.splitlines()
    title, line = (LINE * size / 72.0 / SIZE[1] for size in (HEADLINE, SMALL))
    figure.text(0.5, 1.0 - MARGIN, view.title, size=HEADLINE, weight="bold", ha="center", va="top")
    if lines:
        below = 1.0 - MARGIN - title
        figure.text(0.5, below, "\n".join(lines), size=SMALL, color=GREY, ha="center", va="top")
    engine = figure.get_layout_engine()
    if isinstance(engine, ConstrainedLayoutEngine):
        engine.set(rect=(0.0, 0.0, 1.0, 1.0 - 2.0 * MARGIN - title - line * len(lines)))


def raster(view: View) -> bytes:
    """Return the picture as PNG.

    Parameters
    ----------
    view : from `pictures.view`
    """
    return _saved(draw(view), "png", {})


def vector(view: View) -> bytes:
    """Return the picture as SVG.

    Parameters
    ----------
    view : from `pictures.view`
    """
    return _as_svg(draw(view))


def paper(view: View) -> bytes:
    """The picture as PDF, for a paper.

    Parameters
    ----------
    view : from `pictures.view`
    """
    return _saved(draw(view), "pdf", {"CreationDate": None})


def vector_on_page(view: View) -> bytes:
    """Return the picture as SVG without a title and with large letters, for a page with its own title.

    Parameters
    ----------
    view : from `pictures.view`
    """
    return _as_svg(draw(view, Figure(figsize=ON_PAGE, layout="constrained"), headed=False))


def _as_svg(figure: Figure) -> bytes:
    # No date and no random names: the same answer gives the same file.
    return _saved(figure, "svg", {"Date": None})


def _saved(figure: Figure, form: str, metadata: dict[str, None]) -> bytes:
    stream = io.BytesIO()
    # Text stays text in SVG, so that it can be searched and read aloud; in PDF its fonts are TrueType, as
    # journals ask.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "jeopardice", "pdf.fonttype": 42}):
        figure.savefig(stream, format=form, dpi=DOTS, metadata=metadata)
    return stream.getvalue()


def _draw(figure: Figure, view: View) -> None:
    array, form = view.array, view.picture.form
    if form is Form.MIXTURE and view.chance is not None:
        draw_mixture(figure, array, view.chance)
    elif form in DRAWN:
        DRAWN[form](figure, array)
    elif array.ndim == 1:
        draw_curve(figure, array)
    elif across := lines_along(array):
        draw_lines(figure, array, across)
    else:
        draw_map(figure, few_codes(array))
