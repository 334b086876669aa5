"""Pydantic's errors about a sweep, in the words of configs, as its own name Python types and classes."""

from difflib import get_close_matches

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from configs.errors import NOTHING, Path, Problem, shown

KEYS = (
    *("name", "title", "game", "contest", "players", "seats", "question", "rules"),
    *("parameters", "axes", "symmetric", "keep"),
)
SPAN_KEYS = ("from", "to", "step")

MISSING = {
    "name": "lowercase words joined by _ and /",
    "title": "a line that says what is asked",
    "question": "one of the catalogue",
    "axes": "at least one axis",
    "keep": "at least one output",
    "from": "a whole number",
    "to": "a whole number",
}

RULES = {
    "dict_type": ("a mapping, key: value", ""),
    "greater_than_equal": ("1 or more", ""),
    "int_type": ("a whole number", ""),
    "model_type": ("a mapping, key: value", ""),
    "string_pattern_mismatch": ("lowercase words joined by _ and /", "Write it like pig/three_players."),
    "string_too_long": ("at most 200 characters", "Shorten it."),
    "string_too_short": ("some text", "Say what is asked, in a line."),
    "string_type": ("text", "Put it in quotes if it is meant as text."),
    "too_short": ("at least one entry", "Add one, or remove the key if it is not needed."),
    "tuple_type": ("a list", "Write it as [first, second], or in lines with dashes."),
}


def malformed(error: ValidationError) -> list[Problem]:
    """A problem for each of pydantic's errors; those of the question are left to `configs.answerable`."""
    details = [own for own in error.errors(include_url=False) if own["type"] != "unanswerable"]
    # If all entries of a list are refused, pydantic also reports that the list is too short.
    inside = {own["loc"][:length] for own in details for length in range(len(own["loc"]))}
    return [_problem(own) for own in details if own["type"] != "too_short" or own["loc"] not in inside]


def _problem(detail: ErrorDetails) -> Problem:
    path: Path = detail["loc"]
    name = next((step for step in reversed(path) if isinstance(step, str)), "sweep")
    if detail["type"] == "missing":
        return Problem(name, MISSING.get(name, "a value"), NOTHING, path, "Add it.")
    if detail["type"] == "extra_forbidden":
        return _unknown(name, path)
    if detail["type"] == "refusal":
        return Problem(name, detail["ctx"]["rule"], shown(detail["input"]), path, detail["ctx"]["remedy"])
    if path == () and detail["input"] is None:
        return Problem(
            name,
            "a mapping, key: value",
            "an empty document",
            path,
            "Write a sweep, or remove the --- beside it.",
        )
    rule, remedy = RULES.get(detail["type"], (detail["msg"], ""))
    return Problem(name, rule, shown(detail["input"]), path, remedy)


def _unknown(name: str, path: Path) -> Problem:
    known = KEYS if len(path) == 1 else SPAN_KEYS
    close = get_close_matches(name, known, 1)
    otherwise = (
        "Remove it; where a sweep runs is an option of the command." if known is KEYS else "Remove it."
    )
    return Problem(
        name,
        f"one of {', '.join(known)}",
        shown(name),
        path,
        f"Did you mean {close[0]!r}?" if close else otherwise,
    )
