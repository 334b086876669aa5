"""A run of one sweep, without Prefect: prepare the store, then solve its shards.

A shard forks a session for its blocks, merges their results and commits once.

Workers are ready seconds before a Prefect server is. So the work may begin before Prefect asks for it; then
Prefect's tasks wait for what was begun.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Lock
from typing import Any

import icechunk

from solvers.catalog import find
from solvers.errors import InvalidRules
from storage.access import worded
from storage.repository import Store
from storage.schema import FAILED
from storage.vanishing import expected
from tasks import log, progress
from tasks.block import Block, Rows, solve_block, write_patiently
from tasks.case import Answer
from tasks.executor import Lost, Workers
from tasks.in_pieces import solve_in_pieces
from tasks.outcomes import Outcomes
from tasks.plan import RunPlan, Shard, make_plan
from tasks.rerun import Rerun
from tasks.rescue import rescued
from tasks.room import make_room


@dataclass(frozen=True)
class Report:
    """The result of a shard.

    Parameters
    ----------
    solved : number of cases, without mirrors
    answered, failed : numbers of cases, mirrors included
    seconds : processor time of workers for solving
    worst : largest certificate of the answers
    errors : texts of some failures, with the case's labels
    commit : the snapshot
    """

    solved: int
    answered: int
    failed: int
    seconds: float
    worst: float
    errors: tuple[str, ...]
    commit: str


class Stopped(Exception):
    """The run was asked to stop; finished cases are committed."""


class Work:
    """The work of one sweep.

    Parameters
    ----------
    store : store for the answers
    workers : workers that solve
    metadata : metadata of the commits, with "run"

    Attributes
    ----------
    started : time of its creation, by `time.monotonic`
    counted : counts the cases that were answered
    """

    def __init__(self, store: Store, workers: Workers, metadata: dict[str, Any]) -> None:
        self.store, self.workers, self.metadata = store, workers, metadata
        self.started, self.counted = time.monotonic(), progress.Counted()
        self._room: RunPlan | None = None
        self._shards: dict[int, Future[Report]] = {}
        # One table at a time.
        self._large = Lock()

    def begin(self, plan: RunPlan, rerun: Rerun, threads: Executor) -> None:
        """Prepare the store for a plan and start its shards on these threads."""
        self._room = room = self.room(plan, rerun)
        self._shards = {shard.number: threads.submit(self._solve, shard) for shard in room.shards}

    def room(self, plan: RunPlan, rerun: Rerun) -> RunPlan:
        """Prepare the store for the results of a plan; plan again if the store has changed since.

        Raises
        ------
        InvalidRules
            if another run has stored answers since which this one would replace
        """
        begun, self._room = self._room, None
        if begun is not None:
            return begun
        if self.store.has_changed(plan.sweep.name, plan.compared):
            agreed, plan = plan.replaced, make_plan(plan.sweep, self.store, rerun, self.metadata["run"])
            if plan.replaced not in ("", agreed):
                raise InvalidRules(
                    f"{plan.sweep.name}: another run has just stored answers for other fixed parameters"
                    f" ({plan.replaced}). Give this sweep another name, or run it again to replace them."
                )
        return make_room(plan, self.store, rerun, self.metadata)

    def report(self, shard: Shard) -> Report:
        """Solve and commit a shard, or wait for it if it has begun; another call does it again.

        Raises
        ------
        Stopped
            if the run was asked to stop, after finished cases are committed
        Unwritable
            if the store's disk is full or cannot be written to, or the store has disappeared
        """
        begun = self._shards.pop(shard.number, None)
        return self._solve(shard) if begun is None else begun.result()

    def _solve(self, shard: Shard) -> Report:
        with expected(self.store.location):
            return self._solve_and_commit(shard)

    def _solve_and_commit(self, shard: Shard) -> Report:
        # Made here, and kept only as long as the shard takes.
        blocks = tuple(shard.blocks)
        with log.about(run=self.metadata["run"], sweep=blocks[0].sweep, shard=shard.number):
            log.note("shard begun", blocks=len(blocks), cases=shard.blocks.places)
            return self._solved_and_committed(shard, blocks)

    def _solved_and_committed(self, shard: Shard, blocks: Sequence[Block]) -> Report:
        sweep, layout = blocks[0].sweep, blocks[0].layout
        session = self.store.begin(sweep)
        fork = self.store.fork(session)
        forks: list[icechunk.ForkSession] = []
        rows: Rows = {}
        committed = ExitStack()
        commit = ""
        with worded("store", self.store.url), progress.uncommitted(self.counted) as tell:
            for written, new in self._finished(blocks, fork, committed, shard.blocks.memory):
                forks.append(written)
                rows |= new
                tell(len(new), _failed(new))
            for row in rows.values():
                row["run"] = self.metadata["run"]
            if rows:
                message = _message(sweep, shard.number, rows)
                commit = self.store.commit(session, forks, sweep, rows, message, self.metadata, layout)
                log.note("shard committed", commit=commit, cases=len(rows), failed=_failed(rows))
                committed.close()
        if len(rows) < shard.blocks.places:
            raise Stopped(
                f"shard {shard.number}: stopped with {len(rows)} of {shard.blocks.places} cases committed."
            )
        return _report(blocks, rows, commit)

    def _finished(
        self, blocks: Sequence[Block], fork: icechunk.ForkSession, committed: ExitStack, memory: float
    ) -> Iterator[tuple[icechunk.ForkSession, Rows]]:
        """Blocks as they return, until all have or the run is to stop; those that outgrow a worker come last.

        Parameters
        ----------
        blocks : blocks of a shard
        fork : fork of its session
        committed : collects what to do once their answers are committed
        memory : bytes that a worker takes with the largest case
        """
        within = [block for block in blocks if not block.outgrows]
        yield from _finished(within, fork, self.workers, memory)
        for block in blocks:
            if block.outgrows and (answers := self._piece_by_piece(block, committed)):
                rows = write_patiently(block, answers, fork)
                _note(block, rows)
                yield fork, rows

    def _piece_by_piece(self, block: Block, committed: ExitStack) -> list[Answer]:
        """Solve a block of cases that exceed a worker's memory; empty if the run is to stop."""
        answers = []
        for case in block.cases:
            with self._large:
                answer, forget = solve_in_pieces(self.store, self.workers, block, case)
            answers.append(answer)
            committed.callback(forget)
            if progress.ending():
                return []
        return answers


