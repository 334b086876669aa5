"""Solve one case in this process, while other processes compile its kernels."""

from typing import Any

from flows.compiling.ahead import Asked, begin
from solvers.questions.certify import answer
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question


def answered(question: Question, parameters: Parameters, kept: list[str] | None = None) -> Any:
    """Solve a case; return the solution that outputs are read from.

    Parameters
    ----------
    question, parameters : the case, complete
    kept : names of the outputs that will be read; None for all

    Raises
    ------
    NotConverged
        if its certificate is above what `verify` accepts, or the solver itself refuses
    """
    begin([Asked(question.name, parameters, kept=kept)])
    return answer(question, parameters)
