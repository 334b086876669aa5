"""Check every stored output of a case: it is proved, recomputed from others, or shown to be a best choice.

The question's certificate proves some outputs. Outputs that follow from others are recomputed from them.
Choices that declare what they lose are shown to lose nothing. If too little is stored for that, the case is
solved again, the new solution is proved, and the stored outputs are compared with it. Records of how a solver
went are compared with a new solution and reported as not proved, as is any output that declares nothing.

Numbers are compared within the tolerance, integers exactly: ties are broken by rule, so the same bits come
out wherever a case is solved. Shapes and types are checked first, since a truncated table may pass its own
proof.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.outputs.output import Output
from solvers.questions.certify import UNPROVABLE, Anew, Proof, Stored, Whole, prove
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question

# How an output is known to be right.
KINDS = ("proved", "recomputed", "best", "compared", "records")
UNPROVED = "Not proved; compared with a new solution"


@dataclass(frozen=True)
class Finding:
    """A stored output that is wrong.

    Parameters
    ----------
    variable : name of the output
    cell : place of the largest difference, as "banked=3, opponent=5"; "" if the whole output is wrong
    expected, stored : what should be stored and what is, as text
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
    """The result of checking all stored outputs of a case.

    Parameters
    ----------
    certificate : the recomputed certificate; infinity if it cannot be computed
    findings : what is wrong; empty if nothing is
    proved, recomputed, best, compared, records : names of outputs by how they were checked; best choices are
        also compared, to check how ties are broken
    not_kept : outputs that the proof needs and that are not stored; the proof is about the case solved again
    """

    certificate: float
    findings: tuple[Finding, ...]
    proved: tuple[str, ...] = ()
    recomputed: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    not_kept: tuple[str, ...] = ()

    @property
    def backing(self) -> tuple[str, ...]:
        """For each output how it is known to be right, in words."""
        solved = (
            f"The proof needs {', '.join(self.not_kept)}, not stored here. So each case was solved"
            " again, and the new solution was proved."
        )
        kinds = (
            ("Proved", self.proved),
            ("Recomputed from other outputs", self.recomputed),
            ("Proved optimal, and compared with a new solution", self.best),
            ("Compared with the new solution" if self.not_kept else UNPROVED, self.compared),
            ("Not proved, as they describe the solver's run; compared with a new solution", self.records),
        )
        backed = tuple(f"{words}: {', '.join(names)}." for words, names in kinds if names)
        return (solved, *backed) if self.not_kept else backed


