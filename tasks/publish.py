"""The last task of a run: a plain Zarr that anything opens, and what Prefect's pages show of the run."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from prefect import task
from prefect.artifacts import create_table_artifact
from prefect.cache_policies import NO_CACHE

from storage.export import publish
from storage.repository import Store
from tasks.plan import Plan
from tasks.shard import Report


@task(name="publish", cache_policy=NO_CACHE, persist_result=False)
def publish_sweep(sweep: str, store: Store, directory: Path) -> Path:
    """Write the newest snapshot of a sweep as plain Zarr.

    Returns
    -------
    Path
        of the Zarr
    """
    return publish(store, sweep, directory)


def show_in_prefect(plan: Plan, reports: Sequence[Report]) -> None:
    """Leave a table of the run as an artifact: coverage, failures, seconds, certificates."""
    answered, failed = sum(report.answered for report in reports), sum(report.failed for report in reports)
    table: list[dict[str, Any]] = [
        {"what": "cases of the sweep", "number": plan.sweep.size},
        {"what": "there before", "number": plan.done},
        {"what": "answered now", "number": answered - failed},
        {"what": "failed now", "number": failed},
        {"what": "seconds of solving", "number": round(sum(report.seconds for report in reports), 3)},
        {"what": "largest certificate", "number": max((report.worst for report in reports), default=0.0)},
        *({"what": "failure", "number": error} for report in reports for error in report.errors[:20]),
    ]
    create_table_artifact(
        key=plan.sweep.name.replace("/", "-").replace("_", "-"),
        table=table,
        description=plan.sweep.title,
    )
