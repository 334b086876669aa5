"""Every stored number is accounted for: proved, recomputed from others, or compared with a new solution.

A question's certificate proves the outputs that say so. Outputs that say how they follow from others are
recomputed from these. Whatever is left, and so whatever nobody thought of, is compared with a new solution:
numbers within the tolerance, whole numbers exactly, since ties are broken by rule and the same bits come out
wherever a case is solved; choices that say what they lose are shown to lose nothing besides. Shapes and types
come first: a table cut off may prove itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.questions.certify import Anew, Stored, prove
from solvers.questions.parameter import Parameters
from solvers.questions.question import Output, Question


@dataclass(frozen=True)
class Finding:
    """Something stored that is not as it should be.

    Parameters
    ----------
    variable : its name
    cell : where the difference is largest, "banked=3, opponent=5"; empty if the variable as a whole is meant
    expected, stored : what should be there and what is, as text
    """

    variable: str
    cell: str
    expected: str
    stored: str

    def __str__(self) -> str:
        where = f" at {self.cell}" if self.cell else ""
        return f"{self.variable}{where}: expected {self.expected}, got {self.stored}"


@dataclass(frozen=True)
class Covered:
    """What became of each stored output.

    Parameters
    ----------
    certificate : the question's certificate, computed anew; infinity where it cannot be
    findings : what is wrong, nothing if all is well
    proved, recomputed, best, compared : names of outputs, by what backs them up; the best choices are
        compared as well
    not_kept : outputs that the proof needs and that are not stored: it is of the case solved again
    """

    certificate: float
    findings: tuple[Finding, ...]
    proved: tuple[str, ...] = ()
    recomputed: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    not_kept: tuple[str, ...] = ()

    @property
    def backing(self) -> tuple[str, ...]:
        """How each output is known to be right, in words."""
        solved = (
            f"Solved again, as the proof needs {', '.join(self.not_kept)}, and this sweep does not keep it."
            " The new solution is proved."
        )
        kinds = (
            ("Proved", self.proved),
            ("Recomputed from others", self.recomputed),
            ("Shown to be best, and compared with a new solution", self.best),
            ("Compared with a new solution", self.compared),
        )
        backed = tuple(f"{words}: {', '.join(names)}." for words, names in kinds if names)
        return (solved, *backed) if self.not_kept else backed


def cover(
    question: Question, parameters: Parameters, stored: Stored, tolerance: float, anew: Anew | None = None
) -> Covered:
    """Account for all outputs that are stored; where a proof needs others the case is solved again.

    Parameters
    ----------
    question, parameters : the case, complete
    stored : arrays by name, without padding
    tolerance : largest certificate and difference accepted, for values up to 1
    anew : the same case solved again, where it has been
    """
    outputs = [output for output in question.outputs if output.name in stored]
    stored = {output.name: np.asarray(stored[output.name]) for output in outputs}
    labels = {dimension.name: dimension.labels(parameters) for dimension in question.dimensions}
    malformed = tuple(
        finding for output in outputs for finding in _malformed(output, labels, stored[output.name])
    )
    if malformed:
        return Covered(np.inf, malformed)
    again = anew or Anew(question, parameters)
    proof = prove(question, parameters, stored, again)
    certificate = proof.certificate
    good = certificate <= tolerance * scale(question, stored)
    findings, backing = list[Finding](), dict[str, str]()
    for output in outputs:
        expected, backing[output.name] = _expected(
            question, output, parameters, stored, certificate if good else None
        )
        if proof.not_kept and backing[output.name] == "proved":
            backing[output.name] = "compared"
        # A certificate does not say where; beside a new solution the place is seen.
        if backing[output.name] != "proved" or not good:
            right = again(output) if expected is None else expected.astype(output.dtype)
            different = list(_different(output, labels, right, stored[output.name], tolerance))
            findings += different or _worse(output, labels, parameters, stored, tolerance)
    if not good and not findings:
        if proof.failure is not None:
            raise proof.failure
        findings.append(
            Finding(
                "certificate", "", f"at most {tolerance * scale(question, stored):.0e}", f"{certificate:.3g}"
            )
        )
    proved, recomputed, best, compared = (
        tuple(name for name, own in backing.items() if own == kind)
        for kind in ("proved", "recomputed", "best", "compared")
    )
    return Covered(certificate, tuple(findings), proved, recomputed, best, compared, proof.not_kept)


def scale(question: Question, stored: Stored) -> float:
    """What the tolerance is multiplied by: the largest stored value that has a unit, at least 1.

    Floating-point numbers can be as exact as their size allows; chances have no unit.

    Parameters
    ----------
    question : whose outputs they are
    stored : arrays by name
    """
    valued = [output for output in question.outputs if output.sized and output.name in stored]
    sizes = [np.abs(stored[output.name]) for output in valued]
    return float(max([1.0, *(np.max(size, where=np.isfinite(size), initial=0.0) for size in sizes)]))


def _expected(
    question: Question, output: Output, parameters: Parameters, stored: Stored, certificate: float | None
) -> tuple[NDArray[Any] | None, str]:
    """What an output should be, where that follows from others, and what backs it up.

    Parameters
    ----------
    question, output, parameters : the case, and which of its outputs
    stored : arrays by name
    certificate : computed anew; None where it is bad, as a bad one is not what should be

    Returns
    -------
    The array, None where it does not follow; and "proved", "recomputed", "best" or "compared".
    """
    if output is question.certificate:
        return None if certificate is None else np.asarray(certificate), "recomputed"
    if output.proved:
        return None, "proved"
    known = all(name in stored for name in output.follows_from)
    if output.follows is not None and known:
        with np.errstate(all="ignore"):
            return np.asarray(
                output.follows(parameters, *(stored[name] for name in output.follows_from))
            ), "recomputed"
    return None, "best" if output.loses is not None and known else "compared"


def _worse(
    output: Output,
    labels: Mapping[str, NDArray[Any]],
    parameters: Parameters,
    stored: Stored,
    tolerance: float,
) -> Iterator[Finding]:
    """The choice that loses most, if it loses more than is accepted.

    Parameters
    ----------
    output : choices
    labels : of each dimension, by its name
    parameters : of the case
    stored : arrays by name
    tolerance : largest loss accepted, for values up to 1
    """
    if output.loses is None or any(name not in stored for name in output.follows_from):
        return
    others = [stored[name] for name in output.follows_from]
    with np.errstate(all="ignore"):
        loss = np.asarray(output.loses(parameters, stored[output.name], *others))
    loss = np.where(np.isnan(loss), np.inf, loss)
    largest = max(
        1.0, *(float(np.max(np.abs(other), where=np.isfinite(other), initial=0.0)) for other in others)
    )
    if loss.max(initial=0.0) > tolerance * largest:
        at = np.unravel_index(int(loss.argmax()), loss.shape)
        yield Finding(
            output.name,
            cell(output.dims, labels, at),
            "a best choice",
            f"{stored[output.name][at]}, which loses {loss[at]:.3g}",
        )


def _malformed(output: Output, labels: Mapping[str, NDArray[Any]], stored: NDArray[Any]) -> Iterator[Finding]:
    """Another shape or another type than the question's."""
    shape = tuple(labels[dim].size for dim in output.dims)
    if stored.shape != shape:
        yield Finding(output.name, "", f"the shape {shape}", f"{stored.shape}")
    if stored.dtype != output.dtype:
        yield Finding(output.name, "", output.dtype, f"{stored.dtype}")


