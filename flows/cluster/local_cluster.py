"""A Dask cluster on this machine, for the length of a run, which only this process can use."""

import logging
import tempfile

import dask
from dask.system import CPU_COUNT
from distributed import LocalCluster, Security
from distributed.system import MEMORY_LIMIT

from flows.cluster.dashboard import offer_dashboard
from flows.cluster.fork_server import (
    ENVIRONMENT,
    OF_TERMINALS,
    SAFE,
    do_not_fork,
    forks,
    is_safe,
    start_fork_server,
    unheard,
)
from flows.cluster.keys import new_keys
from flows.terminal.errors import say_error
from solvers.private_directory import private_directory
from tasks.executor import ClusterUnreachable

# A block may lose one worker by bad luck; after the second, its cases are told apart.
SETTINGS = {
    "distributed.scheduler.allowed-failures": 1,
    "distributed.comm.timeouts.connect": "20s",
    # A worker that died and is not back within this time is given up; on a busy machine Dask's 15 seconds are
    # too short for a start.
    "distributed.deploy.lost-worker-timeout": "1h",
    "distributed.worker.daemon": True,
    # Otherwise the stacks of the scheduler, which is in this process, and of each worker are sampled a
    # hundred times a second, for a page that is hardly ever opened.
    "distributed.worker.profile.enabled": False,
    # Dask keeps the last thousand messages to and from each worker. They contain blocks, so a launcher grew
    # by 2 KB per case.
    "distributed.admin.low-level-log-length": 10,
    # Blocks take a second. Dask checks ten to fifty times a second, in this process and in each worker, its
    # clocks, the memory, the machine, and whether to move work: 3.5 % of a core here and 2 % of each worker's
    # while idle. With these intervals it is 0.8 and 0.3 %.
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.worker.memory.monitor-interval": "500ms",
    "distributed.scheduler.work-stealing-interval": "1s",
    "distributed.scheduler.active-memory-manager.start": False,
    # Time after which a worker that stops without dying gives up its blocks, instead of five minutes.
    "distributed.scheduler.worker-ttl": "1 minute",
    # The preload of `flows.cluster.fork_server`. If it were named here, Dask would import pandas for its own
    # tests.
    "distributed.worker.multiprocessing-method": None,
    **{f"distributed.nanny.pre-spawn-environ.{name}": value for name, value in ENVIRONMENT.items()},
}
START_ATTEMPTS = 3

# Keys of the clusters that this process started, by address; in memory only.
_keys: dict[str, Security] = {}


def keys_of(address: str) -> Security | None:
    """The keys of the scheduler at an address, None if it was not started here."""
    return _keys.get(address)


def local_cluster(workers: int | None) -> LocalCluster:
    """Start a Dask cluster on this machine: single-threaded processes, for this process only.

    Raises
    ------
    ClusterUnreachable
        if workers died START_ATTEMPTS times while they started
    """
    # Scheduler, nannies and workers put this directory first on the path. By default it has a known name in
    # the temporary directory, so another user may have created it.
    dask.config.set({**SETTINGS, "temporary-directory": str(private_directory())})
    # Whoever reads the log of a scheduled run needs none of the 25 lines about addresses and connections.
    logging.getLogger("distributed").setLevel(logging.WARNING)
    start_fork_server()
    with unheard(OF_TERMINALS):
        return _started(workers or CPU_COUNT)


def _started(workers: int) -> LocalCluster:
    """Start a cluster; the first attempt forks workers, later ones start new processes.

    A nanny restarts a worker that dies, but if one dies while it starts, the whole start fails.
    """
    # A scheduler runs anything that it is sent, as the user who started it, and any user of this machine can
    # reach the loopback address.
    keys = new_keys()
    for attempt in range(START_ATTEMPTS):
        if forks() and (attempt or not is_safe()):
            say_error("warning", "workers: could not be forked. Starting each as a process of its own.")
            do_not_fork()
        if not forks():
            # Such a process must not take modules in the user's current directory for ours either.
            dask.config.set({f"distributed.nanny.pre-spawn-environ.{name}": SAFE[name] for name in SAFE})
        try:
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                # By default, few workers on many cores share a part of the memory only.
                memory_limit=MEMORY_LIMIT // workers,
                processes=True,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
                # Workers load Numba before the first block comes, and whatever the user's Dask settings name.
                preload=["tasks.warm", *dask.config.get("distributed.worker.preload")],
                # It offers one all the same.
                scheduler_kwargs={"dashboard": False},
                security=keys,
            )
        # Dask then closes what it has started, over connections that may be closed already.
        except (RuntimeError, OSError) as error:
            found = error
        else:
            _keys[str(cluster.scheduler_address)] = keys
            offer_dashboard(cluster)
            return cluster
    raise ClusterUnreachable(
        f"Workers did not start in {START_ATTEMPTS} attempts ({found}). Is there enough memory, and space for"
        f" temporary files in {tempfile.gettempdir()}?"
    )
