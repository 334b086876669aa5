"""Templates of pages: what is shown is escaped, and a name that nothing was given for is an error."""

from pathlib import Path

import jinja2


def beside(module: str) -> jinja2.Environment:
    """The templates of a package.

    Parameters
    ----------
    module : file of a module that has them in a folder `templates` beside it
    """
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(module).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
