"""The first sweep of a launch, at work before there is a Prefect server to be told of it.

A server takes seconds to start, workers take less. So the launcher lays the sweep out and begins with its
shards as soon as there are workers. The flow, once there is somebody to report to, finds them at work: its
tasks wait for what was begun, and Prefect's history has all of them.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager

from flows.begun import Begun
from flows.cluster.fork_server import start_fork_server
from flows.launch import Launch
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
    """Begin with a launch that has something to solve; what is in flight at the end is waited for.

    Parameters
    ----------
    launch : what is asked
    say : is called with the address of the dashboard once there are workers
    """
    # Threads end before the workers do.
    with ExitStack() as closing, ThreadPoolExecutor(1 + SHARDS_AT_ONCE) as threads:
        try:
            workers = closing.enter_context(_workers(launch.where, say))
            yield threads.submit(_begin, launch, threads, workers)
        except BaseException:
            # Nobody will ask for the rest: shards commit what they have.
            progress.stop.set()
            raise


def _workers(where: Where, say: Callable[[str], None]) -> AbstractContextManager[Workers]:
    """The workers of a place; without any, no store is made.

    They come before Prefect's import, which would hold up Dask's.
    """
    if where.scheduler is None:
        # Before Dask, which takes a second to import here, too.
        start_fork_server()
    from flows.cluster.workers import open_workers

    return open_workers(where, say)


def _begin(launch: Launch, threads: Executor, workers: Workers) -> Begun:
    # Who is asked to end by now leaves no store either.
    end_if_asked()
    plan = next(plan for plan in launch.plans if plan.blocks)
    work = Work(Store.open(launch.url, create=True), workers, run_metadata())
    work.begin(plan, launch.rerun, threads)
    return Begun(workers, plan.sweep.name, work)
