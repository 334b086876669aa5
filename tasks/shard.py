"""The Prefect task of a shard: fork a session to its blocks, merge what comes back, commit once.

A block whose worker died is solved again case by case, so that only the case that kills workers is recorded
as failed. If the connection broke, Prefect calls the shard again, later and later; what was not committed is
solved again, to the same bits.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from typing import Any, TypeVar

import icechunk
from prefect import State, task
from prefect.cache_policies import NO_CACHE
from prefect.tasks import exponential_backoff

from solvers.catalog import find
from storage.access import worded
from storage.errors import StoreLocked, Unwritable
from storage.repository import Store
from storage.schema import FAILED
from tasks import progress
from tasks.block import Block, Rows, failure, solve_block, solve_case, write_patiently
from tasks.case import Answer, Case
from tasks.executor import Workers
from tasks.plan import Shard

# How often a waiting shard looks whether it shall stop and whether anybody is working, in seconds.
LOOK = 0.2
Item = TypeVar("Item")


@dataclass(frozen=True)
class Report:
    """What became of a shard.

    Parameters
    ----------
    solved : number of cases, without mirrors
    answered, failed : number of cases, mirrors included
    seconds : time that workers took to solve
    worst : largest certificate among the answers
    errors : texts of failures by the case's labels, some
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
    """The run was asked to stop; what was finished is committed."""


def may_pass(task: Any, run: Any, state: State[Any]) -> bool:
    """Whether a shard's failure may pass, as a broken connection or a busy store does.

    Anything else, as a full disk, would only fail again.
    """
    error = state.result(raise_on_failure=False)
    return isinstance(error, OSError | StoreLocked | icechunk.IcechunkError) and not isinstance(
        error, Unwritable
    )


@task(
    name="shard",
    task_run_name="shard-{number}",
    retries=4,
    retry_delay_seconds=exponential_backoff(backoff_factor=1),
    retry_jitter_factor=0.5,
    retry_condition_fn=may_pass,
    cache_policy=NO_CACHE,
    persist_result=False,
)
def solve_shard(
    number: int, shard: Shard, store: Store, workers: Workers, metadata: dict[str, Any]
) -> Report:
    """Solve and commit a shard.

    Parameters
    ----------
    number : of the shard, for its name
    shard : what to do
    store : where to
    workers : who does it
    metadata : of the commit; "run" among it

    Raises
    ------
    Stopped
        if the run was asked to stop, after committing what was finished
    Unwritable
        if the store's disk is full or refuses
    """
    session = store.begin()
    fork = store.fork(session)
    layout = shard.blocks[0].layout
    forks: list[icechunk.ForkSession] = []
    rows: Rows = {}
    commit = ""
    with worded("store", store.url), progress.uncommitted() as tell:
        for written, new in _finished(shard.blocks, fork, workers):
            forks.append(written)
            rows |= new
            tell(len(new), _failed(new))
        for row in rows.values():
            row["run"] = metadata["run"]
        if rows:
            failed = _failed(rows)
            message = f"{shard.blocks[0].sweep}: shard {number}, {len(rows) - failed} done" + (
                f", {failed} failed" if failed else ""
            )
            commit = store.commit(session, forks, shard.blocks[0].sweep, rows, message, metadata, layout)
    if len(rows) < shard.places:
        raise Stopped(f"shard {number}: stopped with {len(rows)} of {shard.places} cases committed.")
    return _report(shard, rows, commit)


def _finished(
    blocks: Sequence[Block], fork: icechunk.ForkSession, workers: Workers
) -> Iterator[tuple[icechunk.ForkSession, Rows]]:
    """Blocks as they come back, until all have or the run is to stop."""
    if progress.ending():
        return
    executor = workers.executor()
    for block, outcome in _outcomes(
        {executor.submit(solve_block, block, fork): block for block in blocks}, workers
    ):
        if not isinstance(outcome, BaseException):
            yield outcome
        elif answers := _alone(block, executor, workers):
            yield fork, write_patiently(block, answers, fork)


def _alone(block: Block, executor: Executor, workers: Workers) -> list[Answer]:
    """Solve a block that took its worker down, one case a task; none if the run is to stop."""
    outcomes = dict(
        _outcomes(
            {executor.submit(solve_case, block, case): number for number, case in enumerate(block.cases)},
            workers,
        )
    )
    # Whoever only waited on a worker that another case took down was lost with it: all that were lost are
    # tried again, one at a time.
    for number in [number for number, outcome in outcomes.items() if isinstance(outcome, BaseException)]:
        outcomes |= dict(
            _outcomes({executor.submit(solve_case, block, block.cases[number]): number}, workers)
        )
    if progress.ending():
        return []
    answers = [outcomes[number] for number in range(len(block.cases))]
    return [
        Answer(failure(f"WorkerDied: {found}"), {}) if isinstance(found, BaseException) else found
        for found in answers
    ]


def _outcomes(waiting: dict[Future[Any], Item], workers: Workers) -> Iterator[tuple[Item, Any]]:
    """What calls gave as they end, or the error of a call that took its worker down.

    They go on until all have ended or the run is to stop.

    Parameters
    ----------
    waiting : calls, and whatever the caller knows them by; used up
    workers : where they run
    """
    while waiting:
        finished, _ = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
        for future in finished:
            item, error = waiting.pop(future), future.exception()
            if error is not None and not workers.lost(error):
                raise error
            yield item, error or future.result()
        workers.check()
        if progress.ending():
            for future in waiting:
                future.cancel()
            return


def _failed(rows: Rows) -> int:
    return sum(row["status"] == FAILED for row in rows.values())


def _report(shard: Shard, rows: Rows, commit: str) -> Report:
    certificates = [
        row[name]
        for row in rows.values()
        for name in find(shard.blocks[0].question).certificates
        if name in row
    ]
    errors = []
    for block in shard.blocks:
        for case in block.cases:
            row = rows[case.places[0].index]
            if row["status"] == FAILED:
                errors.append(f"{_labels(block, case)}: {row['error']}")
    seconds = sum(row["seconds"] for row in rows.values())
    solved = sum(len(block.cases) for block in shard.blocks)
    return Report(
        solved, len(rows), _failed(rows), seconds, max(certificates, default=0.0), tuple(errors), commit
    )


def _labels(block: Block, case: Case) -> str:
    return ", ".join(f"{name}={label}" for name, label in block.layout.labels(case.places[0].index).items())
