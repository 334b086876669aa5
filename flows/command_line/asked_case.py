"""One case as asked for: its question, all parameters, and the wanted outputs."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from flows.command_line.asked_for import Asked
from solvers.errors import InvalidRules
from solvers.outputs.output import Output, Role
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from tasks.given import read_all


class Case(NamedTuple):
    """A case that can be solved.

    Attributes
    ----------
    question : the question
    parameters : all parameters by name
    outputs : the wanted outputs, with the certificate
    """

    question: Question
    parameters: dict[str, Value]
    outputs: Sequence[Output]


def case(asked: Asked, told: Mapping[str, Value] | None = None) -> Case:
    """The case that a person asks for.

    Parameters
    ----------
    asked : from `asked_for`
    told : parameters that are known already and take precedence; none by default

    Raises
    ------
    InvalidRules
        if the question has no such parameter or value
    """
    question = asked.question
    parameters = question.complete({**(told or {}), **read_all(question, asked.given)})
    return Case(question, parameters, shown_outputs(question, asked.keep))


def shown_outputs(question: Question, keep: Collection[str]) -> Sequence[Output]:
    """The wanted outputs, with the certificate; all if none is named.

    Parameters
    ----------
    question : the question
    keep : names of the wanted outputs
    """
    if not keep:
        return question.outputs
    return [own for own in question.outputs if own.name in keep or own.role is Role.CERTIFICATE]


def refuse_outgrown(question: Question, parameters: Mapping[str, Value]) -> None:
    """Refuse a case that is too large for one process.

    Parameters
    ----------
    question : the question to be solved
    parameters : all parameters by name

    Raises
    ------
    InvalidRules
        if it is too large
    """
    if not question.outgrows(parameters):
        return
    sizes = ", ".join(f"{name}={parameters[name]}" for name in ("players", "goal") if name in parameters)
    raise InvalidRules(
        f"{question.name} with {sizes} is too large for one process. Put it into a config: `jeopardice run`"
        " solves it in pieces on all workers."
    )
