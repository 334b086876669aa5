"""Parameters of a question as a person types them: NAME=VALUE."""

from typing import Any

from solvers.errors import expected
from solvers.games import own
from solvers.questions.parameter import Parameter, Value
from solvers.questions.question import Question


def read(question: Question, text: str) -> tuple[str, Value]:
    """A parameter's name and its value.

    Parameters
    ----------
    question : that has it
    text : NAME=VALUE

    Raises
    ------
    InvalidRules
        if it is not of that form, or the question has no such parameter or not of that value
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise expected(
            "parameter",
            "NAME=VALUE",
            text,
            "Its parameters: " + ", ".join(own.name for own in question.parameters) + ".",
        )
    parameter = question.parameter(name)
    return name, parameter.check(_value(parameter, value))


def _value(parameter: Parameter, text: str) -> Any:
    flags = {"true": True, "false": False}
    if parameter.kind is bool:
        return flags.get(text.lower(), text)
    if parameter.in_a_file:
        return _rules(text)
    try:
        return parameter.kind(text)
    except ValueError:
        return text


def _rules(name: str) -> str:
    """The rules in a file, or of a game that comes along, as text."""
    from configs.rules.finding import existing_rules
    from configs.rules.load import load_rules

    return own.text(load_rules(existing_rules(name)))
