"""A case larger than one worker's memory, solved piece by piece over a table that all workers share.

Any worker takes the next piece of a stage once the stages that it needs are finished; if a worker dies, only
its piece is lost. Finished stages are committed to the store while others are solved (`storage.checkpoints`),
with one commit for those that begin within a second. If a launcher dies, a second or a stage or two is lost,
whichever takes longer. The next launcher, on any machine, puts the finished pieces back and goes on. The
answer has the same bits in any case.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

import icechunk
import numpy as np

from solvers import catalog
from solvers.arrays import Array
from solvers.questions.wave import Wave
from storage.checkpoints import Checkpoints, PiecesDamaged, Place
from storage.repository import Store
from tasks import log, progress
from tasks.block import Block, failed, read_off, solve_cases
from tasks.calls import CallLost, Calls, Ending
from tasks.case import Answer, Case
from tasks.executor import CaseTimedOut, Workers
from tasks.piece import CaseFailed, certify_piece, restore_piece, solve_piece
from tasks.shared_table import SharedTable, shared_table

# Seconds during which stages begin that are committed together. A commit takes the launcher 17 ms, in which
# no worker is given a piece, and in narrow layers a stage takes no longer.
BATCH_SECONDS = 1.0


def solve_in_pieces(
    store: Store, workers: Workers, block: Block, case: Case
) -> tuple[Answer, Callable[[], None]]:
    """Solve a case, starting from its finished pieces.

    If the run is to stop, the finished pieces are committed, and there is no answer.

    Returns
    -------
    the answer, and a function that deletes the finished pieces, to be called once the answer is committed

    Raises
    ------
    TableUnseen
        if a worker does not see the table
    StoreError, OSError
        if the store or the table cannot be written
    """
    wave = catalog.find(block.question).wave
    solving: _Large | _Whole
    if wave is not None and wave.outgrows(case.parameters):
        solving = _Large(store, workers, block, case, wave)
    else:
        solving = _Whole(workers, block, case)
    try:
        return solving.answer(), solving.forget
    except CaseFailed as error:
        # It would fail again.
        return failed(error), solving.forget
    except (CallLost, CaseTimedOut) as error:
        # Another run goes on from the finished pieces.
        return failed(error), _keep
    except Ending:
        return Answer({}, {}), _keep


def _keep() -> None:
    """Leave the finished pieces."""


class _Whole:
    """A case that is solved as a whole, as it only shares its tile with one that is solved in pieces."""

    def __init__(self, workers: Workers, block: Block, case: Case) -> None:
        self._workers, self._block = workers, replace(block, cases=(case,))

    def answer(self) -> Answer:
        """Solve the case on a worker."""
        calls = Calls[int](self._workers, self._block.seconds)
        calls.begin({0: (solve_cases, self._block)})
        ((_, (answer,)),) = calls.ended()
        return cast(Answer, answer)

    def forget(self) -> None:
        """There are no pieces."""


class _Large:
    """A case that is solved piece by piece."""

    def __init__(self, store: Store, workers: Workers, block: Block, case: Case, wave: Wave) -> None:
        self._workers, self._block, self._case, self._wave = workers, block, case, wave
        given = case.parameters
        self._stages = wave.stages(given)
        cut = [(len(pieces), max(wave.room(given, piece) for piece in pieces)) for pieces, _ in self._stages]
        self._kept = Checkpoints(store, case.places[0].key, cut)
        self._proofs = wave.proofs(given)
        pieces = sum(len(stage.pieces) for stage in self._stages) + len(self._proofs)
        # Estimated seconds of a piece.
        self._each = case.seconds / max(1, pieces)
        self._steps, self._seconds = len(self._stages) + len(self._proofs), 0.0
        self._begun = time.monotonic()

    def answer(self) -> Answer:
        """Solve the case from its finished pieces; from its start, if any of these is damaged."""
        if self._kept.lost:
            self._tell(self._kept.lost)
        try:
            return self._answer()
        except PiecesDamaged as error:
            self._tell(str(error))
            self._kept.start_over()
            return self._answer()

    def _tell(self, lost: str) -> None:
        case = self._block.labels(self._case)
        log.warn("finished pieces damaged", case=case, reason=lost)
        progress.tell(f"{case}: solved from its start, as finished pieces are damaged: {lost}.")

    def _answer(self) -> Answer:
        """Solve the case, certify it, and read off its outputs."""
        given = self._case.parameters
        with shared_table(self._wave.shape(given)) as table:
            self._solve(table)
            found = self._kept.found(self._places())
            certificate = self._certify(table, found)
            solution = self._wave.finish(given, table.opened(), found, certificate)
            answer = read_off(self._block, solution, self._wave.withheld)
        return Answer({**answer.row, "seconds": self._seconds}, answer.arrays)

    def forget(self) -> None:
        """Remove the finished pieces."""
        self._kept.drop()

    def _solve(self, table: SharedTable) -> None:
        """Put finished pieces back, and solve the rest: each stage once those that it needs are finished."""
        done = self._kept.finished()
        self._restore(table, done)
        missing = [
            {Place(number, row) for row in range(len(stage.pieces))} - done
            for number, stage in enumerate(self._stages)
        ]
        calls, opened, under_way = Calls[Place](self._workers, self._each), 0, dict[int, _Batch]()

        def begin() -> None:
            nonlocal opened
            finished = next((number for number, places in enumerate(missing) if places), len(missing))
            progress.within(finished, self._steps)
            while opened < len(missing) and self._stages[opened].after <= finished:
                if missing[opened]:
                    under_way[opened] = batch = self._batch(under_way)
                    places = sorted(missing[opened])
                    calls.begin(
                        {place: (solve_piece, *self._of(table, place), batch.fork) for place in places}
                    )
                opened += 1

        try:
            begin()
            for place, (written, seconds) in calls.ended():
                self._seconds += seconds
                batch = under_way[place.stage]
                batch.written.append(written)
                missing[place.stage].discard(place)
                self._refuse_late(calls)
                if not missing[place.stage]:
                    # Workers do not wait for the commit, and pieces that begin now may be part of it.
                    begin()
                    del under_way[place.stage]
                    if batch not in under_way.values():
                        self._commit(batch)
        except BaseException:
            for batch in set(under_way.values()):
                self._commit(batch)
            raise

    def _batch(self, under_way: Mapping[int, "_Batch"]) -> "_Batch":
        """The batch of the newest stage, or a new one if that began too long ago."""
        if under_way:
            newest = under_way[max(under_way)]
            if time.monotonic() - newest.begun < BATCH_SECONDS:
                return newest
        session = self._kept.begin()
        return _Batch(session, session.fork(), time.monotonic())

    def _restore(self, table: SharedTable, done: frozenset[Place]) -> None:
        """Put finished pieces back into the table."""
        reader, calls = self._kept.reader(), Calls[Place](self._workers, self._each)
        calls.begin({place: (restore_piece, *self._of(table, place), reader) for place in sorted(done)})
        try:
            self._kept.check_found(dict(calls.ended()))
        except PiecesDamaged:
            calls.cancel()
            raise

    def _commit(self, batch: "_Batch") -> None:
        self._kept.commit(batch.session, batch.written, f"{len(batch.written)} pieces")

    def _certify(self, table: SharedTable, found: Array) -> tuple[float, ...]:
        """The certificate: the maxima over all of its pieces."""
        question, given = self._block.question, self._case.parameters
        calls = Calls[int](self._workers, self._each)
        calls.begin(
            {
                number: (certify_piece, question, given, table, proof, found)
                for number, proof in enumerate(self._proofs)
            }
        )
        numbers = []
        for _, (ours, seconds) in calls.ended():
            self._refuse_late(calls)
            numbers.append(ours)
            self._seconds += seconds
            progress.within(len(self._stages) + len(numbers), self._steps)
        # NumPy's maximum, as Python's may lose a NaN.
        return tuple(np.max(numbers, axis=0).tolist())

    def _refuse_late(self, calls: Calls[Any]) -> None:
        limit = self._workers.case_timeout
        if limit is not None and time.monotonic() - self._begun > limit:
            calls.cancel()
            raise CaseTimedOut(limit)

    def _places(self) -> list[Place]:
        return [
            Place(number, row)
            for number, stage in enumerate(self._stages)
            for row in range(len(stage.pieces))
        ]

    def _of(self, table: SharedTable, place: Place) -> tuple[Any, ...]:
        piece = self._stages[place.stage].pieces[place.row]
        return self._block.question, self._case.parameters, table, piece, place


@dataclass(frozen=True, eq=False)
class _Batch:
    """Stages that are committed together.

    Parameters
    ----------
    session : session that began with the first of them
    fork : fork of that session, without pieces
    begun : start by the monotonic clock
    written : forks of that session, with the finished pieces
    """

    session: icechunk.Session
    fork: icechunk.ForkSession
    begun: float
    written: list[icechunk.ForkSession] = field(default_factory=list)
