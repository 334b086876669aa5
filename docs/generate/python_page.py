"""The page of the Python interface, from the docstrings of `jeopardice`."""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any, get_origin

from docstring_parser import Docstring, DocstringStyle, parse
from in_markdown import code, page, table

import jeopardice

SAID = (
    "The examples begin with `import jeopardice as jp`. Answers are [xarray](https://docs.xarray.dev) "
    "datasets, with labels and units. The [notebooks](../notebooks/index.md) show them at work."
)
# A longer call is written with a line for each parameter.
MOST_COLUMNS = 84
# Aliases, and names that the page says shorter.
SHORTER = {
    r"str \| os\.PathLike(\[str\])? \| (jeopardice\.rules\.)?Game": "str | PathLike | Game",
    r"\b(?:os|pathlib|collections\.abc|typing|jeopardice\.\w+|concurrent\.futures)\.(?=[A-Z])": "",
}


def pages() -> Iterator[tuple[str, str]]:
    """Name and text of the page; functions stand in the order of the package's docstring."""
    names = sorted(jeopardice.__all__, key=lambda name: (jeopardice.__doc__ or "").find(f"`{name}`"))
    public = {name: getattr(jeopardice, name) for name in names}
    functions = {name: own for name, own in public.items() if inspect.isfunction(own)}
    errors = {name: own for name, own in public.items() if _is_error(own)}
    classes = {name: own for name, own in public.items() if name not in functions | errors}
    rows = [[f"[`{name}`](#{name})", _first(own)] for name, own in functions.items()]
    rows += [[f"[`{name}`](#the-class-{name.lower()})", _first(own)] for name, own in classes.items()]
    overview = table(["name", "does"], rows)
    parts = [SAID, overview, *(_function(name, own) for name, own in functions.items())]
    parts += [_class(name, own) for name, own in classes.items()]
    yield "python", page("Python", *parts, _errors(errors))


def _is_error(own: object) -> bool:
    return inspect.isclass(own) and issubclass(own, Exception)


def _function(name: str, own: Callable[..., Any]) -> str:
    said = parse(inspect.getdoc(own) or "", DocstringStyle.NUMPYDOC)
    signature = inspect.signature(own)
    return "\n\n".join([f"## {name}", f"```python\n{_called(name, signature)}\n```", *_told(said, signature)])


def _class(name: str, own: type) -> str:
    said = parse(inspect.getdoc(own) or "", DocstringStyle.NUMPYDOC)
    return "\n\n".join([f"## The class {name}", *_told(said, inspect.signature(own)), *_properties(own)])


def _called(name: str, signature: inspect.Signature) -> str:
    """How it is called: names and defaults, without types.

    >>> def solve(game: str, *, contest: str | None = None, **parameters: int) -> int: ...
    >>> _called("solve", inspect.signature(solve))
    'jp.solve(game, *, contest=None, **parameters)'
    """
    plain = [own.replace(annotation=inspect.Parameter.empty) for own in signature.parameters.values()]
    line = f"jp.{name}{inspect.Signature(plain)}"
    if len(line) <= MOST_COLUMNS:
        return line
    taken = line.removeprefix(f"jp.{name}(").removesuffix(")").split(", ")
    return "\n".join([f"jp.{name}(", *(f"    {one}," for one in taken), ")"])


def _told(said: Docstring, signature: inspect.Signature) -> Iterator[str]:
    """The parts of a docstring, as Markdown."""
    yield from filter(None, [said.short_description, said.long_description])
    if said.params:
        rows = [row for own in said.params for row in _parameters(own, signature)]
        yield "**Parameters**"
        yield table(["name", "type", "meaning"], rows)
    if said.returns is not None:
        kind = _line(said.returns.type_name or "")
        yield f"**Returns** {code(kind) + ': ' if kind else ''}{_line(said.returns.description or '')}"
    if said.raises:
        yield "**Raises**"
        rows = [[_codes(own.type_name or ""), _line(own.description or "")] for own in said.raises]
        yield table(["error", "when"], rows)
    lines = [line for one in said.examples for line in (one.snippet, one.description) if line]
    examples = "\n".join(lines).replace(">>> import jeopardice as jp\n", "")
    if examples:
        # A marker is for the tests that run the example.
        shown = re.sub(r" *# doctest:.*", "", examples)
        yield f"**Example**\n\n```python\n{shown}\n```"


def _parameters(own: Any, signature: inspect.Signature) -> Iterator[list[str]]:
    """A row for each of the names that are documented together."""
    meaning = _line(" ".join(filter(None, [own.type_name, own.description])))
    for name in own.arg_name.split(", "):
        yield [code(name), code(_type(signature.parameters[name].annotation)), meaning]


def _type(annotation: Any) -> str:
    """A type as it is written, without the modules of its parts.

    >>> _type(int | None), _type("xr.Dataset"), _type(bool)
    ('int | None', 'xr.Dataset', 'bool')
    """
    plain = isinstance(annotation, type) and get_origin(annotation) is None
    text = annotation.__name__ if plain else str(annotation)
    for pattern, short in SHORTER.items():
        text = re.sub(pattern, short, text)
    return text.replace("'", "").replace('"', "")


def _properties(own: type) -> Iterator[str]:
    rows = [
        [code(name), _first(member)]
        for name, member in vars(own).items()
        if isinstance(member, property) and not name.startswith("_")
    ]
    if rows:
        yield "**Properties**"
        yield table(["name", "meaning"], rows)


def _errors(errors: dict[str, type]) -> str:
    rows = [[code(name), code(own.__mro__[1].__name__), _first(own)] for name, own in errors.items()]
    said = "[Errors](../errors.md) explains the messages."
    return "\n\n".join(["## Errors", said, table(["error", "is a", "means"], rows)])


def _codes(names: str) -> str:
    return ", ".join(code(name) for name in names.split(", "))


def _first(own: Any) -> str:
    """The first paragraph of its docstring."""
    return _line((inspect.getdoc(own) or "").split("\n\n")[0])


def _line(text: str) -> str:
    return " ".join(text.split())
