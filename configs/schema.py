"""The JSON schema of a sweep: that of the model, and what each question of the catalogue allows.

Editors complete and check configs with it. `configs/sweep.schema.json` is this schema; `jeopardice schema`
prints it. Parts that several questions share are defined once, under `$defs`.
"""

import json
import re

from configs.definitions import Definitions, Schema
from configs.rules.asked import RULES
from configs.rules.written import Rules
from configs.sweep import Sweep
from solvers.catalog import QUESTIONS
from solvers.contests.contest import CONTESTS
from solvers.questions.games import GAMES
from solvers.questions.parameter import Parameter
from solvers.questions.question import Question
from solvers.questions.rules import OWN

TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}
RULES_AS_WRITTEN: Schema = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Rules"}]}
# The full name of a question in words, as in stores.
IN_WORDS: Schema = {"type": "string", "pattern": "^[a-z_]+, [a-z ]+: .+$"}
STEP: Schema = {"type": "integer", "minimum": 1, "default": 1}
SPAN: Schema = {"type": "object", "required": ["from", "to"], "additionalProperties": False}
# A reference is one short line of the file.
REFERENCE = re.compile(r'\{\s+("\$ref": "[^"]+")\s+\}')


def json_schema() -> Schema:
    """The schema of one YAML document, draft 2020-12."""
    own = Sweep.model_json_schema(by_alias=True)
    titles = [question.title for question in QUESTIONS.values()]
    named = {"enum": list(QUESTIONS), "enumDescriptions": titles}
    own["properties"]["question"] |= {"anyOf": [named, IN_WORDS]}
    own["properties"] |= _words()
    own["required"] = [key for key in own["required"] if key not in ("question", "axes")]
    # A list of players in a seat is an axis.
    own["oneOf"] = [{"required": ["question", "axes"]}, {"required": ["game"]}]
    rules = Rules.model_json_schema(by_alias=True)
    own["$defs"] = rules.pop("$defs") | {"Rules": rules}
    own["properties"][RULES] = {
        "description": "The rules of a game: a file beside this one, a shipped game, or written out.",
        **RULES_AS_WRITTEN,
    }
    for place in ("parameters", "axes"):
        # Each question says what is allowed there.
        del own["properties"][place]["additionalProperties"]
    known = Definitions()
    own["allOf"] = [_of(question, known) for question in QUESTIONS.values()]
    own["$defs"] |= known.schemas
    heading = {
        "title": "A sweep of Jeopardice",
        "description": "A question, its fixed parameters, and axes to cross: see docs/sweeps.md.",
    }
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | own | heading


def text() -> str:
    """The schema as text for a file."""
    return REFERENCE.sub(r"{\1}", json.dumps(json_schema(), indent=2)) + "\n"


def _words() -> Schema:
    """The keys that a config may have instead of a question."""
    player: Schema = {"type": "string", "minLength": 1}
    either: Schema = {"type": "array", "items": player, "minItems": 1}
    return {
        "game": {
            "description": "What is played: a game, or a file of rules.",
            "type": "string",
            "examples": [game for game in GAMES if game != OWN],
        },
        "contest": {
            "description": "What comes after a turn; a race if it is not said.",
            "enum": list(CONTESTS),
        },
        "players": {
            "description": "Who plays, by seat: best, hold at {n}, a rule; a list where several may sit.",
            "anyOf": [
                player,
                {"type": "integer", "minimum": 1},
                {"type": "array", "items": {"anyOf": [player, either]}, "minItems": 1},
            ],
        },
        "seats": {"description": "Whether the first player is in each seat in turn.", "const": "all"},
    }


def _of(question: Question, known: Definitions) -> Schema:
    """The conditions if this question is asked."""
    fixed = {parameter.name: _fixed(parameter, known) for parameter in question.parameters}
    axes = {parameter.name: _axis(parameter, known) for parameter in question.parameters}
    properties = {
        "parameters": {"properties": fixed, "additionalProperties": False},
        "axes": {"properties": axes, "additionalProperties": False},
        "symmetric": known.refer("symmetric", _symmetric(question)),
        "keep": known.refer("keep", {"items": _keep(question)}),
    }
    given = [_given(parameter, known) for parameter in question.parameters if parameter.default is None]
    then = {"properties": properties} | ({"allOf": given} if given else {})
    return {
        "if": {"properties": {"question": {"const": question.name}}, "required": ["question"]},
        "then": then,
    }


def _value(parameter: Parameter, known: Definitions) -> Schema:
    if parameter.in_a_file:
        return RULES_AS_WRITTEN
    bounds = {"minimum": parameter.minimum, "maximum": parameter.maximum}
    value = {"type": TYPES[parameter.kind]} | {
        key: bound for key, bound in bounds.items() if bound is not None
    }
    return known.refer(_in_bounds(parameter), value)


def _in_bounds(parameter: Parameter) -> str:
    """The name of its values' schema, such as `integer_2_1000`."""
    bounds = [str(own) for own in (parameter.minimum, parameter.maximum) if own is not None]
    return "_".join([TYPES[parameter.kind], *bounds])


def _fixed(parameter: Parameter, known: Definitions) -> Schema:
    default = {} if parameter.default is None else {"default": parameter.default}
    value = _value(parameter, known)
    return known.refer(parameter.name, value | default | {"description": _meaning(parameter)})


def _axis(parameter: Parameter, known: Definitions) -> Schema:
    value = _value(parameter, known)
    labels = _listed(value) if parameter.kind in (bool, str) else _spanned(parameter, value, known)
    return known.refer(f"{parameter.name}.axis", labels | {"description": _meaning(parameter)})


def _listed(value: Schema) -> Schema:
    """A list of labels that are not numbers."""
    return {"type": "array", "items": value, "minItems": 1, "uniqueItems": True}


def _spanned(parameter: Parameter, value: Schema, known: Definitions) -> Schema:
    """Numbers along an axis, one by one or as ranges."""
    name = _in_bounds(parameter)
    whole = value if parameter.kind is int else value | {"type": "integer"}
    span = known.refer(f"{name}.span", SPAN | {"properties": {"from": whole, "to": whole, "step": STEP}})
    each = {"type": "array", "items": {"anyOf": [value, span]}, "minItems": 1}
    return known.refer(f"{name}.axis", {"anyOf": [each, span]})


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


def _given(parameter: Parameter, known: Definitions) -> Schema:
    """A parameter without default must be fixed or an axis; rules have a key of their own, too."""
    name, places = parameter.name, ("parameters", "axes")
    found: list[Schema] = [
        {"properties": {place: {"required": [name]}}, "required": [place]} for place in places
    ]
    own_key = [{"required": [name]}] if parameter.in_a_file else []
    return known.refer(f"{name}.given", {"anyOf": found + own_key})
