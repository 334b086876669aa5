"""The flow that solves a sweep: plan, shards, publish.

It is served and deployed by its module path, `flows.sweep.sweep`, and the command calls it with the same
object, a `Launch`.
"""

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar, cast

from prefect import State, flow, get_run_logger, task
from prefect.cache_policies import NO_CACHE
from prefect.futures import PrefectFuture, as_completed
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner
from prefect.utilities.annotations import quote
from rich.console import Console

from flows.cluster.workers import Serial, open_workers
from flows.heartbeat import heartbeat
from flows.launch import Launch
from flows.leftovers import remove_leftovers
from flows.limits import refuse_outsized, refuse_replacing
from flows.log_file import logged
from flows.mending import mended
from flows.outcome import CasesFailed, Outcome, said_of
from flows.prefect_api.described import run_name
from flows.prefect_api.scheduled import end_with_schedule
from flows.prefect_api.telling import tell_of_failure
from flows.retention import forgotten
from flows.terminal.errors import say_error
from storage.comparing import Difference
from storage.errors import StoreChanged, StoreError, Unwritable
from storage.repository import Store
from storage.retention import Forgotten, forget_replaced
from storage.running import forget
from tasks import progress
from tasks.executor import Workers
from tasks.known import answered
from tasks.moved import moved
from tasks.plan import SHARDS_AT_ONCE, RunPlan
from tasks.publish import progress_in_prefect, publish_sweep, show_in_prefect, show_moved
from tasks.room import run_metadata
from tasks.shard import solve_shard
from tasks.work import Report, Stopped, Work

# How often a sweep is planned again because another launcher changes its layout meanwhile.
MOST_PLANS = 10
# How long shards may take to commit what they have when Prefect ends the flow: it kills after 30 s.
SAVE_SECONDS = 20.0
Argument = TypeVar("Argument")


@task(name="plan", cache_policy=NO_CACHE, persist_result=False)
def make_room(plan: RunPlan, launch: Launch, work: Work) -> RunPlan:
    """Prepare the store for the results of a plan; plan again if the store has changed since."""
    refuse_replacing(plan, launch.yes)
    return work.room(plan, launch.rerun)


@task(name="retention", cache_policy=NO_CACHE, persist_result=False)
def forget_states(store: Store, age: timedelta) -> Forgotten:
    """Forget the states that were replaced longer ago than this, and free their files."""
    return forget_replaced(store, age)


@flow(
    name="sweep",
    description="Solve the cases of a config that are missing, failed or stale, and save them.",
    flow_run_name=run_name,
    on_failure=[tell_of_failure],
    task_runner=cast(TaskRunner[PrefectFuture[Any]], ThreadPoolTaskRunner(max_workers=SHARDS_AT_ONCE)),
    persist_result=False,
)
def sweep(launch: Launch) -> list[Outcome]:
    """Solve all cases of a config that are missing, failed or stale.

    Parameters
    ----------
    launch : what to run, and where

    Raises
    ------
    ConfigError
        if the config is invalid
    InvalidRules, StoreError
        if a case cannot be played, or the store or the copies cannot be written
    CasesFailed
        if cases have an error, or are missing, after all others are committed
    """
    end_with_schedule()
    remove_leftovers()
    # The command has done so before it calls this; a deployment has not.
    launch = mended(launch, Console(highlight=False))
    for plan in launch.plans:
        refuse_replacing(plan, launch.yes)
    with logged(launch.log), _workers(launch) as there:
        store = Store.open(launch.url, create=True)
        outcomes = [solve(plan, launch, store, there) for plan in launch.plans]
        _shorten(store, launch)
    if said := said_of(outcomes):
        raise CasesFailed(said)
    return outcomes


def _shorten(store: Store, launch: Launch) -> None:
    """Forget old states, if the launch says so. The answers are saved: if it fails, the run does not."""
    if launch.history_age is None:
        return
    try:
        said = forgotten(forget_states(store, launch.history_age))
    except StoreError as error:
        warning = f"Old states were not deleted. {error}"
        get_run_logger().warning("%s", warning)
        say_error("warning", warning)
        return
    if said:
        get_run_logger().info("%s", said)
        progress.tell(said)


def missing_of(plan: RunPlan, store: Store) -> int:
    """Number of cases of a finished plan with neither an answer nor an error in the store."""
    there = plan.sweep.name in store.sweeps()
    found = answered(plan.sweep, store.stored(plan.sweep.name)) if there else 0
    return max(0, plan.done + plan.places - found)


@contextmanager
def _workers(launch: Launch) -> Iterator[Workers]:
    """The workers that the launcher has started, or others. Opened before a store is created: without workers
    there is none.
    """
    if launch.begun is not None:
        yield launch.begun.result().workers
    elif any(plan.blocks for plan in launch.plans):
        with open_workers(launch.where) as found:
            refuse_outsized(launch.plans, found, launch.yes)
            yield found
    else:
        yield Serial()


def _begun(launch: Launch, sweep: str) -> Work | None:
    """The work of a sweep, if the launcher has started it."""
    begun = launch.begun.result() if launch.begun is not None else None
    return begun.work if begun is not None and begun.sweep == sweep else None


