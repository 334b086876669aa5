"""Certificates by solving again, where too little is stored for a proof, or more than the proof speaks of."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.questions.parameter import Parameters
from solvers.questions.question import Output, Question, Role


def solved_anew(question: Question, parameters: Parameters, stored: Mapping[str, NDArray[Any]]) -> float:
    """Solve again, prove that by the independent route, and compare all that is stored with it.

    Parameters
    ----------
    question, parameters : the case
    stored : arrays by name

    Returns
    -------
    The residual of the answer solved again, or the largest difference of a stored output from it if that is
    more; one point or one player counts as 1, and NaN is as far as can be from a number.

    Raises
    ------
    KeyError
        if nothing is stored that says what was solved
    """
    compared = _compared(question, stored)
    solution = question.solve(**parameters)
    return float(np.maximum(solution.residual, _largest_difference(compared, solution, stored)))


def _compared(question: Question, stored: Mapping[str, NDArray[Any]]) -> list[Output]:
    """The stored outputs but for certificates."""
    compared = [
        output for output in question.outputs if output.name in stored and output.role is not Role.CERTIFICATE
    ]
    if not compared:
        raise KeyError("value")
    return compared


def _largest_difference(
    compared: Sequence[Output], solution: Any, stored: Mapping[str, NDArray[Any]]
) -> float:
    """Largest difference between a solution and what is stored, over the outputs that are compared."""
    differences = [
        _difference(np.asarray(output.read(solution), float), np.asarray(stored[output.name], float))
        for output in compared
    ]
    return float(np.max(differences))


def _difference(anew: Array, stored: Array) -> float:
    """Largest difference, of which NaN beside NaN is none."""
    missing = np.isnan(anew)
    if (missing != np.isnan(stored)).any():
        return np.inf
    return float(np.abs(anew - stored).max(initial=0.0, where=~missing))
