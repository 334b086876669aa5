"""What a question says that its cases take, beside what they take.

The cases are of the sweeps that come along: of each question those whose estimates are nearest to SMALL and
to MIDDLING, so that both what is fixed and what grows shows. *Times ours* is the estimate by what was
measured.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from configs.load import load
from solvers.catalog import QUESTIONS
from solvers.questions.parameter import Parameters
from tests.bench.contest import Called, Contest
from tests.bench.processes import HOUSE
from tests.bench.samples import OURS

ESTIMATE = "estimate"
# Seconds.
SIZES = (0.01, 0.2)
# Nothing that takes longer is measured.
MOST_SECONDS = 2.0
# Of a sweep, as evenly spread as its axes allow.
MOST_CASES = 300


class Said:
    """An estimate, as if it had been measured.

    Parameters
    ----------
    seconds : of one case
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def warm_up(self) -> float:
        """Nothing to compare."""
        return float("nan")

    def sample(self) -> Mapping[str, float]:
        """Milliseconds, under the name of what `Called` measures."""
        return {"CPU, ms": 1e3 * self._seconds}


def contests(scratch: Path, left_out: list[str]) -> list[Contest]:
    """What is measured.

    Parameters
    ----------
    scratch : not needed
    left_out : is told which questions have no case that is short enough
    """
    cases: dict[str, list[Parameters]] = {name: [] for name in QUESTIONS}
    for path in sorted((HOUSE / "configs").glob("*/*.yaml")):
        for sweep in load(path):
            complete = sweep.completing()
            indices = list(sweep.representatives())
            step = 1 + len(indices) // MOST_CASES
            cases[sweep.question] += [complete(index) for index in indices[::step]]
    found = [contest for name, own in cases.items() for contest in _of_question(name, own)]
    measured = {contest.what.split()[0] for contest in found}
    left_out += [
        f"{name}: no sweep has a case of less than {MOST_SECONDS} s."
        for name in cases
        if name not in measured
    ]
    return found


def _of_question(name: str, cases: list[Parameters]) -> Iterator[Contest]:
    """A small and a middling case of a question, one if they are the same."""
    question = QUESTIONS[name]
    estimated = [(question.seconds(given), given) for given in cases]
    short = [(seconds, given) for seconds, given in estimated if seconds <= MOST_SECONDS]
    chosen = [min(short, key=lambda one: abs(one[0] - size)) for size in SIZES if short]
    for place, (seconds, given) in enumerate(chosen):
        if given not in [other for _, other in chosen[:place]]:
            said = ", ".join(f"{own}={value}" for own, value in given.items())
            solve = partial(_solve, question.solve, given)
            yield Contest(f"{name} {said}", {OURS: Called(solve), ESTIMATE: Said(seconds)})


def _solve(solve: Any, given: Parameters) -> float:
    solve(**given)
    return float("nan")
