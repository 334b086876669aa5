"""How the workers of a local cluster are started: forked from one process that has imported most of what they
need, in parallel with the launcher's own imports; or each as a new process, where forking is not known to be
safe.

A forked worker is ready in half a second, a new process in two.
"""

import multiprocessing
import os
import signal
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker

from flows.cluster.forking import can_be_counted
from flows.environment import environment
from solvers.private_directory import private_directory

# Read when a process starts. Dask sets its settings of these before it starts a worker: too late for a forked
# one, but in time for a server that replaces one that died.
ENVIRONMENT = {
    # Kernels allocate and free some 10 MB per case; returning it to the system each time, as by Dask's
    # settings, doubles the time.
    "MALLOC_TRIM_THRESHOLD_": str(2**30),
    "MALLOC_MMAP_THRESHOLD_": str(2**30),
    # As in Dask: one thread per worker.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # As in Dask: hashes are the same in all workers.
    "PYTHONHASHSEED": "6640",
}
# Unlike a worker, the server does not get the launcher's path, as it would take modules in the user's current
# directory for ours.
SAFE = {"PYTHONSAFEPATH": "1"}
# What a terminal sends to all of its processes: Ctrl-C, and that it ends.
OF_TERMINALS = {signal.SIGINT, signal.SIGHUP}
# A socket's path has up to 107 characters, of which `multiprocessing` adds 32.
LONGEST_PLACE = 75
MODULES = ["flows.cluster.worker_imports"]


@contextmanager
def unheard(signals: Collection[signal.Signals]) -> Iterator[None]:
    """Block signals in this thread; threads and processes that are started meanwhile ignore them for ever."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_fork_server() -> None:
    """Start the server if it does not run; it ends when the launcher and its workers have ended. All later
    processes of `multiprocessing` are forked from it.

    Workers are not forked if a process's threads cannot be counted, or if the server cannot start.
    """
    if not can_be_counted():
        do_not_fork()
        return
    # First, as starting it re-enables Ctrl-C.
    _start_tracker()
    with unheard(OF_TERMINALS), environment(ENVIRONMENT | SAFE):
        multiprocessing.set_start_method("forkserver", force=True)
        forkserver.set_forkserver_preload(MODULES)
        _ensure_running()


def _ensure_running() -> None:
    """Start the server, unless the path of the temporary directory is too long for its socket."""
    # The socket is in a directory that does not stay behind if this process is killed, if its path is short.
    held, before = str(private_directory()), tempfile.tempdir
    if len(held) <= LONGEST_PLACE:
        tempfile.tempdir = held
    try:
        forkserver.ensure_running()
    except OSError:
        do_not_fork()
    finally:
        tempfile.tempdir = before


def do_not_fork() -> None:
    """All later processes of `multiprocessing` are new processes."""
    _start_tracker()
    multiprocessing.set_start_method("spawn", force=True)


def forks() -> bool:
    """Whether workers are forked."""
    return multiprocessing.get_start_method(allow_none=True) == "forkserver"


def is_safe() -> bool:
    """Whether forked processes work: one that is forked from a process with threads ends at once.

    Dask before 2026.8 would wait for such a worker for ever.
    """
    trial = multiprocessing.Process(target=os.getpid)
    trial.start()
    trial.join()
    return trial.exitcode == 0


def _start_tracker() -> None:
    """Start multiprocessing's resource tracker, which cleans up after this process."""
    # Started later, it would receive Ctrl-C. It must survive when this process ends at once after a second
    # Ctrl-C; its message about what it cleaned up would then be the last line that the user reads.
    quiet, before = "ignore:resource_tracker:UserWarning", os.environ.get("PYTHONWARNINGS")
    # By itself it ignores Ctrl-C, and not the end of its terminal.
    with (
        unheard({signal.SIGHUP}),
        environment({"PYTHONWARNINGS": ",".join(filter(None, [before, quiet]))}),
    ):
        resource_tracker.ensure_running()
