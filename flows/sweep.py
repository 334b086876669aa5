"""The flow that solves a sweep: plan, shards, publish.

It is served and deployed by its module path, `flows.sweep.sweep`, and the command calls it with the same
parameters.
"""

import getpass
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from prefect import State, flow, get_run_logger, task
from prefect.cache_policies import NO_CACHE
from prefect.futures import PrefectFuture, as_completed
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from configs.sweep import Sweep
from flows.cluster import Serial, open_workers
from flows.limits import refuse_absurd, refuse_replacing
from flows.look import look
from flows.places import Where, store_url
from flows.sweep_config import sweeps_of
from storage.errors import StoreChanged, Unwritable
from storage.provenance import code_version, host, versions
from storage.repository import Store
from tasks import progress
from tasks.executor import Workers
from tasks.plan import Rerun, RunPlan, make_plan
from tasks.publish import progress_in_prefect, publish_sweep, show_in_prefect
from tasks.shard import Report, Stopped, solve_shard

# Shards in flight: more than one, so that workers have blocks while another shard commits.
SHARDS_AT_ONCE = 4
# How often a sweep is planned anew because another launcher lays it out anew meanwhile.
MOST_PLANS = 10


@dataclass(frozen=True)
class Outcome:
    """What became of one sweep.

    Parameters
    ----------
    sweep : its name
    run : id of the launch
    cases : of the sweep, mirrors included
    before : that were there already
    solved : answers computed now, without mirrors
    answered, failed : cases that got an answer or an error now, mirrors included
    errors : some of their texts
    worst : largest certificate of the new answers
    seconds : of solving, summed over workers
    elapsed : of the whole, in seconds
    published : where the plain Zarr is, "" if it was not asked for
    """

    sweep: str
    run: str
    cases: int
    before: int
    solved: int
    answered: int
    failed: int
    errors: tuple[str, ...]
    worst: float
    seconds: float
    elapsed: float
    published: str


class CasesFailed(Exception):
    """Some cases have an error instead of an answer."""


@task(name="plan", cache_policy=NO_CACHE, persist_result=False)
def plan_sweep(sweep: Sweep, store: Store, rerun: Rerun, metadata: dict[str, Any], yes: bool) -> RunPlan:
    """Compare with the store, refuse what is absurd, and make room for what is to come."""
    refuse_absurd(sweep, yes)
    plan = make_plan(sweep, store, rerun, metadata["run"])
    refuse_replacing(plan, yes)
    if not plan.changes:
        return plan
    message = f"{sweep.name}: plan {plan.places} cases"
    layout = store.prepare(sweep.name, plan.layout, attributes(sweep, metadata), message, metadata, plan.keys)
    # Another launcher may have made more room since: places are those of the layout as it is now.
    return plan if layout == plan.layout else make_plan(sweep, store, rerun, metadata["run"])


@flow(
    name="sweep",
    flow_run_name="{config}",
    task_runner=cast(TaskRunner[PrefectFuture[Any]], ThreadPoolTaskRunner(max_workers=SHARDS_AT_ONCE)),
    persist_result=False,
    validate_parameters=False,
)
def sweep(
    config: str,
    store: str | None = None,
    scheduler: str | None = None,
    workers: int | None = None,
    serial: bool = False,
    rerun: str = "needed",
    keep: Sequence[str] = (),
    publish: str | None = "published",
    yes: bool = False,
) -> list[Outcome]:
    """Solve every sweep of a config that is missing, failed or stale.

    Parameters
    ----------
    config : path of the YAML file
    store : where answers go; $JEOPARDICE_STORE or ./store if it is not said
    scheduler, workers, serial : where blocks run, as in `flows.places.Where`
    rerun : "needed", "failed", "stale" or "all"
    keep : outputs to store besides those that the config names
    publish : directory for plain Zarr copies, None for none
    yes : solve it even if it is absurdly large, or replaces answers to other fixed parameters

    Raises
    ------
    ConfigError
        if the config is not one
    InvalidRules, StoreError
        if it cannot be played, or the store or the copies cannot be written
    CasesFailed
        if cases have an error instead of an answer, after all others are committed
    """
    # A deployment may hand over an empty text where nothing is set.
    where, which, url = Where(serial, scheduler or None, workers), Rerun(rerun), store_url(store)
    sweeps = sweeps_of(config, keep)
    plans = look(sweeps, url, which, publish, yes)
    for plan in plans:
        refuse_replacing(plan, yes)
    needed = any(plan.blocks for plan in plans)
    # Workers first: without any, no store is made.
    with open_workers(where) if needed else nullcontext(Serial()) as there:
        place = Store.open(url, create=True)
        outcomes = [solve(one, place, there, which, publish, yes) for one in sweeps]
    if failed := sum(outcome.failed for outcome in outcomes):
        errors = "; ".join(error for outcome in outcomes for error in outcome.errors[:3])
        raise CasesFailed(
            f"{failed} cases failed: {errors}. Run again with --rerun failed once the cause is mended."
        )
    return outcomes