def cover(
    question: Question, parameters: Parameters, stored: Stored, tolerance: float, anew: Anew | None = None
) -> Covered:
    """Check all stored outputs of a case, which is solved again if a proof needs outputs that are not stored.

    Parameters
    ----------
    question, parameters : the case, with all parameters
    stored : arrays by name, without padding
    tolerance : largest accepted certificate and difference, for values up to 1
    anew : the same case, if it is already solved again
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
    sources = _Sources(question, parameters, stored, again)
    good = proof.certificate <= tolerance * scale(question, Whole(again) if proof.not_kept else stored)
    findings, backing = list[Finding](), dict[str, str]()
    for output in outputs:
        expected, backing[output.name] = _expected(output, sources, proof, good)
        # The certificate does not say where the error is; comparing with a new solution does.
        if backing[output.name] != "proved" or not good:
            with np.errstate(invalid="ignore"):
                right = again(output) if expected is None else expected.astype(output.dtype)
            different = list(_different(output, labels, right, stored[output.name], tolerance))
            findings += different or _worse(output, labels, sources, tolerance)
    failure = proof.failure or sources.failure
    if failure is not None and not findings:
        raise failure
    if not good and not findings:
        findings.append(_bad(proof.certificate, tolerance * scale(question, stored)))
    not_kept = proof.not_kept
    if sources.missed and not not_kept:
        # A new solution replaces outputs that are not stored, so it must pass its own proof.
        not_kept, whole = tuple(sources.missed), Whole(again)
        certificate = float(question.certify(parameters, whole))
        if not certificate <= tolerance * scale(question, whole):
            findings.append(_bad(certificate, tolerance * scale(question, whole)))
    kinds = {kind: tuple(name for name, own in backing.items() if own == kind) for kind in KINDS}
    return Covered(proof.certificate, tuple(findings), **kinds, not_kept=not_kept)


def _bad(certificate: float, most: float) -> Finding:
    return Finding("certificate", "", f"at most {most:.0e}", f"{certificate:.3g}")


def scale(question: Question, stored: Stored) -> float:
    """Factor of the tolerance: the largest stored value that has a unit, or 1 if that is greater.

    Rounding errors grow with the values. Probabilities have no unit and are at most 1.

    Parameters
    ----------
    question : question whose outputs are stored
    stored : arrays by name
    """
    valued = [output for output in question.outputs if output.sized and output.name in stored]
    sizes = [np.abs(stored[output.name]) for output in valued]
    return float(max([1.0, *(np.max(size, where=np.isfinite(size), initial=0.0) for size in sizes)]))


class _Sources:
    """Sources of outputs that follow from others: the stored arrays, or the case solved again.

    Parameters
    ----------
    question, parameters : the case
    stored : arrays by name
    again : the same case solved again
    """

    def __init__(self, question: Question, parameters: Parameters, stored: Stored, again: Anew) -> None:
        self.question, self.parameters = question, parameters
        self._stored, self._again = stored, again
        self.missed: list[str] = []
        self.failure: Exception | None = None

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name in self._stored:
            return self._stored[name]
        output = self.question.output(name)
        if output.follows is not None:
            return self.follow(output)
        if name not in self.missed:
            self.missed.append(name)
        return self._again(output)

    def follow(self, output: Output) -> NDArray[Any]:
        """Recompute an output that follows from others."""
        if output.follows is None:
            raise ValueError(output.name)
        others = [self[name] for name in output.follows_from]
        try:
            with np.errstate(all="ignore"):
                return np.asarray(output.follows(self.parameters, *others))
        except UNPROVABLE as failure:
            # Damaged tables are reported by their own check.
            self.failure = failure
            return self._again(output)

    def lost(self, output: Output) -> tuple[NDArray[Any], float]:
        """What each stored choice loses, and the largest value that it depends on, at least 1."""
        if output.loses is None:
            raise ValueError(output.name)
        others = [self[name] for name in output.follows_from]
        chosen = self[output.name]
        try:
            with np.errstate(all="ignore"):
                loss = np.asarray(output.loses(self.parameters, chosen, *others))
        except UNPROVABLE:
            loss = np.full(chosen.shape, np.inf)
        sizes = (np.max(np.abs(one), where=np.isfinite(one), initial=0.0) for one in others)
        return np.where(np.isnan(loss), np.inf, loss), float(max([1.0, *sizes]))


def _expected(output: Output, sources: _Sources, proof: Proof, good: bool) -> tuple[NDArray[Any] | None, str]:
    """What an output should be, if that follows from others, and how that is known, one of KINDS.

    Parameters
    ----------
    output : the output
    sources : stored arrays, or the case solved again
    proof : proof of what is stored, or of the case solved again
    good : whether the certificate is accepted; one that is not is not an expected value

    Returns
    -------
    The array, None where it does not follow, and one of KINDS
    """
    if output is sources.question.certificate:
        return np.asarray(proof.certificate) if good else None, "recomputed"
    if output.proved:
        return None, "compared" if proof.not_kept else "proved"
    if output.follows is not None:
        return sources.follow(output), "recomputed"
    return None, "best" if output.loses is not None else "records" if output.record else "compared"


def _worse(
    output: Output, labels: Mapping[str, NDArray[Any]], sources: _Sources, tolerance: float
) -> Iterator[Finding]:
    """Report the choice that loses most, if it loses more than is accepted.

    Parameters
    ----------
    output : an output of choices
    labels : labels by dimension
    sources : stored arrays, or the case solved again
    tolerance : largest accepted loss, for values up to 1
    """
    if output.loses is None:
        return
    loss, largest = sources.lost(output)
    if loss.max(initial=0.0) > tolerance * largest:
        at = np.unravel_index(int(loss.argmax()), loss.shape)
        chosen = sources[output.name][at]
        yield Finding(
            output.name,
            cell(output.dims, labels, at),
            "a best choice",
            f"{chosen}, which loses {loss[at]:.3g}",
        )


def _malformed(output: Output, labels: Mapping[str, NDArray[Any]], stored: NDArray[Any]) -> Iterator[Finding]:
    """Report a shape or type other than the question's."""
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
    """Report the cell with the largest difference, if that is not accepted; NaN is infinitely far away.

    Parameters
    ----------
    output : the output
    labels : labels by dimension
    right, stored : what should be stored and what is, along the output's own dimensions
    tolerance : largest accepted difference of floats, for values up to 1; other types must be equal
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
    """Return a place in a table by its labels, as "banked=3, opponent=5".

    Parameters
    ----------
    dims : dimensions of the table
    labels : labels by dimension
    at : index along each dimension
    """
    return ", ".join(f"{dim}={labels[dim][index]}" for dim, index in zip(dims, at, strict=True))