def _message(sweep: str, number: int, rows: Rows) -> str:
    failed = _failed(rows)
    done = f"{sweep}: shard {number}, {len(rows) - failed} done"
    return f"{done}, {failed} failed" if failed else done


def _finished(
    blocks: Sequence[Block], fork: icechunk.ForkSession, workers: Workers, memory: float
) -> Iterator[tuple[icechunk.ForkSession, Rows]]:
    """Blocks as they return, until all have or the run is to stop."""
    if progress.ending():
        return
    executor = workers.executor(max((block.seconds for block in blocks), default=0.0), memory)
    submitted = {executor.submit(solve_block, block, fork): block for block in blocks}
    for block, outcome in Outcomes(workers, submitted):
        if not isinstance(outcome, Lost):
            written, rows = outcome
        else:
            log.warn("block lost", block=block.name, cases=block.places, reason=str(outcome))
            if not (answers := rescued(block, outcome, executor, workers)):
                continue
            written, rows = fork, write_patiently(block, answers, fork)
        _note(block, rows)
        yield written, rows


def _note(block: Block, rows: Rows) -> None:
    """Note what became of a block, and each of its cases that failed."""
    seconds = sum(row["seconds"] for row in rows.values())
    with log.about(block=block.name):
        log.note("block solved", cases=len(rows), failed=_failed(rows), seconds=seconds)
        for labels, error in _failures(block, rows):
            log.warn("case failed", case=labels, error=error)


def _failures(block: Block, rows: Rows) -> Iterator[tuple[str, str]]:
    """Labels and errors of the cases of a block that failed."""
    for case in block.cases:
        row = rows[case.places[0].index]
        if row["status"] == FAILED:
            yield block.labels(case), row["error"]


def _failed(rows: Rows) -> int:
    return sum(row["status"] == FAILED for row in rows.values())


def _report(blocks: Sequence[Block], rows: Rows, commit: str) -> Report:
    names = find(blocks[0].question).certificates
    certificates = [row[name] for row in rows.values() for name in names if name in row]
    errors = [f"{labels}: {error}" for block in blocks for labels, error in _failures(block, rows)]
    seconds = sum(row["seconds"] for row in rows.values())
    solved = sum(len(block.cases) for block in blocks)
    return Report(
        solved, len(rows), _failed(rows), seconds, max(certificates, default=0.0), tuple(errors), commit
    )