def solve(
    sweep: Sweep, store: Store, workers: Workers, rerun: Rerun, publish: str | None, yes: bool
) -> Outcome:
    """Run one sweep inside the flow."""
    started = time.monotonic()
    metadata = launch()
    plan, reports = _plan_and_solve(sweep, store, workers, rerun, metadata, yes)
    published = ""
    if publish is not None:
        published = str(publish_sweep(sweep.name, store, Path(publish)))
    show_in_prefect(plan, reports)
    return Outcome(
        sweep=sweep.name,
        run=metadata["run"],
        cases=sweep.size,
        before=plan.done,
        solved=sum(report.solved for report in reports),
        answered=sum(report.answered for report in reports),
        failed=sum(report.failed for report in reports),
        errors=tuple(error for report in reports for error in report.errors),
        worst=max((report.worst for report in reports), default=0.0),
        seconds=sum(report.seconds for report in reports),
        elapsed=time.monotonic() - started,
        published=published,
    )


def launch() -> dict[str, Any]:
    """Who, when, with which code: the metadata of every commit of a run."""
    started = datetime.now(UTC)
    return {
        "run": f"{started:%Y%m%dT%H%M%S}-{secrets.token_hex(3)}",
        "launched": started.isoformat(timespec="seconds"),
        "by": getpass.getuser(),
        "host": host(),
        "code": code_version(),
        "versions": versions(),
    }


def attributes(sweep: Sweep, metadata: dict[str, Any]) -> dict[str, Any]:
    """Provenance of a sweep's group: the config, the question, and the run that last changed it."""
    question = sweep.asked()
    return {
        "title": sweep.title,
        "question": question.name,
        "question_title": question.title,
        "question_version": question.version,
        "config": sweep.document(),
        **metadata,
    }


def _plan_and_solve(
    sweep: Sweep, store: Store, workers: Workers, rerun: Rerun, metadata: dict[str, Any], yes: bool
) -> tuple[RunPlan, list[Report]]:
    """RunPlan and solve, and again what is left whenever another launcher has laid the sweep out anew; return
    the first plan and all reports.

    Raises
    ------
    StoreChanged
        if that happened MOST_PLANS times
    """
    plans: list[RunPlan] = []
    reports: list[Report] = []
    while True:
        plans.append(plan := plan_sweep(sweep, store, rerun, metadata, yes))
        counts = plan.places, sweep.size, plan.cases, plan.seconds
        get_run_logger().info(
            "%s: %d of %d cases to answer, %d to solve, about %.1f s on one core", sweep.name, *counts
        )
        committed, changed = _run_shards(plan, store, workers, metadata)
        reports += committed
        if changed is None:
            return plans[0], reports
        if len(plans) == MOST_PLANS:
            raise changed
        get_run_logger().warning("Another launcher changed the sweep meanwhile; planning again. %s", changed)


def _run_shards(
    plan: RunPlan, store: Store, workers: Workers, metadata: dict[str, Any]
) -> tuple[list[Report], StoreChanged | None]:
    """Solve all shards; return the reports of those that were committed, and the error of one that found the
    sweep laid out anew.
    """
    results: dict[int, Any] = {}
    progress.hopeless.clear()
    with progress_in_prefect(plan) as advance:
        for number, result in _ended(plan, store, workers, metadata):
            results[number] = result
            if isinstance(result, Unwritable):
                # The others need not solve first to learn it.
                progress.hopeless.set()
            advance()
    reports: list[Report] = []
    changed: StoreChanged | None = None
    # What ended the run, rather than that others were asked to stop.
    for result in sorted(
        (results[number] for number in sorted(results)), key=lambda result: isinstance(result, Stopped)
    ):
        if isinstance(result, StoreChanged):
            changed = result
        elif isinstance(result, BaseException):
            raise result
        else:
            reports.append(result)
    return reports, changed


def _ended(
    plan: RunPlan, store: Store, workers: Workers, metadata: dict[str, Any]
) -> Iterator[tuple[int, Any]]:
    """Each shard's number with its report or its error, as they end."""
    if workers.one_by_one:
        for shard in plan.shards:
            state: State[Any] = solve_shard(shard.number, shard, store, workers, metadata, return_state=True)
            yield shard.number, state.result(raise_on_failure=False)
        return
    futures = {
        solve_shard.submit(shard.number, shard, store, workers, metadata): shard.number
        for shard in plan.shards
    }
    for future in as_completed(list(futures)):
        future.wait()
        yield futures[future], future.result(raise_on_failure=False)
