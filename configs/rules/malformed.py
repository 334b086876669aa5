"""Pydantic's errors about a file of rules, in our words."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from configs.errors import NOTHING, Path, Problem, shown
from configs.rules.cup import Dice, Drawn, Meaning
from configs.rules.part import Part
from configs.rules.written import Going, Result, Rules, Thrown

RULES = {
    "bool_parsing": ("true or false", ""),
    "bool_type": ("true or false", ""),
    "dict_type": ("a mapping, key: value", ""),
    "greater_than_equal": ("{ge} or more", ""),
    "less_than_equal": ("{le} or less", ""),
    "int_type": ("a whole number", ""),
    "model_type": ("a mapping, key: value", ""),
    "string_pattern_mismatch": ("text without spaces around it", ""),
    "string_too_long": ("at most 200 characters", "Shorten it."),
    "string_too_short": ("some text", "Give it a name."),
    "string_type": ("text", "Put it in quotes if it is meant as text."),
    "too_short": ("at least one entry", "Add one."),
    "tuple_type": ("a list", "Write it as [first, second], or in lines with dashes."),
}
REMEDY = "docs/design-a-game.md shows a whole file."


FORM_OF: dict[str, TypeAdapter[Any]] = {
    "throws": TypeAdapter(Thrown),
    "positions": TypeAdapter(tuple[Going, ...]),
}
OPENINGS = TypeAdapter(tuple[str, ...])
# Values that may be written in several forms.
FORMS = {
    "chance": ("a fraction, such as 1/2", "Write 0.25 as 1/4: decimal places are not exact."),
    "gain": ("a whole number, or a sum such as 2 * sum", ""),
    "show": (
        "a list of faces, or of letters for any face",
        "Write faces as numbers without quotes, [1, 1], or one letter for any face, [n, n].",
    ),
    "dice": ("a list of dice", "Write it like [d6, d6], or [[1, 1, 2, 3]] for a die of its own."),
}


def malformed(error: ValidationError, content: object) -> list[Problem]:
    """A problem for each of pydantic's errors; only one for a choice between several forms.

    Parameters
    ----------
    error : from `Rules`
    content : the refused content
    """
    found: dict[Path, Problem] = {}
    for detail in reversed(error.errors()):
        # A mapping whose entries are all wrong is not empty.
        if detail["type"] != "too_short" or not detail["input"]:
            path = _place(detail["loc"], content)
            found[path] = _problem(detail, path)
    # For a choice between several forms, an error inside one of them is more specific.
    inside = {path[:-1] for path in found if path[-1:] != () and isinstance(path[-1], int)}
    return [problem for path, problem in found.items() if path not in inside or "dice" not in path]


def names_in(content: object, key: str) -> list[str]:
    """The names under a key of a file, whether or not their values are valid.

    Parameters
    ----------
    content : content of the file
    key : key of a mapping
    """
    part = content.get(key) if isinstance(content, Mapping) else None
    return [name for name in part if isinstance(name, str)] if isinstance(part, Mapping) else []


def in_form(content: object) -> Rules:
    """The valid throws, positions and openings of an invalid file.

    Parameters
    ----------
    content : content of the file
    """
    written: Mapping[str, Any] = content if isinstance(content, Mapping) else {}
    kept: dict[str, Any] = {"throws": {}, "positions": {}, "openings": ()}
    for key, form in FORM_OF.items():
        for name in names_in(written, key):
            with suppress(ValidationError):
                kept[key][name] = form.validate_python(written[key][name])
    with suppress(ValidationError):
        kept["openings"] = OPENINGS.validate_python(written.get("openings", ()))
    return Rules.model_construct(name="", **kept)


def _place(steps: Path, content: object) -> Path:
    """The path in the file: pydantic's path also names the form that it tried."""
    path: list[str | int] = []
    for number, step in enumerate(steps):
        if isinstance(content, Mapping) and step in content:
            content = content[step]
        elif isinstance(content, Sequence) and isinstance(step, int) and step < len(content):
            content = content[step]
        elif number < len(steps) - 1 or not isinstance(content, Mapping) or step == "[key]":
            continue
        path.append(step)
    return tuple(path)


def _problem(detail: ErrorDetails, path: Path) -> Problem:
    name = next((step for step in reversed(path) if isinstance(step, str)), "rules")
    if detail["type"] == "missing":
        return Problem(name, "a value", NOTHING, path, f"Add it. {REMEDY}")
    if detail["type"] == "extra_forbidden":
        known = list(_part(path).model_fields)
        close = get_close_matches(name, known, 1) or [key for key in known if name and name in key.split("_")]
        remedy = f"Did you mean {close[0]!r}?" if close else REMEDY
        return Problem(name, f"one of {', '.join(known)}", shown(name), path, remedy)
    if detail["type"] == "refusal":
        said = detail["ctx"]
        return Problem(name, said["rule"], said["got"], path, said["remedy"])
    if name == "usual_goal":
        return Problem(name, "a whole number from 2 to 10000", shown(detail["input"]), path)
    form = FORMS.get(name) if "throws" in path[:1] and len(path) > 2 else None
    if form and name == "dice" and isinstance(path[-2], int):
        form = ("a face, which is a whole number", "")
    rule, remedy = form or RULES.get(detail["type"], (detail["msg"], ""))
    return Problem(name, rule.format(**detail.get("ctx", {})), shown(detail["input"]), path, remedy)


def _part(path: Path) -> type[Part]:
    """The part in which an unknown key was written."""
    if len(path) == 1:
        return Rules
    if path[0] == "positions":
        return Going
    if path[0] == "cup":
        return Drawn if len(path) == 2 else Dice if path[1] == "dice" else Meaning
    return Result if "results" in path[:-1] else Thrown
