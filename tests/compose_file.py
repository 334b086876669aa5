"""Read docker-compose.yml as `docker compose` does: merged, with variables put in."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

PROJECT = Path(__file__).parent.parent
COMPOSE_FILE = PROJECT / "docker-compose.yml"

# ${NAME}, ${NAME:-default} and ${NAME:?message}; $$ stands for a dollar sign.
VARIABLE = re.compile(
    r"\$(?:(?P<dollar>\$)|\{(?P<name>\w+)(?:(?P<kind>:[-?])(?P<rest>[^}]*))?\}|(?P<bare>\w+))"
)


def read_compose_file() -> dict[str, Any]:
    """The file as it is written, variables and all."""
    content: dict[str, Any] = yaml.safe_load(COMPOSE_FILE.read_text())
    return content


def texts(content: object) -> Iterator[str]:
    """Every string in the file that variables are put into: values, not keys."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, Mapping):
        for value in content.values():
            yield from texts(value)
    elif isinstance(content, list):
        for value in content:
            yield from texts(value)


def mounted_secrets(service: Mapping[str, Any]) -> dict[str, str]:
    """The secrets of a service, and the name that the file of each has in /run/secrets."""
    wanted = service.get("secrets", [])
    return dict((one, one) if isinstance(one, str) else (one["source"], one["target"]) for one in wanted)


def expand(content: Any, variables: Mapping[str, str]) -> Any:
    """Put variables in.

    Raises
    ------
    KeyError
        if one has neither value nor default
    """
    if isinstance(content, str):
        return VARIABLE.sub(lambda match: _value(match, variables), content)
    if isinstance(content, Mapping):
        return {key: expand(value, variables) for key, value in content.items()}
    if isinstance(content, list):
        return [expand(value, variables) for value in content]
    return content


def _value(match: re.Match[str], variables: Mapping[str, str]) -> str:
    if match["dollar"]:
        return "$"
    name = match["name"] or match["bare"]
    if variables.get(name):
        return variables[name]
    if match["kind"] == ":-":
        return match["rest"]
    raise KeyError(f"{name}: expected a value, got none. {match['rest'] or 'Set it.'}")
