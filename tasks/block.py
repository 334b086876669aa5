"""A Dask task: solve a block of cases and write its tiles into a fork of the shard's session. Without
Prefect.

It may run twice, if a worker dies after writing. Then the first fork is never merged, and the second result
has the same bits.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import icechunk
import numpy as np
from numpy.typing import NDArray

from solvers import catalog, compiling
from solvers.outputs.output import Output
from solvers.questions.certify import accepted
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from storage.access import lasting
from storage.layout import Layout
from storage.region import write_cases
from storage.schema import DONE, FAILED
from tasks import present
from tasks.case import Answer, Case, Index

Rows = dict[Index, dict[str, Any]]
LONGEST_ERROR = 1000
# Cases that take less are begun together, as to tell the launcher takes some milliseconds.
TOLD_SECONDS = 0.1
# Seconds between attempts to write.
PAUSES = (1.0, 4.0)


@dataclass(frozen=True)
class Block:
    """Cases that own their tiles: no other block of the sweep writes them.

    Parameters
    ----------
    sweep : group in the store
    question : name in the catalogue
    layout : layout of the sweep in the store
    cases : cases to solve
    """

    sweep: str
    question: str
    layout: Layout
    cases: tuple[Case, ...]

    def __str__(self) -> str:
        return f"{self.sweep}, {self.name}"

    @property
    def name(self) -> str:
        """Its cases, in words."""
        first, others = self.labels(self.cases[0]), len(self.cases) - 1
        return first + (f" and {others} more" if others else "")

    def labels(self, case: Case) -> str:
        """Labels of one of its cases along the axes of the sweep, in words."""
        labels = self.layout.labels(case.places[0].index)
        return ", ".join(f"{name}={label}" for name, label in labels.items())

    @property
    def seconds(self) -> float:
        """Estimated time to solve all cases on one core."""
        return sum(case.seconds for case in self.cases)

    @property
    def outgrows(self) -> bool:
        """Whether it has a case that is solved piece by piece, as it exceeds a worker's memory."""
        return any(map(catalog.find(self.question).outgrows, (case.parameters for case in self.cases)))

    @property
    def places(self) -> int:
        """Number of cases that it answers, mirrors included."""
        return sum(len(case.places) for case in self.cases)


def solve_block(block: Block, fork: icechunk.ForkSession) -> tuple[icechunk.ForkSession, Rows]:
    """Solve and write a block; return what the shard merges and commits."""
    return fork, write_patiently(block, solve_cases(block), fork)


def solve_cases(block: Block) -> list[Answer]:
    """Solve the cases of a block; one that raises is recorded as failed, and the others go on."""
    answers: dict[int, Answer] = {}
    for told in _told_together(block, together(catalog.find(block.question), block.cases)):
        present.begin([place for places in told for place in places])
        for places in told:
            solved = _solve_together(block, [block.cases[place] for place in places])
            answers |= zip(places, solved, strict=True)
    return [answers[place] for place in range(len(block.cases))]


def _told_together(block: Block, groups: Iterable[list[int]]) -> Iterator[list[list[int]]]:
    """Groups of cases, several at once as long as they are short."""
    told: list[list[int]] = []
    seconds = 0.0
    for places in groups:
        each = sum(block.cases[place].seconds for place in places)
        if told and seconds + each > TOLD_SECONDS:
            yield told
            told, seconds = [], 0.0
        told.append(places)
        seconds += each
    yield told


def together(question: Question, cases: Sequence[Case]) -> list[list[int]]:
    """Cases that are solved together, as indices into the sequence; each case is in one list."""
    if question.together is None:
        return [[place] for place in range(len(cases))]
    groups: dict[tuple[Value, ...], list[int]] = {}
    for place, case in enumerate(cases):
        others = (value for name, value in case.parameters.items() if name != question.together.parameter)
        groups.setdefault(tuple(others), []).append(place)
    return list(groups.values())


def _solve_together(block: Block, cases: Sequence[Case]) -> list[Answer]:
    """Solve cases in one pass; they share its time in proportion to their estimates."""
    question = catalog.find(block.question)
    if question.together is None or len(cases) == 1:
        return [solve_case(block, case) for case in cases]
    started = compiling.thread_time()
    try:
        solutions = question.together.solve([case.parameters for case in cases])
    except Exception:
        # Solved one by one, only the faulty cases fail, each with its error.
        return [solve_case(block, case) for case in cases]
    each = (compiling.thread_time() - started) / sum(case.seconds for case in cases)
    return [
        _answer(block, partial(_given, solution), each * case.seconds)
        for case, solution in zip(cases, solutions, strict=True)
    ]


