"""Pages from templates, each with all its style and script inside and a policy that allows nothing else.

A page that is one file works on any host and from a disk, and may be mailed. The policy names the digests of
what is inside, which means the same everywhere; what a page on a disk may load from beside it does not.
"""

import base64
import hashlib
from importlib.metadata import version
from pathlib import Path
from typing import Any

from markupsafe import Markup

from browsing.design.files import BASE
from browsing.templates import beside

HERE = Path(__file__).parent
TEMPLATES = beside(__file__)
# A number and its unit stay on one line.
TEMPLATES.filters["unbroken"] = lambda text: text.replace(" %", "\N{NO-BREAK SPACE}%")


def page(path: str, template: str, style: str, script: str = "", **shown: Any) -> bytes:
    """One page.

    Parameters
    ----------
    path : of the page in the gallery, with slashes
    template : its name
    style : text of its own style
    script : text of its script, "" for a page without
    shown : what the template shows
    """
    styled = BASE + read("styles", "page.css") + style
    policy = {
        "default-src": "'none'",
        # A page on a disk is at no origin of its own.
        "img-src": "'self' file: data:",
        "style-src": digest(styled),
        "script-src": digest(script) if script else "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    text = TEMPLATES.get_template(template).render(
        policy="; ".join(f"{name} {allowed}" for name, allowed in policy.items()),
        # Ours, and no text of anybody else's, so that they need no escaping.
        style=Markup(styled),
        script=Markup(script),
        root="../" * path.count("/"),
        path=path,
        version=version("jeopardice"),
        **shown,
    )
    return text.encode()


def read(folder: str, name: str) -> str:
    """A file that comes with the package."""
    return (HERE / folder / name).read_text(encoding="utf-8")


def digest(text: str) -> str:
    """How a policy names a text that it allows."""
    found = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(found).decode()}'"
