"""Config files to sweeps; all problems of a file are reported at once, with their places and remedies."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from configs.answerable import unanswerable
from configs.documents import Document
from configs.errors import ConfigError, Problem, listed, shown
from configs.files import documents_of, once, worded_in_order
from configs.malformed import malformed
from configs.rules.asked import with_rules
from configs.sweep import Sweep
from configs.wording import exchangeable, with_question
from solvers.catalog import QUESTIONS

# Keys that depend on the question.
NAMED_BY = ((), ("question",), ("parameters",), ("axes",), ("symmetric",), ("keep",))


def load(path: str | os.PathLike[str]) -> tuple[Sweep, ...]:
    """The sweeps of a config file, one for each of its YAML documents.

    Raises
    ------
    ConfigNotFound
        if there is no such file; it is also a FileNotFoundError
    ConfigError
        if the file cannot be read, is not YAML, or a sweep in it cannot be run; one line for each
        problem, of all documents
    """
    place = os.fspath(path)
    found = documents_of(place)
    sweeps: list[Sweep | None] = []
    worded: list[str] = []
    for document, clashes in zip(found, _clashes(found), strict=True):
        named = with_question(document.content)
        asked = with_rules(named.content, place)
        sweep, problems = _checked(asked.content)
        sweeps.append(sweep)
        worded += asked.elsewhere
        ours = [*asked.problems, *map(asked.placed, problems)]
        if named.problems:
            # Without a question nothing else can be checked.
            ours = [*named.problems, *(own for own in ours if own.path[:1] not in NAMED_BY)]
        ours = list(map(named.placed, ours))
        worded += worded_in_order([*document.problems, *clashes, *ours], document, place)
    if worded:
        raise ConfigError(listed(worded))
    return tuple(sweep for sweep in sweeps if sweep is not None)


def written(content: Mapping[str, Any]) -> Sweep:
    """The sweep of a config's content, with game, contest and players or with a question.

    Parameters
    ----------
    content : mapping with a config's keys. By default the title is that of the question, `keep` has the
        outputs with one number per case, and `symmetric` the axes that may be exchanged

    Raises
    ------
    ConfigError
        if it cannot be run; one line for each problem
    """
    named = with_question(content)
    asked = with_rules(named.content, "")
    put = dict(asked.content) if isinstance(asked.content, Mapping) else {}
    question = QUESTIONS.get(str(put.get("question")))
    if question is not None:
        put["title"] = put.get("title") or question.title
        put.setdefault("symmetric", exchangeable(question, put.get("axes")))
        put["keep"] = put.get("keep") or [own.name for own in question.outputs if not own.dims]
    sweep, found = _checked(put)
    problems = [*named.problems, *asked.problems]
    if not named.problems:
        # Without a question nothing else can be checked.
        problems += found
    worded = [problem.worded() for problem in once(problems)] + list(asked.elsewhere)
    if sweep is None or worded:
        raise ConfigError(listed(worded))
    return sweep


def parse(content: object, place: str = "") -> Sweep:
    """The sweep that plain content describes, as returned by `Sweep.document`.

    Parameters
    ----------
    content : mappings, lists and values with a config's keys
    place : where the content comes from, for errors

    Raises
    ------
    ConfigError
        if it cannot be run; one line for each problem
    """
    sweep, problems = _checked(content)
    if sweep is None:
        raise ConfigError(listed([problem.worded(place) for problem in once(problems)]))
    return sweep


def _checked(content: object) -> tuple[Sweep | None, list[Problem]]:
    """The sweep, or all its problems.

    Problems with the question come before those of the model, as they are worded better.
    """
    try:
        return Sweep.model_validate(content), []
    except ValidationError as error:
        refused = unanswerable(content) if isinstance(content, Mapping) else []
        return None, [*refused, *malformed(error)]


def _clashes(found: Sequence[Document]) -> Iterator[list[Problem]]:
    """For each document, a problem if its name is an earlier one's, or a group inside or around it."""
    earlier: dict[str, int] = {}
    for document in found:
        name = document.content.get("name") if isinstance(document.content, Mapping) else None
        clashing = [other for other in earlier if isinstance(name, str) and _inside(name, other)]
        rules = [f"{shown(name)} clashes with {other!r} on line {earlier[other]}" for other in clashing[:1]]
        yield [Problem("name", rule, "", ("name",), "Rename one of the two.") for rule in rules]
        if isinstance(name, str):
            earlier.setdefault(name, document.line(("name",)))


def _inside(name: str, other: str) -> bool:
    return name == other or name.startswith(f"{other}/") or other.startswith(f"{name}/")
