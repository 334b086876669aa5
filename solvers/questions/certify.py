"""Compute certificates of stored answers, and solve a case again where too little is stored for a proof.

A certificate needs tables over all states, which are large and often not kept. If one is missing, the case is
solved again, the new solution is proved, and the stored outputs are compared with it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.outputs.output import Output, Role
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question

# Largest certificate of an answer that other code may use, for values up to 1. `verify` accepts the same.
LARGEST_CERTIFICATE = 1e-12
Stored = Mapping[str, NDArray[Any]]
# Errors of certificates on damaged tables, such as turn totals outside the table, or probabilities above 1.
UNPROVABLE = (ArithmeticError, IndexError, ValueError, np.linalg.LinAlgError, NotConverged)


@dataclass
class Anew:
    """A case that is solved again on first use.

    Parameters
    ----------
    question, parameters : the case
    """

    question: Question
    parameters: Parameters
    _read: dict[str, NDArray[Any]] = field(default_factory=dict)

    @cached_property
    def solution(self) -> Any:
        """The solution by the question's own solver."""
        return self.question.solve(**self.parameters)

    def __call__(self, output: Output) -> NDArray[Any]:
        """Return an output as it would be stored."""
        if output.name not in self._read:
            self._read[output.name] = output.read(self.solution).astype(output.dtype)
        return self._read[output.name]


class Whole(Mapping[str, NDArray[Any]]):
    """All outputs of a case solved again, by name; each is computed on first use.

    Parameters
    ----------
    again : the case
    """

    def __init__(self, again: Anew) -> None:
        self._again = again
        self._outputs = {output.name: output for output in again.question.outputs}
        self.asked: list[str] = []

    def __getitem__(self, name: str) -> NDArray[Any]:
        output = self._outputs[name]
        if name not in self.asked:
            self.asked.append(name)
        return self._again(output)

    def __iter__(self) -> Iterator[str]:
        return iter(self._outputs)

    def __len__(self) -> int:
        return len(self._outputs)


def answer(question: Question, parameters: Parameters) -> Any:
    """Solve a case and return its solution, if its certificate is small enough.

    Parameters
    ----------
    question, parameters : the case, with all parameters

    Raises
    ------
    NotConverged
        if the certificate is larger than `verify` accepts, or the solver itself finds no answer
    """
    return accepted(question, question.solve(**parameters))


def accepted(question: Question, solution: Any) -> Any:
    """Return a solution if its certificate is at most LARGEST_CERTIFICATE times its largest value, or 1.

    Parameters
    ----------
    question : the question that was solved
    solution : the solution that outputs are read off

    Raises
    ------
    NotConverged
        if the certificate is larger, so that errors may exceed rounding
    """
    found = float(question.certificate.read(solution))
    if not found <= LARGEST_CERTIFICATE:
        sizes = (np.abs(one.read(solution)) for one in question.outputs if one.sized)
        size = max([1.0, *(float(np.max(own, where=np.isfinite(own), initial=0.0)) for own in sizes)])
        if not found <= LARGEST_CERTIFICATE * size:
            raise NotConverged(
                f"{question.certificate.name}: expected at most {LARGEST_CERTIFICATE * size:.0e}, got"
                f" {found:.1e} ({question.name}). The answer is not proved and must not be used."
            )
    return solution


@dataclass(frozen=True)
class Proof:
    """The result of computing a certificate.

    Attributes
    ----------
    certificate : the residual; infinity if it cannot be computed
    failure : the error, if it cannot be computed
    not_kept : outputs that it needs and that are not stored; then it is about the case solved again
    """

    certificate: float
    failure: Exception | None = None
    not_kept: tuple[str, ...] = ()


def prove(question: Question, parameters: Parameters, stored: Stored, again: Anew) -> Proof:
    """Recompute the certificate from what is stored; if too little is, from the case solved again.

    Parameters
    ----------
    question, parameters : the case, with all parameters
    stored : arrays by name, without padding
    again : the same case, to be solved again if needed
    """
    try:
        with np.errstate(all="ignore"):
            return Proof(float(question.certify(parameters, stored)))
    except KeyError as missing:
        if missing.args[0] not in {output.name for output in question.outputs}:
            raise
    except UNPROVABLE as failure:
        return Proof(np.inf, failure)
    whole = Whole(again)
    certificate = float(question.certify(parameters, whole))
    return Proof(certificate, not_kept=tuple(name for name in whole.asked if name not in stored))


def solved_anew(
    question: Question,
    parameters: Parameters,
    stored: Mapping[str, NDArray[Any]],
    proof: Callable[[Any], float] = attrgetter("residual"),
) -> float:
    """Solve a case again, certify the new solution, and compare all stored outputs with it.

    Parameters
    ----------
    question, parameters : the case
    stored : arrays by name
    proof : function of a solution that returns its residual by the independent route

    Returns
    -------
    The residual of the new solution, or the largest difference between a stored output and the new one if
    that is greater. One point or one player counts as 1; NaN in place of a number is infinitely far.

    Raises
    ------
    KeyError
        if no stored output says what was solved
    """
    compared = _compared(question, stored)
    solution = question.solve(**parameters)
    return float(np.maximum(proof(solution), _largest_difference(compared, solution, stored)))


def _compared(question: Question, stored: Mapping[str, NDArray[Any]]) -> list[Output]:
    """The stored outputs other than certificates."""
    compared = [
        output for output in question.outputs if output.name in stored and output.role is not Role.CERTIFICATE
    ]
    if not compared:
        raise KeyError("value")
    return compared


def _largest_difference(
    compared: Sequence[Output], solution: Any, stored: Mapping[str, NDArray[Any]]
) -> float:
    """Largest difference between a solution and the stored outputs."""
    differences = [
        _difference(np.asarray(output.read(solution), float), np.asarray(stored[output.name], float))
        for output in compared
    ]
    return float(np.max(differences))


def _difference(anew: Array, stored: Array) -> float:
    """Largest difference; two NaN in the same place are equal."""
    missing = np.isnan(anew)
    if (missing != np.isnan(stored)).any():
        return np.inf
    return float(np.abs(anew - stored).max(initial=0.0, where=~missing))
