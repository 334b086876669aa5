"""Templates of pages: values are escaped, and a missing value is an error."""

from pathlib import Path

import jinja2

from browsing.design.files import TEMPLATES, words


def beside(module: str) -> jinja2.Environment:
    """Return the templates of a package and the shared ones; `words` are those of buttons and captions.

    Parameters
    ----------
    module : file of a module with a folder `templates` beside it
    """
    found = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [
                jinja2.FileSystemLoader(Path(module).parent / "templates"),
                jinja2.PrefixLoader({"design": jinja2.FileSystemLoader(TEMPLATES)}),
            ]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["words"] = words()
    return found
