"""Pictures of answers."""

import os
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flows.extras import require
from jeopardice.border import public

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes

    from pictures.view import View
    from solvers.questions.picture import Picture

HEIGHT = 700


@dataclass(frozen=True, repr=False)
class Page:
    """An interactive picture that notebooks display.

    Parameters
    ----------
    html : a self-contained page
    """

    html: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file.

        Parameters
        ----------
        path : path of the file, ending in .html
        """
        Path(path).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        style = f"width: 100%; height: {HEIGHT}px; border: 0"
        return f'<iframe srcdoc="{escape(self.html)}" style="{style}"></iframe>'

    def __repr__(self) -> str:
        return f"Page({len(self.html) / 1e6:.1f} MB; .save(path) writes it)"


@public
def plot(
    dataset: "xr.Dataset", picture: str | None = None, *, interactive: bool = False, **selected: Any
) -> "Axes | Page":
    """Draw an answer.

    Parameters
    ----------
    dataset : a result of `solve`, `sweep`, `run` or `open`, or a part of one
    picture : name of a picture, as listed by `jeopardice plot --list`, or of an output; by default the first
        that fits
    interactive : whether to make a page that shows values under the pointer, with hvPlot and Bokeh
    selected : labels to select before drawing, by axis or dimension, as in goal=100

    Returns
    -------
    matplotlib.axes.Axes or Page
        the main axes, whose figure belongs to pyplot; or the page

    Raises
    ------
    InvalidRules
        if there is no such picture, or nothing to draw
    NotInStore
        if there is no such label
    ImportError
        if Matplotlib, or hvPlot for a page, is not installed; the error says what to type

    Examples
    --------
    >>> import jeopardice as jp
    >>> axes = jp.plot(jp.solve("piglet", goal=6))
    >>> axes.figure is not None
    True
    """
    require("pages" if interactive else "pictures", "jp.plot")
    found = _view(dataset, picture, selected)
    if interactive:
        from pictures.interactive.page import page

        return Page(page(found))
    from matplotlib import pyplot

    from pictures.drawing import SIZE, draw

    return draw(found, pyplot.figure(figsize=SIZE, layout="constrained")).axes[0]


def _view(dataset: "xr.Dataset", name: str | None, selected: dict[str, Any]) -> "View":
    import xarray as xr

    from pictures.view import fitting, view
    from solvers.catalog import find
    from solvers.errors import expected
    from storage.query import select

    if not isinstance(dataset, xr.Dataset):
        remedy = 'Pass the whole answer, and name an output as the picture: jp.plot(ds, "policy").'
        raise expected("dataset", "an xarray.Dataset", type(dataset).__name__, remedy)
    if "question" not in dataset.attrs:
        remedy = "Keep its attributes: xr.set_options(keep_attrs=True)."
        raise expected("dataset", "one with the attribute `question`", None, remedy)
    chosen = select(dataset, selected)
    there = fitting(find(str(dataset.attrs["question"])).all_pictures, chosen)
    return view(_named(there, name), chosen, tuple(selected))


def _named(there: "list[Picture]", name: str | None) -> "Picture":
    from solvers.errors import expected

    if not there:
        remedy = "Solve with keep=... for an output along a dimension, or sweep an axis."
        raise expected("dataset", "an output along an axis or a dimension", "none", remedy)
    if name is None:
        return there[0]
    for one in there:
        if name in (one.name, one.output):
            return one
    raise expected("picture", f"one of {', '.join(one.name for one in there)}", name)
