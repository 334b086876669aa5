"""What pydantic refuses about a file of rules, in our words."""

from difflib import get_close_matches

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from configs.errors import NOTHING, Path, Problem, shown
from configs.rules.written import Going, Part, Result, Rules, Thrown

RULES = {
    "bool_parsing": ("true or false", ""),
    "bool_type": ("true or false", ""),
    "dict_type": ("a mapping, key: value", ""),
    "greater_than_equal": ("0 or more", ""),
    "int_type": ("a whole number", ""),
    "model_type": ("a mapping, key: value", ""),
    "string_too_long": ("at most 200 characters", "Shorten it."),
    "string_too_short": ("some text", "Give it a name."),
    "string_type": ("text", "Put it in quotes if it is meant as text."),
    "too_short": ("at least one entry", "Add one."),
    "tuple_type": ("a list", "Write it as [first, second], or in lines with dashes."),
}
REMEDY = "docs/design-a-game.md shows a whole file."


def malformed(error: ValidationError) -> list[Problem]:
    """A problem for each of pydantic's; of a choice between two forms one."""
    found = {
        _place(detail["loc"]): _problem(detail, _place(detail["loc"])) for detail in reversed(error.errors())
    }
    return list(found.values())


def _place(path: Path) -> Path:
    """Where it is in the file: pydantic also says which of several forms it tried."""
    forms = ("int", "str", "function-", "tuple[", "constrained-", "list[", "bool", "[key]")
    return tuple(step for step in path if isinstance(step, int) or not step.startswith(forms))


def _problem(detail: ErrorDetails, path: Path) -> Problem:
    name = next((step for step in reversed(path) if isinstance(step, str)), "rules")
    if detail["type"] == "missing":
        return Problem(name, "a value", NOTHING, path, f"Add it. {REMEDY}")
    if detail["type"] == "extra_forbidden":
        known = list(_part(path).model_fields)
        close = get_close_matches(name, known, 1)
        remedy = f"Did you mean {close[0]!r}?" if close else REMEDY
        return Problem(name, f"one of {', '.join(known)}", shown(name), path, remedy)
    if detail["type"] == "refusal":
        said = detail["ctx"]
        return Problem(name, said["rule"], said["got"], path, said["remedy"])
    rule, remedy = RULES.get(detail["type"], (detail["msg"], ""))
    return Problem(name, rule, shown(detail["input"]), path, remedy)


def _part(path: Path) -> type[Part]:
    """Which part an unknown key was written in."""
    if len(path) == 1:
        return Rules
    if path[0] == "positions":
        return Going
    return Result if "results" in path[:-1] else Thrown
