"""Config files to sweeps: all that is wrong with a file is said at once, with its place and a remedy."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path as File

from pydantic import ValidationError

from configs.answerable import unanswerable
from configs.documents import Document, NotYaml, documents
from configs.errors import ConfigError, ConfigNotFound, Problem, shown
from configs.malformed import malformed
from configs.sweep import Sweep


def load(path: str | os.PathLike[str]) -> tuple[Sweep, ...]:
    """The sweeps of a config file, one for each of its YAML documents.

    Raises
    ------
    ConfigNotFound
        if there is no such file; it is a FileNotFoundError too
    ConfigError
        if the file cannot be read, is not YAML, or a sweep in it cannot be run; one line for each problem, of
        all documents
    """
    place = os.fspath(path)
    found = documents_of(place)
    sweeps, worded = [], []
    for document, clashes in zip(found, _clashes(found), strict=True):
        sweep, problems = _checked(document.content)
        sweeps.append(sweep)
        worded += worded_in_order([*document.problems, *clashes, *problems], document, place)
    if worded:
        raise ConfigError("\n".join(worded))
    return tuple(sweep for sweep in sweeps if sweep is not None)


def parse(content: object, place: str = "") -> Sweep:
    """The sweep that plain content describes, as `Sweep.document` gives it.

    Parameters
    ----------
    content : mappings, lists and values with a config's keys
    place : where it comes from, for errors

    Raises
    ------
    ConfigError
        if it cannot be run; one line for each problem
    """
    sweep, problems = _checked(content)
    if sweep is None:
        raise ConfigError("\n".join(problem.worded(place) for problem in _once(problems)))
    return sweep


def _checked(content: object) -> tuple[Sweep | None, list[Problem]]:
    """The sweep, or all that is wrong with it.

    What the question refuses comes before what the model does, because the question's words are better.
    """
    try:
        return Sweep.model_validate(content), []
    except ValidationError as error:
        refused = unanswerable(content) if isinstance(content, Mapping) else []
        return None, [*refused, *malformed(error)]


def documents_of(place: str) -> list[Document]:
    """The documents of a file.

    Raises
    ------
    ConfigNotFound, ConfigError
        if it cannot be read, or is no YAML
    """
    try:
        found = list(documents(_text(place)))
    except NotYaml as error:
        where = (place, f"line {error.line}") if error.line else (place,)
        remedy = "Mind indentation, brackets, and quotes around text that holds a colon."
        raise ConfigError(
            Problem("YAML", "well-formed documents", shown(error.problem), (), remedy).worded(*where)
        ) from None
    if not found:
        raise ConfigError(
            _unread("at least one sweep", "an empty file", "docs/sweeps.md shows how to write one.", place)
        )
    return found


def _text(place: str) -> bytes:
    try:
        return File(place).read_bytes()
    except FileNotFoundError:
        raise ConfigNotFound(_unread("a YAML file", "no such file", "Check the path.", place)) from None
    except IsADirectoryError:
        raise ConfigError(_unread("a YAML file", "a directory", "Name one file in it.", place)) from None
    except (OSError, ValueError) as error:
        got = getattr(error, "strerror", None) or str(error)
        raise ConfigError(
            _unread("a readable file", shown(got), "Check the path and its permissions.", place)
        ) from None


def _unread(rule: str, got: str, remedy: str, place: str) -> str:
    return Problem("config", rule, got, (), remedy).worded(place)


def _clashes(found: Sequence[Document]) -> Iterator[list[Problem]]:
    """For each document, whether its name is an earlier one's, or lies in or around it as a group does."""
    earlier: dict[str, int] = {}
    for document in found:
        name = document.content.get("name") if isinstance(document.content, Mapping) else None
        clashing = [other for other in earlier if isinstance(name, str) and _inside(name, other)]
        rules = [f"one apart from {other!r} on line {earlier[other]}" for other in clashing[:1]]
        yield [Problem("name", rule, shown(name), ("name",), "Rename one of the two.") for rule in rules]
        if isinstance(name, str):
            earlier.setdefault(name, document.line(("name",)))


def _inside(name: str, other: str) -> bool:
    return name == other or name.startswith(f"{other}/") or other.startswith(f"{name}/")


def worded_in_order(problems: Iterable[Problem], document: Document, place: str) -> list[str]:
    """A line for each problem of a document, as they come in the file."""
    order = {path: rank for rank, path in enumerate(document.lines)}
    in_order = sorted(_once(problems), key=lambda problem: order[document.entry(problem.path)])
    return [problem.worded(place, f"line {document.line(problem.path)}") for problem in in_order]


def _once(problems: Iterable[Problem]) -> list[Problem]:
    """Of several problems with one name at one place, the first."""
    return list({(problem.path, problem.name): problem for problem in reversed(list(problems))}.values())[
        ::-1
    ]
