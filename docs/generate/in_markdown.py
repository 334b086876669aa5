"""Small parts of a Markdown page."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table with a row of titles.

    >>> print(table(["name", "unit"], [["goal", "points"]]))
    | name | unit |
    | --- | --- |
    | goal | points |
    """
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell(one) for one in line) + " |" for line in lines)


def cell(value: object) -> str:
    """A value as it stands between two bars."""
    return str(value).replace("|", "\\|").replace("\n", " ")


def code(text: object) -> str:
    """Text as it is typed; nothing for nothing.

    >>> code("goal"), code("")
    ('`goal`', '')
    """
    return f"`{text}`" if str(text) else ""


def page(title: str, *parts: str) -> str:
    """A page of these parts, with a title."""
    return "\n\n".join([f"# {title}", *(part for part in parts if part)]) + "\n"


def contents(names: Iterable[str]) -> str:
    """What Sphinx is told of the pages below this one."""
    return "```{toctree}\n:maxdepth: 1\n\n" + "\n".join(names) + "\n```"
