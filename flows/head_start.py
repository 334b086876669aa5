"""Start the first sweep of a launch before its Prefect server is up.

A server takes seconds to start, workers take less. So the launcher lays out the sweep and starts its shards
as soon as there are workers. The flow, once the server is up, finds them running: its tasks wait for what was
started, and Prefect's history has all of them.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager

from flows.begun import Begun
from flows.cluster.fork_server import start_fork_server
from flows.launch import Launch
from flows.limits import refuse_outsized
from flows.places import Where
from flows.stopping import end_if_asked
from storage.repository import Store
from tasks import progress
from tasks.executor import Workers
from tasks.plan import SHARDS_AT_ONCE
from tasks.room import run_metadata
from tasks.work import Work


@contextmanager
def head_start(launch: Launch, say: Callable[[str], None]) -> Iterator[Future[Begun]]:
    """Start a launch that has something to solve; at the end of the block, wait for what is running.

    Parameters
    ----------
    launch : the request
    say : called with the address of the dashboard once there are workers

    Raises
    ------
    InvalidRules
        if a case takes more memory than a worker has
    """
    # Threads end before the workers do.
    with ExitStack() as closing, ThreadPoolExecutor(1 + SHARDS_AT_ONCE) as threads:
        workers = closing.enter_context(_workers(launch.where, say))
        refuse_outsized(launch.plans, workers, launch.yes)
        try:
            yield threads.submit(_begin, launch, threads, workers)
        except BaseException:
            # Nobody will ask for the rest: shards commit what they have.
            progress.stop.set()
            raise


def _workers(where: Where, say: Callable[[str], None]) -> AbstractContextManager[Workers]:
    """The workers of a place; without any, no store is created.

    They start before Prefect is imported, which would delay Dask's import.
    """
    if where.scheduler is None:
        # Before Dask, which takes a second to import here, too.
        start_fork_server()
    from flows.cluster.workers import open_workers

    return open_workers(where, say)


def _begin(launch: Launch, threads: Executor, workers: Workers) -> Begun:
    # If the process was asked to end by now, no store is created either.
    end_if_asked()
    plan = next(plan for plan in launch.plans if plan.blocks)
    work = Work(Store.open(launch.url, create=True), workers, run_metadata())
    work.begin(plan, launch.rerun, threads)
    return Begun(workers, plan.sweep.name, work)
