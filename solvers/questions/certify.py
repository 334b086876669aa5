"""A certificate for answers of which not enough is stored to back them up alone."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.question import Parameters, Question


def solved_anew(question: Question, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    """Solve again, prove that by the independent route, and compare all that is stored with it.

    Returns
    -------
    The residual of the answer solved again, or the largest difference of a stored output from it if that is more; one point or one player
    counts as 1.

    Raises
    ------
    KeyError
        if nothing is stored that says what was solved
    """
    compared = [output for output in question.outputs if output.name in stored and output.name != "residual"]
    if not compared:
        raise KeyError("value")
    solution = question.solve(**parameters)
    differences = [float(np.abs(np.asarray(output.of(solution), float) - stored[output.name]).max()) for output in compared]
    return max(float(solution.residual), *differences)
