"""Stored answers are verified, case by case, and what became of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solvers.questions.covering import Finding, cover
from solvers.wording.counts import some
from tasks.stored_cases import StoredCase

MOST_SHOWN = 20
SolvedAgain = Callable[[StoredCase, Sequence[str]], object]


@dataclass(frozen=True, repr=False)
class Verification:
    """What became of stored answers that were verified; true if nothing is wrong.

    Attributes
    ----------
    cases : how many were looked at
    certificate : the largest one, computed anew; relative where values exceed 1
    tolerance : largest certificate that is accepted
    backing : how each output is known to be right, in words
    wrong : cases in which something is not as it should be, by their labels, "goal=7", and what it is
    """

    cases: int
    certificate: float
    tolerance: float
    backing: tuple[str, ...]
    wrong: tuple[tuple[str, tuple[Finding, ...]], ...]

    def __bool__(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    def __repr__(self) -> str:
        """All that there is to say, in lines."""
        return "\n".join(
            [self.summary, *self.backing, *(f"not verified: {text}" for text in self.findings()), *self.rest]
        )

    @property
    def summary(self) -> str:
        """How many cases are right, and how exact the worst is."""
        return (
            f"{self.cases - len(self.wrong)} of {some(self.cases, 'case')} verified. Largest residual"
            f" {self.certificate:.1e} (accepted: {self.tolerance:.0e})."
        )

    def findings(self) -> Iterator[str]:
        """What is wrong in the first cases in which something is."""
        for label, found in self.wrong[:MOST_SHOWN]:
            for finding in found:
                yield f"{label}: {finding}" if label else str(finding)

    @property
    def rest(self) -> tuple[str, ...]:
        """How many more cases are wrong, if any."""
        left = len(self.wrong) - MOST_SHOWN
        return (f"... and {some(left, 'more case')}.",) if left > 0 else ()


def verified(cases: Iterable[StoredCase], tolerance: float, solved_again: SolvedAgain) -> Verification:
    """Account for all that is stored of some cases.

    Parameters
    ----------
    cases : each with an answer
    tolerance : largest certificate and difference accepted, for values up to 1
    solved_again : is called with a case that had to be solved again, and what its proof needs beside what is
        stored
    """
    count, worst, wrong, backing = 0, 0.0, list[tuple[str, tuple[Finding, ...]]](), tuple[str, ...]()
    for case in cases:
        count += 1
        if _outgrown(case):
            wrong.append((case.label, (_not_kept(case),)))
            continue
        covered = cover(case.question, case.parameters, case.stored, tolerance)
        if covered.not_kept:
            solved_again(case, covered.not_kept)
        worst = float(np.maximum(worst, covered.certificate / case.scale))
        found = (*case.beside(), *covered.findings)
        if found:
            wrong.append((case.label, found))
        else:
            backing = covered.backing
    return Verification(count, worst, tolerance, backing, tuple(wrong))


def _outgrown(case: StoredCase) -> bool:
    """Whether it was solved in pieces, so that the table its certificate needs is not stored."""
    wave = case.question.wave
    return wave is not None and wave.outgrows(case.parameters) and not {*wave.withheld} & {*case.data}


def _not_kept(case: StoredCase) -> Finding:
    """What is known about it from its stored certificate."""
    worst = max(float(case.stored[name]) for name in case.question.certificates)
    found = f"none, as it is too large to be stored. When it was solved its residual was {worst:.1e}."
    return Finding("table", "", "one", f"{found} `jeopardice run --rerun all` solves and verifies it again")
