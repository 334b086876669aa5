"""The only module that knows where blocks run: in this process, on a local Dask cluster, or another one."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager

from distributed import LocalCluster
from distributed.system import MEMORY_LIMIT

from flows.cluster.dask_workers import OnDask
from flows.cluster.local_cluster import local_cluster
from flows.extras import is_installed
from flows.places import Where
from flows.terminal.errors import say_error
from tasks.executor import InProcess, Workers

# Seconds to wait for a scheduler; a wrong address should fail soon.
FIRST_CONTACT_SECONDS = 10.0


class Serial:
    """Blocks run in this process, one after the other: recorded seconds are those of the case alone, and a
    debugger sees one thread.
    """

    one_by_one = True
    case_timeout: float | None = None

    def executor(self, seconds: float = 0.0, memory: float = 0.0) -> Executor:
        """An executor that runs calls at once."""
        return InProcess()

    def most_memory(self) -> float | None:
        """Return the bytes of this machine, or of its container."""
        return float(MEMORY_LIMIT)

    def check(self) -> None:
        """Does nothing: this process works as long as it lives."""

    def working(self) -> dict[str, str]:
        """Return nothing: there are no workers."""
        return {}


@contextmanager
def open_workers(where: Where, say: Callable[[str], None] | None = None) -> Iterator[Workers]:
    """The workers of a place, for the length of the block.

    Parameters
    ----------
    where : the place
    say : called with the address of the dashboard of a cluster that is started here, if Bokeh is installed

    Raises
    ------
    ClusterUnreachable
        if nothing answers at the scheduler's address
    """
    if where.serial:
        yield Serial()
        return
    with ExitStack() as closing:
        address = where.scheduler
        if address is None:
            cluster = local_cluster(where.workers)
            closing.callback(_close, cluster)
            address = str(cluster.scheduler_address)
            if say is not None and is_installed("cluster"):
                say(str(cluster.dashboard_link))
        workers = OnDask(address, where.case_timeout)
        closing.callback(workers.close)
        workers.client(FIRST_CONTACT_SECONDS)
        yield workers


def _close(cluster: LocalCluster) -> None:
    """Close a cluster; all is committed by then, so an error is reported and does not fail the run."""
    try:
        cluster.close(timeout=5)
    except Exception as error:
        say_error(
            "warning", f"The local Dask cluster did not close cleanly ({type(error).__name__}: {error})."
        )
