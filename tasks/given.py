"""Parameters of a question as typed by a person: NAME=VALUE.

If the values of a parameter are codes for words, such as those of `tie`, the words are accepted, too.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from solvers.errors import expected
from solvers.games import own
from solvers.questions.parameter import Parameter, Value
from solvers.questions.question import GOAL, Question

if TYPE_CHECKING:
    from configs.rules.load import Described


def read_all(question: Question, texts: Iterable[str]) -> dict[str, Value]:
    """Parameters by name; without a goal, the usual goal of the rules is added, if they have one.

    Parameters
    ----------
    question : the question
    texts : NAME=VALUE each

    Raises
    ------
    InvalidRules
        if a text has another form, a name comes twice, or the question has no such parameter or value
    """
    told: dict[str, Value] = {}
    typed: dict[str, str] = {}
    usual_goal: int | None = None
    for text in texts:
        parameter, value = _split(question, text)
        if parameter.name in typed:
            both = f"{typed[parameter.name]} and {value}"
            raise expected(parameter.name, "one value", both, "Say it once.")
        typed[parameter.name] = value
        if parameter.in_a_file:
            game = _game(value)
            told[parameter.name] = parameter.check(own.text(game.turn))
            usual_goal = question.usual_goal(game.usual_goal)
        else:
            told[parameter.name] = parameter.check(_value(parameter, value))
    return told if usual_goal is None else {GOAL: usual_goal} | told


def read(question: Question, text: str) -> tuple[str, Value]:
    """The name and the value of a parameter.

    Parameters
    ----------
    question : the question
    text : NAME=VALUE

    Raises
    ------
    InvalidRules
        if the text has another form, or the question has no such parameter or value
    """
    parameter, value = _split(question, text)
    given = own.text(_game(value).turn) if parameter.in_a_file else _value(parameter, value)
    return parameter.name, parameter.check(given)


def _split(question: Question, text: str) -> tuple[Parameter, str]:
    """The parameter, and its value as typed."""
    name, equals, value = text.partition("=")
    if not equals:
        raise expected(
            "parameter",
            "NAME=VALUE",
            text,
            "Its parameters: " + ", ".join(own.name for own in question.parameters) + ".",
        )
    return question.parameter(name), value


def _value(parameter: Parameter, text: str) -> Any:
    flags = {"true": True, "false": False}
    if parameter.kind is bool:
        return flags.get(text.lower(), text)
    # Codes without a word have the word "".
    words = tuple(filter(None, parameter.codes))
    if parameter.kind is int and text in words:
        return parameter.codes.index(text)
    try:
        return parameter.kind(text)
    except ValueError:
        if words:
            raise expected(parameter.name, f"one of {', '.join(words)}", text) from None
        return text


def _game(name: str) -> "Described":
    """A game from a file, or a built-in one."""
    from configs.rules.finding import existing_rules
    from configs.rules.load import load_game

    return load_game(existing_rules(name))