def solve(plan: RunPlan, launch: Launch, store: Store, workers: Workers) -> Outcome:
    """Run one sweep inside the flow."""
    work = _begun(launch, plan.sweep.name) or Work(store, workers, run_metadata())
    with _alive(plan, work) as failed:
        outcome = _carried_out(plan, launch, work)
        if said := said_of([outcome]):
            failed(said)
    return outcome


def _carried_out(plan: RunPlan, launch: Launch, work: Work) -> Outcome:
    sweep, store, published = plan.sweep, work.store, ""
    plan, reports = _make_room_and_solve(plan, launch, work)
    if launch.publish is not None:
        published = str(publish_sweep(sweep.name, store, Path(launch.publish)))
    show_in_prefect(plan, reports)
    changed = _moved(plan, store)
    return Outcome(
        sweep=sweep.name,
        run=work.metadata["run"],
        cases=sweep.size,
        before=plan.done,
        solved=sum(report.solved for report in reports),
        answered=sum(report.answered for report in reports),
        failed=sum(report.failed for report in reports),
        errors=tuple(error for report in reports for error in report.errors),
        worst=max((report.worst for report in reports), default=0.0),
        seconds=sum(report.seconds for report in reports),
        estimated=plan.seconds,
        elapsed=time.monotonic() - work.started,
        published=published,
        missing=missing_of(plan, store),
        moved=changed,
    )


def _alive(plan: RunPlan, work: Work) -> AbstractContextManager[Callable[[str], None]]:
    """Return a block in which the store has signs of life, if there is anything to solve; it gives a function
    to be called with the reason if cases fail.
    """
    if not plan.blocks:
        forget(work.store.files, plan.sweep.name)
        return nullcontext(lambda reason: None)
    return heartbeat(plan.sweep.name, plan.places, work, get_run_logger().warning)


def _moved(plan: RunPlan, store: Store) -> tuple[Difference, ...] | None:
    """What the run has changed, also as an artifact; None if that cannot be told any more."""
    try:
        changed = moved(plan, store)
    except StoreError as error:
        get_run_logger().warning("%s: not compared with the answers before. %s", plan.sweep.name, error)
        return None
    if changed:
        show_moved(plan, changed)
    return changed


def _make_room_and_solve(plan: RunPlan, launch: Launch, work: Work) -> tuple[RunPlan, list[Report]]:
    """Solve the plan; if another launcher has changed the sweep, plan and solve again what is left. Returns
    the first plan that was carried out, and all reports.

    Raises
    ------
    StoreChanged
        if that happened MOST_PLANS times
    """
    plans: list[RunPlan] = []
    reports: list[Report] = []
    while True:
        plans.append(plan := make_room(_unread(plan), launch, work))
        counts = plan.places, plan.sweep.size, plan.cases, plan.seconds
        get_run_logger().info(
            "%s: %d of %d cases to do, %d of them to solve, about %.1f s on one core",
            plan.sweep.name,
            *counts,
        )
        committed, changed = _run_shards(plan, work)
        reports += committed
        if changed is None:
            return plans[0], reports
        if len(plans) == MOST_PLANS:
            raise changed
        get_run_logger().warning("Another run changed the sweep meanwhile; planning again. %s", changed)
        progress.tell(
            f"Another run changed {plan.sweep.name} meanwhile. This run checks what is missing now and solves"
            " it; answers not yet saved are solved again."
        )


def _run_shards(plan: RunPlan, work: Work) -> tuple[list[Report], StoreChanged | None]:
    """Solve all shards; return reports of committed ones, and the error of one that found a new layout."""
    results: dict[int, Any] = {}
    progress.hopeless.clear()
    with progress_in_prefect(plan) as advance:
        for number, result in _ended(plan, work):
            results[number] = result
            if isinstance(result, Unwritable):
                # The others need not solve first to find it out.
                progress.hopeless.set()
            advance()
    reports: list[Report] = []
    changed: StoreChanged | None = None
    # The cause that ended the run, rather than that the other shards were asked to stop.
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


def _ended(plan: RunPlan, work: Work) -> Iterator[tuple[int, Any]]:
    """Each shard's number with its report or its error, as they end."""
    if work.workers.one_by_one:
        for shard in plan.shards:
            state: State[Any] = solve_shard(shard.number, _unread(shard), work, return_state=True)
            yield shard.number, state.result(raise_on_failure=False)
        return
    futures = {solve_shard.submit(shard.number, _unread(shard), work): shard.number for shard in plan.shards}
    with _saved(futures):
        for future in as_completed(list(futures)):
            future.wait()
            yield futures[future], future.result(raise_on_failure=False)


@contextmanager
def _saved(shards: Collection[PrefectFuture[Any]]) -> Iterator[None]:
    """If Prefect ends the flow, as on SIGTERM, let shards commit what they have before their workers end. A
    second signal ends the wait.
    """
    try:
        yield
    except BaseException:
        progress.hopeless.set()
        deadline = time.monotonic() + SAVE_SECONDS
        for shard in shards:
            shard.wait(max(0.0, deadline - time.monotonic()))
        raise


def _unread(argument: Argument) -> Argument:
    """An argument unchanged: Prefect does not search it for futures."""
    return cast(Argument, quote(argument))
