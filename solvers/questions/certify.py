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
    counts as 1, and NaN is as far as can be from a number.

    Raises
    ------
    KeyError
        if nothing is stored that says what was solved
    """
    compared = [output for output in question.outputs if output.name in stored and output.name != "residual"]
    if not compared:
        raise KeyError("value")
    solution = question.solve(**parameters)
    differences = [_difference(np.asarray(output.of(solution), float), np.asarray(stored[output.name], float)) for output in compared]
    return max(float(solution.residual), *differences)


def _difference(anew: NDArray[np.float64], stored: NDArray[np.float64]) -> float:
    """Largest difference, of which NaN beside NaN is none."""
    missing = np.isnan(anew)
    if (missing != np.isnan(stored)).any():
        return np.inf
    return float(np.abs(anew - stored).max(initial=0.0, where=~missing))
