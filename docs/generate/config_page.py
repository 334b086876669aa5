"""The keys of a config and of a file of rules, from the models that read them."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from in_markdown import code, page, table

from configs.rules.written import Rules
from configs.schema import json_schema

# A longer list has its own page.
MOST_NAMED = 30


def pages() -> Iterator[tuple[str, str]]:
    """Names and texts of two pages."""
    schema = json_schema()
    said = "A config is a YAML file of these keys. [Writing a sweep](../sweeps.md) shows whole ones."
    yield "config", page("Config", said, *_keys(schema))
    rules = Rules.model_json_schema(by_alias=True)
    own = (
        "A game of your own is a YAML file of these keys. "
        "[Designing a game](../design-a-game.md) shows whole ones."
    )
    parts = [part for name, model in rules["$defs"].items() if (part := _part(name, model))]
    yield "rules", page("Files of rules", own, *_keys(rules), *parts)


def _part(name: str, model: Mapping[str, Any]) -> str:
    keys = _keys(model)
    return "\n\n".join([f"## {name}", _line(model.get("description", "")), *keys]) if keys else ""


def _keys(model: Mapping[str, Any]) -> list[str]:
    required = model.get("required", [])
    rows = [
        [
            code(name),
            _line(own.get("description", "")),
            _kind(own),
            "needed" if name in required else code(json.dumps(own["default"])) if "default" in own else "",
        ]
        for name, own in model.get("properties", {}).items()
    ]
    return [table(["key", "meaning", "type", "default"], rows)] if rows else []


def _kind(own: Mapping[str, Any]) -> str:
    """The type of a key, in JSON's words."""
    if "$ref" in own:
        return own["$ref"].rpartition("/")[2]
    if "anyOf" in own:
        return " or ".join(dict.fromkeys(filter(None, map(_kind, own["anyOf"]))))
    if "const" in own:
        return code(own["const"])
    if len(own.get("enum", [])) > MOST_NAMED:
        return "one of the [questions](questions/index.md)"
    if "enum" in own:
        return "one of " + ", ".join(map(code, own["enum"]))
    if own.get("type") == "array" and isinstance(own.get("items"), dict):
        return f"list of {_kind(own['items']) or 'values'}"
    return str(own.get("type", ""))


def _line(text: str) -> str:
    """A description, to its first empty line."""
    return " ".join(text.split("\n\n")[0].split())
