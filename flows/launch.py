"""`jeopardice run`: look, start what is needed while other things start, run the flow, say what came of it."""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from flows.border import FAILED, INTERRUPTED, say_error
from flows.garbage import none_yet
from flows.places import Where, store_url
from flows.server import Server, drain, is_configured, reachable

if TYPE_CHECKING:
    from configs.sweep import Sweep
    from tasks.plan import Plan

console = Console(highlight=False)


@dataclass(frozen=True)
class Launch:
    """What `jeopardice run` was told; see its help."""

    config: str
    store: str | None
    workers: int | None
    scheduler: str | None
    serial: bool
    rerun: str
    keep: tuple[str, ...]
    publish: str | None
    dry_run: bool
    yes: bool


def launch(wish: Launch) -> int:
    """Run a config; return the exit code."""
    Where(wish.serial, wish.scheduler, wish.workers)
    # Prefect's own console log would tear the progress bar; its API has the log all the same.
    os.environ.setdefault("PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL", "CRITICAL")
    if wish.dry_run:
        return _look_and_run(wish, None, None)
    with _stoppable():
        return _start_and_run(wish)


def _start_and_run(wish: Launch) -> int:
    server = None if is_configured() else Server()
    try:
        with ThreadPoolExecutor(1) as background:
            cluster = None if wish.serial or wish.scheduler else background.submit(_start_cluster, wish.workers)
            try:
                return _look_and_run(wish, server, cluster)
            finally:
                if cluster is not None:
                    _close(cluster)
    finally:
        if server is not None:
            server.stop()


def _look_and_run(wish: Launch, server: Server | None, cluster: "Future[Any] | None") -> int:
    with none_yet():
        plans = _look(wish)
    for plan in plans:
        _say_plan(plan, wish)
    if wish.dry_run:
        return 0
    if not any(plan.changes for plan in plans) and _published(plans, wish):
        console.print("Nothing to solve: all cases are there.")
        return 0
    _end_if_stopped()
    with none_yet():
        from flows.sweep import sweep

    address = wish.scheduler
    if cluster is not None:
        address = cluster.result().scheduler_address
        console.print(f"Dask dashboard: {cluster.result().dashboard_link}", soft_wrap=True)
    with _reporting(server), reachable(), _progress(sum(plan.places for plan in plans)):
        state = sweep(
            wish.config,
            store_url(wish.store),
            scheduler=address,
            serial=wish.serial,
            rerun=wish.rerun,
            keep=list(wish.keep),
            publish=wish.publish,
            yes=wish.yes,
            return_state=True,
        )
        if state.state_details.flow_run_id is not None:
            drain(state.state_details.flow_run_id)
    return _conclude(state.result(raise_on_failure=False))


def _look(wish: Launch) -> "list[Plan]":
    """Plan without touching anything, so that mistakes are named before anything else is started."""
    from flows.limits import refuse_absurd
    from flows.sweep_config import sweeps_of
    from storage.errors import StoreNotFound
    from storage.repository import Store
    from tasks.plan import Rerun, make_plan

    rerun = Rerun(wish.rerun)
    sweeps: tuple[Sweep, ...] = sweeps_of(wish.config, wish.keep)
    try:
        store = Store.open(store_url(wish.store))
    except StoreNotFound:
        store = None
    plans = []
    for one in sweeps:
        refuse_absurd(one, wish.yes)
        plans.append(make_plan(one, store, rerun))
    return plans


def _published(plans: "list[Plan]", wish: Launch) -> bool:
    from storage.publishing import is_published
    from storage.repository import Store

    directory = wish.publish
    return directory is None or all(is_published(Store.open(store_url(wish.store)), plan.sweep.name, directory) for plan in plans)


def _say_plan(plan: "Plan", wish: Launch) -> None:
    table = Table(title=escape(plan.sweep.title), title_justify="left", show_header=False, box=None, pad_edge=False)
    why = ", ".join(f"{count} {reason.value}" for reason, count in plan.reasons.items())
    table.add_row("sweep", plan.sweep.name)
    table.add_row("store", escape(store_url(wish.store)))
    table.add_row(
        "cases", f"{plan.sweep.size}, of which {plan.done} are there and {plan.places} are to be answered" + (f" ({why})" if why else "")
    )
    table.add_row("to solve", f"{plan.cases} cases in {len(plan.blocks)} blocks, {len(plan.shards)} commits")
    table.add_row("size", f"{plan.layout.nbytes() / 1e6:.1f} MB before compression")
    table.add_row("time", f"about {plan.seconds:.1f} s on one core")
    console.print(table)


def _start_cluster(workers: int | None) -> Any:
    from flows.cluster import local_cluster

    return local_cluster(workers)


def _close(cluster: "Future[Any]") -> None:
    try:
        cluster.result().close(timeout=5)
    except Exception as error:
        say_error("warning", f"the local Dask cluster did not close cleanly ({type(error).__name__}: {error}).")


@contextmanager
def _reporting(server: Server | None) -> Iterator[None]:
    if server is None:
        yield
        return
    with console.status("Waiting for Prefect's server to start") if console.is_terminal else _nothing():
        server.wait()
    _end_if_stopped()
    with server.ready():
        yield


@contextmanager
def _nothing() -> Iterator[None]:
    yield


@contextmanager
def _stoppable() -> Iterator[None]:
    """The first Ctrl-C asks the shards to commit what they have; the second ends at once.

    An exception at any moment, as Python would have it, may come amid an import, and then another thread's import waits for ever.
    """
    from tasks import progress

    def stop(number: int, frame: object) -> None:
        signal.signal(number, signal.default_int_handler)
        progress.stop.set()
        console.print("Stopping: what is finished is being committed. Ctrl-C again ends at once.")

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end_if_stopped() -> None:
    """End, after Ctrl-C, while nothing is in flight yet."""
    from tasks import progress

    if progress.stop.is_set():
        raise KeyboardInterrupt


@contextmanager
def _progress(places: int) -> Iterator[None]:
    from flows.progress_bar import shown

    with shown(console, places):
        yield


def _conclude(result: Any) -> int:
    from flows.sweep import CasesFailed
    from tasks.shard import Stopped

    if isinstance(result, Stopped):
        say_error("stopped", "What is committed stays; the same command goes on from there.")
        return INTERRUPTED
    if isinstance(result, CasesFailed):
        say_error("failed", str(result))
        return FAILED
    if isinstance(result, BaseException):
        raise result
    for outcome in result:
        console.print(
            f"{outcome.sweep}: {outcome.answered} cases answered from {outcome.solved} solved in {outcome.elapsed:.1f} s "
            f"({outcome.seconds:.1f} s of solving), largest certificate {outcome.worst:.1e}."
        )
        if outcome.published:
            console.print(f"Plain Zarr: {outcome.published}", soft_wrap=True, markup=False)
    sys.stdout.flush()
    return 0
