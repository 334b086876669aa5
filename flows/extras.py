"""Optional dependencies, installed as extras of the package."""

from importlib.util import find_spec

# The packages of each extra in pyproject.toml, by import name.
EXTRAS = {
    "pictures": ("matplotlib",),
    "pages": ("matplotlib", "bokeh", "holoviews", "hvplot", "panel"),
    "parquet": ("pyarrow",),
    "cluster": ("bokeh",),
}


class ExtraMissing(ImportError):
    """An extra is not installed."""


def is_installed(extra: str) -> bool:
    """Whether all packages of an extra are installed; none of them is imported.

    Parameters
    ----------
    extra : its name

    Examples
    --------
    >>> is_installed("pictures")
    True
    """
    return not _missing(extra)


def require(extra: str, what: str) -> None:
    """Refuse a command whose extra is not installed.

    Parameters
    ----------
    extra : its name
    what : beginning of the error, such as "jeopardice gallery"

    Raises
    ------
    ExtraMissing
        if a package is not installed; the error says how to install it
    """
    if missing := _missing(extra):
        are = "is" if len(missing) == 1 else "are"
        remedy = f"Install it: {how_to_install(extra)}"
        raise ExtraMissing(f"{what}: {', '.join(missing)} {are} not installed. {remedy}")


def how_to_install(extra: str) -> str:
    """The command that installs an extra.

    >>> how_to_install("pages")
    "pip install 'jeopardice[pages]'"
    """
    return f"pip install 'jeopardice[{extra}]'"


def _missing(extra: str) -> list[str]:
    return [name for name in EXTRAS[extra] if find_spec(name) is None]
