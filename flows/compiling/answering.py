"""One case, solved by this process, while others compile what it will call."""

from typing import Any

from flows.compiling.ahead import Asked, begin
from solvers.questions.certify import answer
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question


def answered(question: Question, parameters: Parameters) -> Any:
    """Solve a case; what the outputs read.

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
