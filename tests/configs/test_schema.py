"""The schema file is the schema, and the shipped configs obey it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from configs.schema import json_schema, text
from solvers.catalog import QUESTIONS

CONFIGS = Path(__file__).parents[2] / "configs"
SHIPPED = sorted(CONFIGS.glob("*/*.yaml"))
# Of a question by its name the schema knows the parameters and the outputs.
BY_NAME: dict[str, Any] = {
    "name": "pig/three_players",
    "title": "Best response to two opponents",
    "question": "simultaneous.best_response_to_two",
    "parameters": {"goal": 100},
    "axes": {"first_hold_at": [20, 21], "second_hold_at": {"from": 20, "to": 21}},
    "symmetric": [["first_hold_at", "second_hold_at"]],
    "keep": ["win_probability", "hold_at"],
}


def documents(path: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


@cache
def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json_schema())


def accepted(document: dict[str, Any]) -> bool:
    return bool(validator().is_valid(document))


@pytest.mark.long
def test_schema__is_one_of_its_draft() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())


def test_schema_file__is_up_to_date() -> None:
    written = (CONFIGS / "sweep.schema.json").read_text(encoding="utf-8")
    assert written == text(), "run: jeopardice schema > configs/sweep.schema.json"


@pytest.mark.parametrize(
    "change",
    [
        {"question": "race.optimal_pla"},
        {"workers": 3},
        {"name": "Pig"},
        {"axes": {}},
        {"axes": {"first_hold_at": [], "second_hold_at": [1]}},
        {"axes": {"first_hold_at": [0], "second_hold_at": [1]}},
        {"axes": {"first_hold_at": ["20"], "second_hold_at": [1]}},
        {"axes": {"first_hold_at": {"from": 1}, "second_hold_at": [1]}},
        {"axes": {"first_hold_at": {"from": 1, "to": 2, "by": 1}, "second_hold_at": [1]}},
        {"axes": {"first_hold_at": [20]}},
        {"axes": {"first_hold_at": [20], "second_hold_at": [1], "dice": [2]}},
        {"parameters": {"goal": 1}},
        {"parameters": {"dice": 2}},
        {"symmetric": [["first_hold_at", "goal"]]},
        {"keep": ["win_probabilty"]},
        {"keep": []},
    ],
)
def test_schema__refuses(change: dict[str, Any]) -> None:
    assert accepted(BY_NAME)
    assert not accepted(BY_NAME | change)


def test_schema__has_axes_from_lists_of_players() -> None:
    """By the words alone it cannot say whether there is one; a question by its name has none without."""
    asked = {key: BY_NAME[key] for key in ("name", "title", "keep")}
    assert accepted(asked | {"game": "pig", "players": [["best", "optimal"], "hold at 20"]})
    assert not accepted(asked | {"question": "race.pig"})


def test_schema__knows_every_question() -> None:
    assert json_schema()["properties"]["question"]["anyOf"][0]["enum"] == list(QUESTIONS)


def references(schema: Any) -> Iterator[str]:
    """All references of a schema, as the names of definitions."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix("#/$defs/")
        for own in schema.values():
            yield from references(own)
    elif isinstance(schema, list):
        for own in schema:
            yield from references(own)


def test_schema__defines_what_it_refers_to_and_nothing_else() -> None:
    schema = json_schema()
    assert set(references(schema)) == set(schema["$defs"])


def test_schema__says_once_what_a_parameter_may_be() -> None:
    schema = json_schema()
    known = schema["$defs"]
    for asked in schema["allOf"]:
        for place in ("parameters", "axes"):
            for name, own in asked["then"]["properties"][place]["properties"].items():
                # An editor shows what a definition says of itself.
                [told] = own.values()
                assert known[told.removeprefix("#/$defs/")]["description"]
                assert told.removeprefix("#/$defs/").split(".")[0] == name
    same = [(name.split(".")[0], str(own)) for name, own in known.items()]
    assert len(set(same)) == len(same)
