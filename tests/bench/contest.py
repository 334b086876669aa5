"""Contests: several ways to do one thing, measured in turns.

A machine that others use, or that gets warm, changes its pace from minute to minute. So every round measures
each way once, one after the other, and ratios are taken within rounds.
"""

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from tests.bench.samples import OURS, Line

ROUNDS = 9
# Of what takes a minute and more.
FEW = 3
# A sample of less would be the clock's and the scheduler's.
LEAST_SECONDS = 0.02
# Answers of ways that end at a tolerance of their own may be so far from ours.
MOST_DIFFERENCE = 1e-6


class WrongAnswer(RuntimeError):
    """Who answers another question cannot be compared."""


class Contestant(Protocol):
    """One way to do it."""

    def warm_up(self) -> float:
        """Do it once, unmeasured; the answer, NaN if there is none to compare."""

    def sample(self) -> Mapping[str, float]:
        """Do it, and return what is measured, by the name of the measure."""


@dataclass(frozen=True)
class Contest:
    """One thing to do, and all who do it.

    Attributes
    ----------
    what : what is done
    who : the ways to do it, ours among them, by name
    pinned : whether all is done on one core
    rounds : samples of each
    warm_up : whether each is done once before, unmeasured
    size, theory : as of `samples.Line`
    """

    what: str
    who: Mapping[str, Contestant]
    pinned: bool = True
    rounds: int = ROUNDS
    warm_up: bool = True
    size: float | None = None
    theory: float | None = None


class Called:
    """A function of this process, measured in processor time.

    Parameters
    ----------
    function : returns its answer
    """

    def __init__(self, function: Callable[[], float]) -> None:
        self._function = function

    def warm_up(self) -> float:
        """Call it once, which compiles or loads machine code; its answer."""
        return self._function()

    def sample(self) -> Mapping[str, float]:
        """Milliseconds of one call, a mean of as many as take LEAST_SECONDS."""
        start, spent, calls = time.process_time(), 0.0, 0
        while spent < LEAST_SECONDS:
            self._function()
            calls += 1
            spent = time.process_time() - start
        return {"CPU, ms": 1e3 * spent / calls}


def held(contest: Contest, advance: Callable[[str], None]) -> list[Line]:
    """Hold a contest: a line for everybody and every measure.

    Parameters
    ----------
    contest : who does what
    advance : is told what has been measured

    Raises
    ------
    WrongAnswer
        if an answer is not ours
    """
    taken: dict[tuple[str, str], list[float]] = {}
    with pinned(contest.pinned):
        answers = {name: one.warm_up() if contest.warm_up else math.nan for name, one in contest.who.items()}
        differs = {name: _difference(contest.what, name, answers) for name in answers}
        for _ in range(contest.rounds):
            for name, one in contest.who.items():
                for measure, figure in one.sample().items():
                    taken.setdefault((name, measure), []).append(figure)
                advance(f"{contest.what}: {name}")
    return [
        Line(contest.what, name, measure, tuple(figures), differs[name], contest.size, contest.theory)
        for (name, measure), figures in taken.items()
    ]


def _difference(what: str, name: str, answers: Mapping[str, float]) -> float | None:
    if name == OURS or math.isnan(answers[OURS]):
        return None
    difference = abs(answers[name] - answers[OURS])
    if not difference <= MOST_DIFFERENCE:
        raise WrongAnswer(f"{what}, {name}: expected {answers[OURS]}, got {answers[name]}.")
    return difference


@contextmanager
def pinned(wanted: bool = True) -> Iterator[None]:
    """Have this process and those that it starts run on one core, where the system can do that.

    Parameters
    ----------
    wanted : False to leave them where they are
    """
    if not wanted or not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
