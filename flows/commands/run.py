"""`jeopardice run`: plan, start what is needed if there is work, run the flow, report the results."""

import logging
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console

from flows.commands.planned import kept, say_plan, uncompiled
from flows.prefect_api.answering import reachable
from flows.prefect_api.home import is_configured
from flows.prefect_api.server import Server, drain
from flows.quick_imports import quick_imports
from flows.settling import settle
from flows.terminal.asking import agreed
from flows.terminal.errors import FAILED, INTERRUPTED, say_error
from flows.terminal.output import go_on_unread
from flows.terminal.times import took
from solvers.wording.counts import some

if TYPE_CHECKING:
    from flows.begun import Begun
    from flows.launch import Launch
    from flows.notifying import Teller
    from storage.comparing import Difference

console = Console(highlight=False)


def run(launch: "Launch", dry_run: bool, on_failure: str | None = None) -> int:
    """Carry out a launch, or only print what it would do; return the exit code.

    Parameters
    ----------
    launch : what to run
    dry_run : whether to change nothing
    on_failure : address that is told if the run fails
    """
    # Prefect's own console log would break the progress bar; its API has the log all the same. That a server
    # does not answer is said by the run; Prefect would say it many times, and last.
    for logs in ("HANDLERS_CONSOLE", "INTERNAL"):
        os.environ.setdefault(f"PREFECT_LOGGING_{logs}_LEVEL", "CRITICAL")
    logging.raiseExceptions = False
    settle()
    teller = _teller(launch, on_failure)
    if dry_run:
        _look(_mended(launch, dry_run))
        _say_forgettable(launch)
        return 0
    # Its work is in the store, so it goes on when nobody reads its output.
    go_on_unread()
    with quick_imports():
        from flows.stopping import STAYS, EndedEarly, stoppable
    with stoppable(console) as asked:
        try:
            code = _look_and_run(launch, teller)
        except EndedEarly:
            say_error("stopped", STAYS)
            code = INTERRUPTED
        except Exception as error:
            _tell(teller, error)
            raise
        # Asked by a signal, or by a server that died for good.
        return asked.code or code if code == INTERRUPTED else code


def _teller(launch: "Launch", on_failure: str | None) -> "Teller | None":
    if not on_failure:
        return None
    with quick_imports():
        from flows.notifying import Teller, webhook
    return Teller(launch, webhook(on_failure))


def _tell(teller: "Teller | None", error: Exception) -> None:
    if teller is not None and (warning := teller.tell(error)):
        say_error("warning", warning)


def _look_and_run(launch: "Launch", teller: "Teller | None") -> int:
    from flows.leftovers import remove_leftovers
    from flows.log_file import logged
    from flows.stopping import end_if_asked

    launch = _mended(launch, dry_run=False)
    _look(launch)
    remove_leftovers()
    end_if_asked()
    if not _may_replace(launch):
        return 0
    solving = any(plan.blocks for plan in launch.plans)
    if not any(plan.changes for plan in launch.plans) and _published(launch):
        _forget(launch)
        console.print("Nothing to do: all cases are done.")
        return 0
    # Only now, so that a mistyped path fails before anything slow starts.
    with ExitStack() as closing:
        closing.enter_context(logged(launch.log))
        server = None if is_configured() else Server()
        if server is not None:
            closing.callback(server.stop)
        closing.enter_context(_progress(launch))
        _compile_ahead(launch)
        if solving and not launch.serial:
            launch.beginning(closing.enter_context(_head_start(launch)))
        result = _run(launch, server, teller)
    return _conclude(result, teller)


def _mended(launch: "Launch", dry_run: bool) -> "Launch":
    """Where damaged cases are asked for, make them missing, so that they are needed."""
    from tasks.rerun import Rerun

    # Asked here, too, as the import takes a second.
    if launch.rerun is not Rerun.DAMAGED:
        return launch
    launch.check_where()
    with quick_imports():
        from flows.mending import mended
    return mended(launch, console, dry_run)


def _head_start(launch: "Launch") -> "AbstractContextManager[Future[Begun]]":
    from flows.head_start import head_start

    def say(dashboard: str) -> None:
        console.print(f"Dask dashboard: {dashboard}", soft_wrap=True)

    return head_start(launch, say)


def _may_replace(launch: "Launch") -> bool:
    """Whether answers for other fixed parameters may be replaced: asked in a terminal, refused elsewhere."""
    from flows.limits import refuse_replacing

    replacing = [plan for plan in launch.plans if plan.replaced]
    if not sys.stdin.isatty():
        for plan in replacing:
            refuse_replacing(plan, launch.yes)
    return not replacing or agreed("Replace the stored answers?", launch.yes)


