"""A case that outgrows a worker, solved piece by piece over a table that all workers share.

The pieces of a stage go to whoever works; a worker that dies costs its piece. A finished stage is committed
to the store while the next one is being solved (`storage.checkpoints`): a launcher that dies costs a stage or
two, and the next one, wherever it runs, puts the finished pieces back and goes on. Neither changes a bit.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import icechunk
import numpy as np

from solvers import catalog
from solvers.arrays import Array
from solvers.questions.parameter import Parameters
from solvers.questions.wave import Piece, Wave
from storage.checkpoints import Checkpoints, Place, read_left, write_piece
from storage.repository import Store
from tasks import progress
from tasks.block import Block, failed, read_off, solve_case
from tasks.case import Answer, Case
from tasks.executor import Workers
from tasks.outcomes import outcomes
from tasks.shared_table import SharedTable, shared_table

# What calls are known by.
Number = TypeVar("Number", int, Place)
# How often a piece is given to another worker when it has taken down the one that had it.
ATTEMPTS = 3


class PieceLost(RuntimeError):
    """A piece that takes down whoever solves it."""


class CaseFailed(RuntimeError):
    """What a piece of the case raised, as text."""


class _Ending(Exception):
    """The run is to stop."""


def solve_in_pieces(
    store: Store, workers: Workers, block: Block, case: Case
) -> tuple[Answer, Callable[[], None]]:
    """Solve a case, over what is finished of it.

    If the run is to stop, the finished pieces are committed, and the answer says nothing.

    Returns
    -------
    The answer, and what forgets the finished pieces: to be called once the answer is committed.

    Raises
    ------
    TableUnseen
        if a worker does not see the table
    StoreError, OSError
        if the store or the table cannot be written
    """
    wave = catalog.find(block.question).wave
    if wave is None or not wave.outgrows(case.parameters):
        # It shares its tile with one that does.
        whole: Answer
        _, whole = next(_Calls(workers).each({0: (solve_case, block, case)}))
        return whole, lambda: None
    large = _Large(store, workers, block, case, wave)
    try:
        return large.answer(), large.forget
    except CaseFailed as error:
        # It would fail there again.
        return failed(error), large.forget
    except PieceLost as error:
        return failed(error), lambda: None
    except _Ending:
        return Answer({}, {}), lambda: None


class _Large:
    """A case that is solved piece by piece."""

    def __init__(self, store: Store, workers: Workers, block: Block, case: Case, wave: Wave) -> None:
        self._calls, self._block, self._case, self._wave = _Calls(workers), block, case, wave
        given = case.parameters
        self._stages = wave.stages(given)
        cut = [(len(stage), max(wave.room(given, piece) for piece in stage)) for stage in self._stages]
        self._kept = Checkpoints(store, case.places[0].key, cut)
        self._proofs = wave.proofs(given)
        self._steps, self._seconds = len(self._stages) + len(self._proofs), 0.0

    def answer(self) -> Answer:
        """Solve it, certify it, and read off its outputs."""
        given = self._case.parameters
        with shared_table(self._wave.shape(given)) as table:
            self._solve(table)
            found = self._kept.found(self._places())
            certificate = self._certify(table, found)
            solution = self._wave.finish(given, table.opened(), found, certificate)
            answer = read_off(self._block, solution, self._wave.withheld)
        return Answer({**answer.row, "seconds": self._seconds}, answer.arrays)

    def forget(self) -> None:
        """Drop what is finished."""
        self._kept.drop()

    def _solve(self, table: SharedTable) -> None:
        """Put back what is finished, and solve the rest stage by stage."""
        done = self._kept.finished()
        reader = self._kept.reader()
        calls = {place: (_restore_piece, *self._of(table, place), reader) for place in sorted(done)}
        self._seconds += sum(seconds for _, (_, seconds) in self._calls.each(calls))
        commit: Callable[[], None] | None = None
        for number, stage in enumerate(self._stages):
            missing = {Place(number, row) for row in range(len(stage))} - done
            if not missing:
                continue
            session = self._kept.begin()
            fork = session.fork()
            calls = {place: (_solve_piece, *self._of(table, place), fork) for place in sorted(missing)}
            forks: list[icechunk.ForkSession] = []
            before, commit = commit, partial(self._kept.commit, session, forks, f"stage {number}")
            try:
                for _, (written, seconds) in self._calls.each(calls, before):
                    forks.append(written)
                    self._seconds += seconds
            except BaseException:
                commit()
                raise
            progress.within(number + 1, self._steps)
        if commit is not None:
            commit()

    def _certify(self, table: SharedTable, found: Array) -> tuple[float, ...]:
        """The certificate: the largest numbers of all of its pieces."""
        calls = {
            number: (_certify_piece, self._block.question, self._case.parameters, table, proof, found)
            for number, proof in enumerate(self._proofs)
        }
        numbers = []
        for _, (ours, seconds) in self._calls.each(calls):
            numbers.append(ours)
            self._seconds += seconds
            progress.within(len(self._stages) + len(numbers), self._steps)
        # Of the built-in max a NaN may get lost.
        return tuple(np.max(numbers, axis=0).tolist())

    def _places(self) -> list[Place]:
        return [Place(number, row) for number, stage in enumerate(self._stages) for row in range(len(stage))]

    def _of(self, table: SharedTable, place: Place) -> tuple[Any, ...]:
        piece = self._stages[place.stage][place.row]
        return self._block.question, self._case.parameters, table, piece, place


class _Calls:
    """Calls to workers, of which those are made again that took their worker down.

    Parameters
    ----------
    workers : where they run
    """

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        # Looking for workers anew takes 10 ms, and there are hundreds of stages.
        self._executor: Executor | None = None

    def each(
        self, calls: dict[Number, tuple[Any, ...]], meanwhile: Callable[[], None] | None = None
    ) -> Iterator[tuple[Number, Any]]:
        """What calls gave, by number, as they end.

        Parameters
        ----------
        calls : a function with its arguments, by number
        meanwhile : is called once they run

        Raises
        ------
        PieceLost
            if a call took workers down ATTEMPTS times
        _Ending
            if the run is to stop; those that have ended have been given
        """
        for _ in range(ATTEMPTS):
            executor = self._executor = self._executor or self._workers.executor()
            waiting = {executor.submit(*call): number for number, call in calls.items()}
            if meanwhile is not None:
                meanwhile()
                meanwhile = None
            for number, result in outcomes(waiting, self._workers):
                if not isinstance(result, BaseException):
                    del calls[number]
                    yield number, result
            if not calls:
                return
            self._executor = None
            if progress.ending():
                raise _Ending
        raise PieceLost(
            f"piece {min(calls)}: expected workers that survive it, got none in {ATTEMPTS} attempts. Do they"
            " have enough memory?"
        )


def _solve_piece(
    question: str,
    given: Parameters,
    table: SharedTable,
    piece: Piece,
    place: Place,
    fork: icechunk.ForkSession,
) -> tuple[icechunk.ForkSession, float]:
    """On a worker: solve a piece and write what it left; the fork, and seconds of processor time.

    Parameters
    ----------
    question, given : the case
    table : written
    piece, place : what to solve, and where it is kept
    fork : of the session of its stage
    """
    started = time.thread_time()
    opened, wave = table.opened(), _wave(question)
    with _blaming_the_case():
        left, found = wave.solve(given, opened, piece)
    seconds = time.thread_time() - started
    write_piece(fork, place, left, found)
    return fork, seconds


def _restore_piece(
    question: str,
    given: Parameters,
    table: SharedTable,
    piece: Piece,
    place: Place,
    reader: icechunk.Session,
) -> tuple[None, float]:
    """On a worker: put back what a finished piece had left.

    Parameters
    ----------
    question, given : the case
    table : written
    piece, place : which, and where it is kept
    reader : of a snapshot that has it
    """
    _wave(question).restore(given, table.opened(), piece, read_left(reader, place))
    return None, 0.0


def _certify_piece(
    question: str, given: Parameters, table: SharedTable, proof: Piece, found: Array
) -> tuple[tuple[float, ...], float]:
    """On a worker: the numbers of a piece of the certificate, and seconds of processor time.

    Parameters
    ----------
    question, given : the case
    table : of all values
    proof : what to check
    found : what is remembered of all pieces
    """
    started = time.thread_time()
    opened, wave = table.opened(), _wave(question)
    with _blaming_the_case():
        numbers = wave.certify(given, opened, proof, found)
    return numbers, time.thread_time() - started


@contextmanager
def _blaming_the_case() -> Iterator[None]:
    """Tell what the solver raises from what goes wrong around it."""
    try:
        yield
    except Exception as error:
        raise CaseFailed(f"{type(error).__name__}: {error}") from None


def _wave(question: str) -> Wave:
    wave = catalog.find(question).wave
    if wave is None:
        raise LookupError(f"question: expected one that is solved in pieces, got {question!r}.")
    return wave
