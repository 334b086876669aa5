"""The JSON schema of a sweep: the model's own, and what each question of the catalogue allows.

Editors complete and check configs by it. `configs/sweep.schema.json` is this schema; `jeopardice schema`
prints it.
"""

import json
from typing import Any

from configs.rules.asked import RULES
from configs.rules.written import Rules
from configs.sweep import Sweep
from solvers.catalog import QUESTIONS
from solvers.questions.parameter import Parameter
from solvers.questions.question import Question

Schema = dict[str, Any]

TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}
RULES_AS_WRITTEN: Schema = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Rules"}]}


def json_schema() -> Schema:
    """The schema of one YAML document, draft 2020-12."""
    own = Sweep.model_json_schema(by_alias=True)
    titles = [question.title for question in QUESTIONS.values()]
    own["properties"]["question"] |= {"enum": list(QUESTIONS), "enumDescriptions": titles}
    rules = Rules.model_json_schema(by_alias=True)
    own["$defs"] = own.get("$defs", {}) | rules.pop("$defs") | {"Rules": rules}
    own["properties"][RULES] = {
        "description": "The rules of a game: a file beside this one, a shipped game, or written out.",
        **RULES_AS_WRITTEN,
    }
    for place in ("parameters", "axes"):
        # What may stand there is said by each question.
        del own["properties"][place]["additionalProperties"]
    own["allOf"] = [_of(question) for question in QUESTIONS.values()]
    heading = {
        "title": "A sweep of Jeopardice",
        "description": "A question, its fixed parameters, and axes to cross: see docs/sweeps.md.",
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | own | heading


def text() -> str:
    """The schema as it is written to a file."""
    return json.dumps(json_schema(), indent=2) + "\n"


def _of(question: Question) -> Schema:
    """What holds if this question is asked."""
    fixed = {parameter.name: _fixed(parameter) for parameter in question.parameters}
    axes = {parameter.name: _axis(parameter) for parameter in question.parameters}
    properties = {
        "parameters": {"properties": fixed, "additionalProperties": False},
        "axes": {"properties": axes, "additionalProperties": False},
        "symmetric": _symmetric(question),
        "keep": {"items": _keep(question)},
    }
    given = [_given(parameter) for parameter in question.parameters if parameter.default is None]
    then = {"properties": properties} | ({"allOf": given} if given else {})
    return {
        "if": {"properties": {"question": {"const": question.name}}, "required": ["question"]},
        "then": then,
    }


def _value(parameter: Parameter) -> Schema:
    if parameter.in_a_file:
        return RULES_AS_WRITTEN
    bounds = {"minimum": parameter.minimum, "maximum": parameter.maximum}
    return {"type": TYPES[parameter.kind]} | {
        key: bound for key, bound in bounds.items() if bound is not None
    }


def _fixed(parameter: Parameter) -> Schema:
    default = {} if parameter.default is None else {"default": parameter.default}
    return _value(parameter) | default | {"description": _meaning(parameter)}


def _axis(parameter: Parameter) -> Schema:
    value = _value(parameter)
    if parameter.kind in (bool, str):
        return {
            "type": "array",
            "items": value,
            "minItems": 1,
            "uniqueItems": True,
            "description": _meaning(parameter),
        }
    whole = value | {"type": "integer"}
    span = {
        "type": "object",
        "properties": {"from": whole, "to": whole, "step": {"type": "integer", "minimum": 1, "default": 1}},
        "required": ["from", "to"],
        "additionalProperties": False,
    }
    return {
        "anyOf": [{"type": "array", "items": {"anyOf": [value, span]}, "minItems": 1}, span],
        "description": _meaning(parameter),
    }


def _meaning(parameter: Parameter) -> str:
    unit = f" [{parameter.unit}]" if parameter.unit not in ("", "1") else ""
    return parameter.meaning + unit


def _symmetric(question: Question) -> Schema:
    if not question.symmetries:
        return {"maxItems": 0}
    groups = [
        {
            "items": {"enum": list(symmetry.axes)},
            "minItems": 2,
            "maxItems": len(symmetry.axes),
            "uniqueItems": True,
        }
        for symmetry in question.symmetries
    ]
    return {"items": {"anyOf": groups}}


def _keep(question: Question) -> Schema:
    return {
        "enum": [output.name for output in question.outputs],
        "enumDescriptions": [output.meaning for output in question.outputs],
    }


def _given(parameter: Parameter) -> Schema:
    """A parameter without default is fixed or an axis; rules have a key of their own, too."""
    name, places = parameter.name, ("parameters", "axes")
    found: list[Schema] = [
        {"properties": {place: {"required": [name]}}, "required": [place]} for place in places
    ]
    return {"anyOf": found + ([{"required": [name]}] if parameter.in_a_file else [])}
