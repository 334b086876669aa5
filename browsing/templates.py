"""Templates of pages: what is shown is escaped, and a name that nothing was given for is an error."""

from pathlib import Path

import jinja2

from browsing.design.files import TEMPLATES, words


def beside(module: str) -> jinja2.Environment:
    """The templates of a package, and those that all pages share; `words` is what buttons and captions say.

    Parameters
    ----------
    module : file of a module that has them in a folder `templates` beside it
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
