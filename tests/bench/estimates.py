"""What a question says that its cases take, beside what they take.

The cases are of the sweeps that come along: of each question those whose estimates are nearest to SIZES, so
that both what is fixed and what grows shows.
"""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from configs.load import load
from solvers.catalog import QUESTIONS
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from tests.bench.contest import Called, Contest
from tests.bench.processes import HOUSE
from tests.bench.samples import OURS, Line
from tests.frozen.cases import row_of

ESTIMATE = "estimate"
HEAD = ("case", "takes, ms of CPU", "estimate, ms", "estimate by that")
# How far off an estimate may be, either way: a good one, and one that need not be corrected.
FACTORS = (2.0, 3.0)
# Seconds.
SIZES = (0.01, 0.2)
# Nothing that takes longer is measured.
MOST_SECONDS = 2.0
# A question, as its row of the catalogue has it or in words, and a case of it.
Asked = tuple[Question, Parameters]
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
    cases: dict[str, list[Asked]] = {name: [] for name in QUESTIONS}
    for path in sorted((HOUSE / "configs").glob("*/*.yaml")):
        for sweep in load(path):
            question, complete = sweep.asked(), sweep.completing()
            indices = list(sweep.representatives())
            step = 1 + len(indices) // MOST_CASES
            cases[row_of(question.name)] += [(question, complete(index)) for index in indices[::step]]
    found = [contest for name, own in cases.items() for contest in _of_question(name, own)]
    measured = {contest.what.split()[0] for contest in found}
    if missing := [name for name in cases if name not in measured]:
        left_out.append(
            f"{', '.join(missing)}, of which no sweep has a case that is to take {MOST_SECONDS} s or less."
        )
    return found


def compared(lines: Sequence[Line]) -> Iterator[tuple[str, float, float, float]]:
    """Each case with the milliseconds that it takes, those that its question says, and these by the first.

    Parameters
    ----------
    lines : of all cases and of their estimates
    """
    medians = {(line.what, line.who): statistics.median(line.samples) for line in lines}
    for case in dict.fromkeys(line.what for line in lines):
        takes, said = medians[case, OURS], medians[case, ESTIMATE]
        yield case, takes, said, said / takes


def longest(lines: Sequence[Line]) -> list[tuple[str, float, float, float]]:
    """Of each family of questions the case that takes longest, as `compared` has it.

    Parameters
    ----------
    lines : of all cases and of their estimates

    Examples
    --------
    >>> cases = {"race.pig n=2": (1.0, 1.5), "race.hog n=2": (8.0, 2.0), "length.pig n=2": (2.0, 2.0)}
    >>> both = [(case, zip((OURS, ESTIMATE), ms, strict=True)) for case, ms in cases.items()]
    >>> lines = [Line(case, who, "CPU, ms", (ms,)) for case, figures in both for who, ms in figures]
    >>> [case for case, *_ in longest(lines)]
    ['race.hog n=2', 'length.pig n=2']
    """
    found: dict[str, tuple[str, float, float, float]] = {}
    for row in compared(lines):
        family = row[0].split(".")[0]
        if family not in found or row[1] > found[family][1]:
            found[family] = row
    return list(found.values())


def summary(lines: Sequence[Line]) -> str:
    """How many cases are estimated how well, and which are not.

    Parameters
    ----------
    lines : of all cases and of their estimates

    Examples
    --------
    >>> cases = {"race.pig goal=2": (1.0, 1.5), "race.pig goal=3": (2.0, 5.0), "race.hog goal=2": (8.0, 2.0)}
    >>> both = [(case, zip((OURS, ESTIMATE), ms, strict=True)) for case, ms in cases.items()]
    >>> lines = [Line(case, who, "CPU, ms", (ms,)) for case, figures in both for who, ms in figures]
    >>> print(summary(lines))
    3 cases of 2 questions. Estimates within a factor of 2: 1. Within a factor of 3: 2. Farther off:
    race.hog goal=2.
    >>> print(summary(lines[:4]))
    2 cases of 1 question. Estimates within a factor of 2: 1. Within a factor of 3: 2. Farther off: none.
    """
    off = {case: max(quotient, 1.0 / quotient) for case, _, _, quotient in compared(lines)}
    questions = len({case.split()[0] for case in off})
    within = [
        f"ithin a factor of {factor:.0f}: {sum(own <= factor for own in off.values())}." for factor in FACTORS
    ]
    far = [case for case, own in off.items() if not own <= FACTORS[-1]]
    asked = f"{len(off)} cases of {questions} question{'s' * (questions > 1)}."
    return f"{asked} Estimates w{' W'.join(within)} Farther off:" + (
        f"\n{'; '.join(far)}." if far else " none."
    )


def _of_question(name: str, cases: list[Asked]) -> Iterator[Contest]:
    """A small and a middling case of a question, one if they are the same."""
    estimated = [(question.seconds(given), question, given) for question, given in cases]
    short = [one for one in estimated if one[0] <= MOST_SECONDS]
    chosen = [min(short, key=lambda one: abs(one[0] - size)) for size in SIZES if short]
    for place, (seconds, question, given) in enumerate(chosen):
        if given not in [other for _, _, other in chosen[:place]]:
            # A game of one's own by its name, not by the text of its rules.
            said = ", ".join(f"{own}={question.parameter(own).label(value)}" for own, value in given.items())
            solve = partial(_solve, question.solve, given)
            yield Contest(f"{name} {said}", {OURS: Called(solve), ESTIMATE: Said(seconds)})


def _solve(solve: Any, given: Parameters) -> float:
    solve(**given)
    return float("nan")
