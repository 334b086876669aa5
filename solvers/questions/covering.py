"""Every stored number is accounted for: proved, recomputed from others, or shown to be best.

A question's certificate proves the outputs that say so. Outputs that say how they follow from others are
recomputed from these. Choices that say what they lose are shown to lose nothing. Where too little is stored
for that, the case is solved again, the new solution is proved, and what is stored is compared with it. What
else there is tells how a solver went: it is compared with a new solution, and said not to be proved. So is
whatever nobody thought of. Numbers are compared within the tolerance, whole numbers exactly, since ties are
broken by rule and the same bits come out wherever a case is solved. Shapes and types come first: a table cut
off may prove itself.
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

# What backs an output up.
KINDS = ("proved", "recomputed", "best", "compared", "records")
UNPROVED = "Not proved; compared with a new solution"


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
    proved, recomputed, best, compared, records : names of outputs, by what backs them up; the best choices
        are compared as well, to see how ties are broken
    not_kept : outputs that the proof needs and that are not stored: it is of the case solved again
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
        """How each output is known to be right, in words."""
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
    sources = _Sources(question, parameters, stored, again)
    good = proof.certificate <= tolerance * scale(question, Whole(again) if proof.not_kept else stored)
    findings, backing = list[Finding](), dict[str, str]()
    for output in outputs:
        expected, backing[output.name] = _expected(output, sources, proof, good)
        # A certificate does not say where; beside a new solution the place is seen.
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
        # What stands in for what is not stored is no better than its own proof.
        not_kept, whole = tuple(sources.missed), Whole(again)
        certificate = float(question.certify(parameters, whole))
        if not certificate <= tolerance * scale(question, whole):
            findings.append(_bad(certificate, tolerance * scale(question, whole)))
    kinds = {kind: tuple(name for name, own in backing.items() if own == kind) for kind in KINDS}
    return Covered(proof.certificate, tuple(findings), **kinds, not_kept=not_kept)


def _bad(certificate: float, most: float) -> Finding:
    return Finding("certificate", "", f"at most {most:.0e}", f"{certificate:.3g}")


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


class _Sources:
    """What outputs follow from: what is stored, and in place of what is not a new solution.

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
        """An output that says how it follows from others, recomputed from these."""
        if output.follows is None:
            raise ValueError(output.name)
        others = [self[name] for name in output.follows_from]
        try:
            with np.errstate(all="ignore"):
                return np.asarray(output.follows(self.parameters, *others))
        except UNPROVABLE as failure:
            # Tables that no solver makes are found out by themselves, and by their place.
            self.failure = failure
            return self._again(output)

    def lost(self, output: Output) -> tuple[NDArray[Any], float]:
        """What stored choices that say so lose, and the size of what they are made by, at least 1."""
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
    """What an output should be, where that follows from others, and what backs it up, one of KINDS.

    Parameters
    ----------
    output : which
    sources : of the case
    proof : of what is stored, or of the case solved again
    good : whether that is accepted; a bad certificate is not what should be

    Returns
    -------
    The array, None where it does not follow
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
    """The choice that loses most, if it loses more than is accepted.

    Parameters
    ----------
    output : choices
    labels : of each dimension, by its name
    sources : of the case
    tolerance : largest loss accepted, for values up to 1
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
