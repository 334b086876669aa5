"""The page around the plots: our own, as Panel's templates fail screen readers and narrow screens."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import panel as pn

from browsing.design.files import BASE

HERE = Path(__file__).parent
PAGE = (HERE / "page.html").read_text()
STYLE = BASE + (HERE / "page.css").read_text(encoding="utf-8")
# Style inside of Panel's components, which the page's style does not reach.
PARTS = (HERE / "parts.css").read_text()
WIDGETS = (HERE / "widgets.css").read_text()


class Shell(pn.Template):
    """A template that is drawn in two thirds of the time: Bokeh goes through its models once, at the end."""

    def __repr__(self) -> str:
        """Return a short text: Panel formats all parts of a page whenever one is added."""
        return "Shell"

    def _init_doc(self, doc: Any = None, *given: Any, **named: Any) -> Any:
        document = doc or pn.state.curdoc
        with document.models.freeze() if document is not None else nullcontext():
            return super()._init_doc(doc, *given, **named)


def shell(title: str, roots: dict[str, Any], **said: Any) -> pn.Template:
    """Return a page.

    Parameters
    ----------
    title : title of the window, and heading
    roots : what Panel draws, by place
    said : further texts of the page: `above`, `store`, `fault`, `view`
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
    """A context in which Bokeh goes through all models only after the last change."""
    document = pn.state.curdoc
    return document.models.freeze() if document is not None else nullcontext()


def is_dark() -> bool:
    """Return whether the page is dark, from a cookie of the browser."""
    return (pn.state.cookies or {}).get("scheme") == "dark"


def html(text: str = "") -> Any:
    """Return a component of HTML.

    Parameters
    ----------
    text : HTML, with text from a store escaped
    """
    # Panel has no types.
    return pn.pane.HTML(  # type: ignore[no-untyped-call]
        text, stylesheets=[PARTS], sizing_mode="stretch_width", margin=0
    )
