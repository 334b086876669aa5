"""Pages from templates, each with its style and script inside and a policy that allows nothing else.

A page in one file works on any host and from a disk, and can be mailed. The policy lists the digests of what
is inside, which works everywhere; rules about other files differ for pages on a disk.
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
# Keep a number and its unit on one line.
TEMPLATES.filters["unbroken"] = lambda text: text.replace(" %", "\N{NO-BREAK SPACE}%")


def page(path: str, template: str, style: str, script: str = "", **shown: Any) -> bytes:
    """Return a page.

    Parameters
    ----------
    path : path of the page in the gallery, with slashes
    template : name of the template
    style : its own style
    script : its script, "" for none
    shown : variables of the template
    """
    styled = BASE + read("styles", "page.css") + style
    policy = {
        "default-src": "'none'",
        # A page on a disk has no origin.
        "img-src": "'self' file: data:",
        "style-src": digest(styled),
        "script-src": digest(script) if script else "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    text = TEMPLATES.get_template(template).render(
        policy="; ".join(f"{name} {allowed}" for name, allowed in policy.items()),
        # Our own text, which needs no escaping.
        style=Markup(styled),
        script=Markup(script),
        root="../" * path.count("/"),
        path=path,
        version=version("jeopardice"),
        **shown,
    )
    return text.encode()


def read(folder: str, name: str) -> str:
    """Return the text of a file of the package."""
    return (HERE / folder / name).read_text(encoding="utf-8")


def digest(text: str) -> str:
    """Return the digest of a text, as a policy lists it."""
    found = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(found).decode()}'"