def _run(launch: "Launch", server: Server | None, teller: "Teller | None") -> Any:
    """Run the flow, once the server is ready; return its result, or its error."""
    from flows.stopping import beside, end_if_asked

    with quick_imports():
        from flows.prefect_api.described import tagged
        from flows.sweep import sweep
    # The user has agreed to replace answers, and the plan made then is kept. The log is open.
    placed = launch.replacing(yes=launch.yes or any(plan.replaced for plan in launch.plans), log="")
    end_if_asked()

    def solved() -> Any:
        with tagged(placed):
            state = sweep(placed, return_state=True)
        if state.state_details.flow_run_id is not None:
            if teller is not None:
                teller.run = str(state.state_details.flow_run_id)
            drain(state.state_details.flow_run_id)
        # On another thread, as Prefect would return a coroutine if an event loop runs, as in a notebook.
        return state.result(raise_on_failure=False)

    with _reporting(server), reachable():
        return beside(solved)


def _look(launch: "Launch") -> None:
    """Plan everything before anything is started, so that mistakes are reported at once; print the plans."""
    with quick_imports():
        where = launch.where
        _, _ = launch.sweeps, launch.history_age
        where.refuse_silence()
        plans = launch.plans
        from flows.command_line.asked_for import written_now
    if said := written_now(launch.sweeps):
        # On one line in a log.
        console.print(said, soft_wrap=not console.is_terminal, markup=False)
    for plan in plans:
        say_plan(console, plan, launch.url)


def _say_forgettable(launch: "Launch") -> None:
    """Print how many old states the run would delete from the history."""
    from storage.errors import StoreNotFound
    from storage.repository import Store
    from storage.retention import forgettable

    if launch.history_age is None:
        return
    try:
        states = forgettable(Store.open(launch.url), launch.history_age)
    except StoreNotFound:
        states = 0
    console.print(f"Would delete {some(states, 'old state')} from the history.")


def _published(launch: "Launch") -> bool:
    from storage.publishing import is_published
    from storage.repository import Store

    if launch.publish is None:
        return True
    store = Store.open(launch.url)
    return all(is_published(store, plan.sweep.name, launch.publish) for plan in launch.plans)


def _forget(launch: "Launch") -> None:
    """Let `jeopardice status` show no older run of what is done."""
    from storage.repository import Store
    from storage.running import forget

    files = Store.open(launch.url).files
    for plan in launch.plans:
        forget(files, plan.sweep.name)


@contextmanager
def _reporting(server: Server | None) -> Iterator[None]:
    from flows.stopping import end_if_asked

    if server is None:
        yield
        return
    server.wait()
    end_if_asked()
    with server.ready():
        yield


@contextmanager
def _progress(launch: "Launch") -> Iterator[None]:
    from flows.compiling.elsewhere import watching
    from flows.terminal.progress_bar import shown

    # In this process, as with --serial, the compiling code itself reports it.
    compiled = [] if launch.serial else uncompiled(launch.plans)
    with shown(console, sum(plan.places for plan in launch.plans)) as beside, watching(compiled, beside):
        yield


def _compile_ahead(launch: "Launch") -> None:
    """Use the cores that are idle while workers wait for each other's machine code."""
    from flows.compiling.ahead import Asked, begin

    begin(
        [
            Asked(block.question, block.cases[0].parameters, together=True, kept=sorted(kept(plan)))
            for plan in launch.plans
            for block in plan.blocks[:1]
        ]
    )


def _changed(moved: "Sequence[Difference]") -> str:
    """What became of the answers that were there before."""
    if not moved:
        return "No stored answer changed."
    said = (f"{one.variable} of {some(one.changed, 'case')}, by up to {one.largest:.1e}" for one in moved)
    return f"Changed: {'; '.join(said)}."


def _conclude(result: Any, teller: "Teller | None") -> int:
    from flows.outcome import CasesFailed
    from flows.stopping import STAYS
    from tasks.work import Stopped

    if isinstance(result, Stopped):
        say_error("stopped", STAYS)
        return INTERRUPTED
    if isinstance(result, CasesFailed):
        say_error("failed", str(result))
        _tell(teller, result)
        return FAILED
    if isinstance(result, BaseException):
        raise result
    for outcome in result:
        mirrors = outcome.answered - outcome.solved
        how = f" ({outcome.solved} solved, {mirrors} by symmetry)" if mirrors else ""
        console.print(
            f"{outcome.sweep}: {some(outcome.answered, 'case')} done in {took(outcome.elapsed)}{how}."
            f" Largest residual {outcome.worst:.1e}."
        )
        if outcome.moved is not None:
            console.print(_changed(outcome.moved), soft_wrap=True)
        if outcome.published:
            console.print(f"Copy as plain Zarr: {outcome.published}", soft_wrap=True, markup=False)
    sys.stdout.flush()
    return 0
