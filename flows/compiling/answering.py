"""Solve one case in this process, while other processes compile its kernels."""

from typing import Any

from flows.compiling.ahead import Asked, begin
from solvers.questions.certify import answer
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question


def answered(question: Question, parameters: Parameters) -> Any:
    """Solve a case; return the solution that outputs are read from.

    Parameters
    ----------
    question, parameters : the case, complete

    Raises
    ------
    NotConverged
        if its certificate is above what `verify` accepts, or the solver itself refuses
    """
    begin([Asked(question.name, parameters)])
    return answer(question, parameters)
