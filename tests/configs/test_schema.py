"""The schema file is the schema, and the shipped configs obey it."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from configs import load
from configs.schema import json_schema, text
from solvers.catalog import QUESTIONS
from solvers.wording.cells import cells
from solvers.wording.keeping import plainest
from solvers.wording.names import is_wording, wording

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


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_config__obeys_the_schema_and_names_it(path: Path) -> None:
    first_line = path.read_text(encoding="utf-8").splitlines()[0]
    named = first_line.removeprefix("# yaml-language-server: $schema=")
    assert (path.parent / named).resolve() == (CONFIGS / "sweep.schema.json").resolve()
    assert all(map(accepted, documents(path)))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_canonical_document__obeys_the_schema(path: Path) -> None:
    assert all(accepted(sweep.document()) for sweep in load(path))


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


def rows(question: str) -> set[str]:
    """The questions of the catalogue that answer one, which may be asked in words."""
    if not is_wording(question):
        return {question}
    asked = wording(question)
    each = [plainest(cells(asked, told, QUESTIONS.values()), asked.keep) for told in product(*asked.seats)]
    return {chosen.cell.question.name for chosen in each if chosen is not None}


def test_shipped_configs__ask_every_question() -> None:
    asked = {row for path in SHIPPED for sweep in load(path) for row in rows(sweep.question)}
    # The pigs' probabilities are fixed, and so is what is in a file: with nothing to vary there is no sweep.
    fixed = {name for name, one in QUESTIONS.items() if all(own.kind is str for own in one.parameters)}
    assert set(QUESTIONS) - asked == fixed


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
