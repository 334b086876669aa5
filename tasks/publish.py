"""The last task of a run: publish a plain Zarr copy. Also: progress and results on Prefect's pages."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from prefect import task
from prefect.artifacts import create_progress_artifact, create_table_artifact, update_progress_artifact
from prefect.cache_policies import NO_CACHE

from storage.access import worded
from storage.comparing import Difference
from storage.publishing import is_published, place_of, publish
from storage.repository import Store
from tasks.plan import RunPlan
from tasks.work import Report

# Seconds between updates of a run's progress on Prefect's pages: each takes the launcher 3 ms and the server
# 8 ms, and shards end more often.
PROGRESS_SECONDS = 5.0


@task(name="publish", cache_policy=NO_CACHE, persist_result=False)
def publish_sweep(sweep: str, store: Store, directory: Path) -> Path:
    """Publish the newest snapshot of a sweep as plain Zarr, unless an undamaged copy of it is there.

    Returns
    -------
    Path
        path of the Zarr copy
    """
    if is_published(store, sweep, directory):
        return place_of(sweep, directory).absolute()
    with worded("--publish", directory):
        return publish(store, sweep, directory)


@contextmanager
def progress_in_prefect(plan: RunPlan) -> Iterator[Callable[[], None]]:
    """A progress artifact of the run; yields a function to call whenever a shard has ended."""
    shards, ended, told = len(plan.shards), 0, time.monotonic()
    artifact = create_progress_artifact(
        progress=0.0, key=_artifact_key(plan, "progress"), description=f"{plan.places} cases to do"
    )

    def advance() -> None:
        nonlocal ended, told
        ended += 1
        if ended >= shards or time.monotonic() - told >= PROGRESS_SECONDS:
            told = time.monotonic()
            percent = min(100.0, 100.0 * ended / shards)
            update_progress_artifact(artifact_id=cast(UUID, artifact), progress=percent)

    yield advance


def _artifact_key(plan: RunPlan, what: str) -> str:
    return f"{plan.sweep.name.replace('/', '-').replace('_', '-')}-{what}"


def show_in_prefect(plan: RunPlan, reports: Sequence[Report]) -> None:
    """Save a table of the run as an artifact: cases done and failed, seconds, largest residual."""
    answered, failed = sum(report.answered for report in reports), sum(report.failed for report in reports)
    table: list[dict[str, Any]] = [
        {"what": "cases of the sweep", "number": plan.sweep.size},
        {"what": "done before", "number": plan.done},
        {"what": "done now", "number": answered - failed},
        {"what": "failed now", "number": failed},
        {"what": "seconds of solving", "number": round(sum(report.seconds for report in reports), 3)},
        {"what": "estimated seconds of solving", "number": round(plan.seconds, 3)},
        {"what": "largest residual", "number": max((report.worst for report in reports), default=0.0)},
        *({"what": "failure", "number": error} for report in reports for error in report.errors[:20]),
    ]
    create_table_artifact(
        key=_artifact_key(plan, "result"),
        table=table,
        description=plan.sweep.title,
    )


def show_moved(plan: RunPlan, changed: Sequence[Difference]) -> None:
    """Save a table of what the run has changed as an artifact: cases by output, and the largest difference.

    Parameters
    ----------
    plan : the plan that was carried out
    changed : from `tasks.moved`
    """
    create_table_artifact(
        key=_artifact_key(plan, "changes"),
        table=[
            {"output": one.variable, "cases changed": one.changed, "largest difference": one.largest}
            for one in changed
        ],
        description="Stored answers that this run changed",
    )