def _different(
    output: Output,
    labels: Mapping[str, NDArray[Any]],
    right: NDArray[Any],
    stored: NDArray[Any],
    tolerance: float,
) -> Iterator[Finding]:
    """The cell of the largest difference, if that is not accepted; NaN is as far as can be from a number.

    Parameters
    ----------
    output : which
    labels : of each dimension, by its name
    right, stored : what it should be and what it is, by the output's own dimensions
    tolerance : largest difference accepted of floats, for values up to 1; of others none is
    """
    if right.dtype.kind == "f":
        largest = max(1.0, float(np.max(np.abs(right), where=np.isfinite(right), initial=0.0)))
        with np.errstate(invalid="ignore"):
            difference = np.asarray(np.abs(right - stored))
        difference[np.isnan(difference)] = np.inf
        difference[(right == stored) | (np.isnan(right) & np.isnan(stored))] = 0.0
    else:
        largest, difference = 0.0, np.abs(right.astype(np.float64) - stored)
    if difference.max(initial=0.0) > tolerance * largest:
        at = np.unravel_index(int(difference.argmax()), difference.shape)
        yield Finding(output.name, cell(output.dims, labels, at), str(right[at]), str(stored[at]))


def cell(dims: Sequence[str], labels: Mapping[str, NDArray[Any]], at: tuple[np.intp, ...]) -> str:
    """A place in a table by its labels, "banked=3, opponent=5".

    Parameters
    ----------
    dims : of the table
    labels : of each dimension, by its name
    at : index along each dimension
    """
    return ", ".join(f"{dim}={labels[dim][index]}" for dim, index in zip(dims, at, strict=True))
