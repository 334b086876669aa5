"""The page around what is shown: our own, since Panel's templates fail readers of screens and narrow ones."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import panel as pn

from browsing.design.files import BASE

HERE = Path(__file__).parent
PAGE = (HERE / "page.html").read_text()
STYLE = BASE + (HERE / "page.css").read_text(encoding="utf-8")
# Inside of Panel's parts, where the page's own style does not reach.
PARTS = (HERE / "parts.css").read_text()
WIDGETS = (HERE / "widgets.css").read_text()


class Shell(pn.Template):
    """A page that is drawn in two thirds of the time: Bokeh looks through its models once, at the end."""

    def __repr__(self) -> str:
        """Briefly: Panel writes all parts of a page anew whenever one is added."""
        return "Shell"

    def _init_doc(self, doc: Any = None, *given: Any, **named: Any) -> Any:
        document = doc or pn.state.curdoc
        with document.models.freeze() if document is not None else nullcontext():
            return super()._init_doc(doc, *given, **named)


def shell(title: str, roots: dict[str, Any], **said: Any) -> pn.Template:
    """A page.

    Parameters
    ----------
    title : of the window, and the heading
    roots : what Panel draws, by place
    said : what the page says besides: `above`, `store`, `fault`, `view`
    """
    page = Shell(PAGE, location=True)
    told = {
        "heading": title,
        "style": STYLE,
        "above": "",
        "store": "",
        "fault": "",
        "view": "",
        "drawn": "dark" if is_dark() else "light",
    }
    for name, value in {**told, **said}.items():
        page.add_variable(name, value)
    page.add_variable("titled", f"{title} · Jeopardice")
    for name, part in roots.items():
        page.add_panel(name, part)
    return page


def at_once() -> AbstractContextManager[object]:
    """Bokeh looks through all that is drawn after each change; within this, after the last one only."""
    document = pn.state.curdoc
    return document.models.freeze() if document is not None else nullcontext()


def is_dark() -> bool:
    """Whether the page is dark: the browser tells by a cookie."""
    return (pn.state.cookies or {}).get("scheme") == "dark"


def html(text: str = "") -> Any:
    """A part that is HTML.

    Parameters
    ----------
    text : HTML, escaped where it comes from a store
    """
    # Panel's panes are written without types.
    return pn.pane.HTML(  # type: ignore[no-untyped-call]
        text, stylesheets=[PARTS], sizing_mode="stretch_width", margin=0
    )