def _given(solution: Any) -> Any:
    return solution


def solve_case(block: Block, case: Case) -> Answer:
    """Solve one case; an exception becomes its stored error."""
    return _answer(block, partial(catalog.find(block.question).solve, **case.parameters), 0.0)


def _answer(block: Block, solve: Callable[[], Any], seconds: float) -> Answer:
    """Solve a case and read off its answer.

    Parameters
    ----------
    block : the block of the case
    solve : function that returns the solution
    seconds : processor time already spent on it
    """
    started = compiling.thread_time() - seconds
    try:
        answer = read_off(block, solve())
    except Exception as error:
        # The boundary of the sweep: one faulty case must not fail its block. Nothing is lost, as the store
        # has the type and the text of the error.
        answer = failed(error)
    return replace(answer, row={**answer.row, "seconds": compiling.thread_time() - started})


def failed(error: Exception) -> Answer:
    """The answer of a case that failed."""
    return Answer(failure(f"{type(error).__name__}: {error}"), {})


def failure(text: str) -> dict[str, Any]:
    """The row of a failed case."""
    return {"status": FAILED, "error": text[:LONGEST_ERROR], "seconds": 0.0, "finished": now()}


def now() -> str:
    """UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def write_patiently(block: Block, answers: Sequence[Answer], fork: icechunk.ForkSession) -> Rows:
    """Write answers, and retry if the store fails, since they may have taken long to solve.

    A failure that lasts, such as a full disk, is raised at once.
    """
    for pause in PAUSES:
        try:
            return write_answers(block, answers, fork)
        except (OSError, icechunk.IcechunkError) as error:
            if lasting(error):
                raise
            time.sleep(pause)
    return write_answers(block, answers, fork)


def write_answers(block: Block, answers: Iterable[Answer], fork: icechunk.ForkSession) -> Rows:
    """Write the arrays of a block's cases and of their mirrors; return the rows of all."""
    rows: Rows = {}
    values: dict[Index, dict[str, NDArray[Any]]] = {}
    dims = {variable.name: variable.dims for variable in block.layout.tiled}
    for case, answer in zip(block.cases, answers, strict=True):
        for mirror, place in enumerate(case.places):
            rows[place.index] = {**answer.row, "key": place.key}
            if mirror:
                # A mirror took no time of its own.
                rows[place.index]["seconds"] = 0.0
            # A failed case has no arrays: those of an earlier solve are blanked.
            values[place.index] = {
                name: turned(array, dims[name], place.transposition) for name, array in answer.arrays.items()
            }
    if dims:
        write_cases(fork, block.sweep, block.layout, values)
    return rows


def read_off(block: Block, solution: Any, withheld: Sequence[str] = ()) -> Answer:
    """Read the kept outputs off the solution of one of the block's cases.

    Parameters
    ----------
    block : the block of the case
    solution : solution by the question's solver
    withheld : outputs that the solution does not have
    """
    question = catalog.find(block.question)
    accepted(question, solution)
    names = [variable.name for variable in block.layout.variables if variable.name not in withheld]
    kept = [question.output(name) for name in names]
    numbers = {output.name: output.read(solution).item() for output in kept if not output.dims}
    arrays = {output.name: _array(output, solution) for output in kept if output.dims}
    return Answer({"status": DONE, "error": "", **numbers, "seconds": 0.0, "finished": now()}, arrays)


def _array(output: Output, solution: Any) -> NDArray[Any]:
    return np.asarray(output.read(solution), output.dtype)


def turned(array: NDArray[Any], dims: tuple[str, ...], transposition: Mapping[str, str]) -> NDArray[Any]:
    """The output of a solved case, transposed for its mirror.

    Parameters
    ----------
    array : an output of the solved case
    dims : its dimensions
    transposition : for each dimension that differs, the dimension of the solved case to take instead
    """
    return array.transpose([dims.index(transposition.get(dim, dim)) for dim in dims])
