"""A Dask cluster on this machine, as long as the run, that only this process can talk to."""

import logging
import os
import signal

import dask
from distributed import LocalCluster, Security

from flows.cluster.dashboard import offer_dashboard
from flows.cluster.fork_server import ENVIRONMENT, SAFE, do_not_fork, forks, is_safe, start_fork_server
from flows.cluster.keys import new_keys
from flows.terminal.errors import say_error
from solvers.private_directory import private_directory
from tasks.executor import ClusterUnreachable

# A block may take one worker down by bad luck; the second time it is tried in halves.
SETTINGS = {
    "distributed.scheduler.allowed-failures": 1,
    "distributed.comm.timeouts.connect": "20s",
    # A worker that died and is not back within this time is given up for good; on a busy machine Dask's 15
    # seconds are no time to start in.
    "distributed.deploy.lost-worker-timeout": "1h",
    "distributed.worker.daemon": True,
    # Else the stacks of the scheduler, which is in this process, and of each worker are looked at a hundred
    # times a second, for a page that is open hardly ever.
    "distributed.worker.profile.enabled": False,
    # Dask keeps the last thousand messages to each worker and from it, for who looks into a scheduler. Blocks
    # are among them, so that a launcher grew by 2 KB with each case.
    "distributed.admin.low-level-log-length": 10,
    # Blocks take a second. Dask would look ten to fifty times a second, in this process and in each worker,
    # how late its clocks are, what memory is left, what the machine does, and whether work should move on:
    # 3.5 % of a core here and 2 % of each worker's while nothing happens at all; so it is 0.8 and 0.3 %.
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.worker.memory.monitor-interval": "500ms",
    "distributed.scheduler.work-stealing-interval": "1s",
    "distributed.scheduler.active-memory-manager.start": False,
    # A worker that stops without dying gives up its blocks after this time instead of five minutes.
    "distributed.scheduler.worker-ttl": "1 minute",
    # That of `flows.cluster.fork_server`. Named here, Dask would import pandas besides, for its own tests.
    "distributed.worker.multiprocessing-method": None,
    **{f"distributed.nanny.pre-spawn-environ.{name}": value for name, value in ENVIRONMENT.items()},
}
START_ATTEMPTS = 3

# What it takes to be heard by the clusters that this process started, by address; in memory only.
_keys: dict[str, Security] = {}


def keys_of(address: str) -> Security | None:
    """What it takes to be heard by the scheduler at an address, None if it was not started here."""
    return _keys.get(address)


def local_cluster(workers: int | None) -> LocalCluster:
    """Start a Dask cluster on this machine: processes of one thread, restarted by nannies, that only this
    process can talk to.

    Raises
    ------
    ClusterUnreachable
        if workers died START_ATTEMPTS times while they started
    """
    # Scheduler, nannies and workers look for modules there before they look anywhere else: by default it is a
    # directory of a known name among the temporary files, which another user may have made.
    dask.config.set({**SETTINGS, "temporary-directory": str(private_directory())})
    start_fork_server()
    # Ctrl-C goes to all processes of a terminal; the workers' threads and processes inherit that they do not
    # hear it.
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return _started(workers or os.cpu_count() or 1)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def _started(workers: int) -> LocalCluster:
    """A nanny restarts a worker that dies, but one that dies while it starts takes the whole start along.

    So the first attempt alone forks.
    """
    # A scheduler runs whatever it is sent as the user who started it, and any user of this machine reaches
    # the loopback address.
    keys = new_keys()
    for attempt in range(START_ATTEMPTS):
        if forks() and (attempt or not is_safe()):
            say_error("warning", "workers: could not be forked. Starting each as a process of its own.")
            do_not_fork()
        if not forks():
            # Nor does such a process take modules of the user's for ours, in the directory where it starts.
            dask.config.set({f"distributed.nanny.pre-spawn-environ.{name}": SAFE[name] for name in SAFE})
        try:
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
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
        # Dask closes what it has begun then, over connections that may be closed already.
        except (RuntimeError, OSError) as error:
            found = error
        else:
            _keys[str(cluster.scheduler_address)] = keys
            offer_dashboard(cluster)
            return cluster
    raise ClusterUnreachable(
        f"Only {found} of {workers} workers started in {START_ATTEMPTS} attempts. Is there enough memory?"
    )
