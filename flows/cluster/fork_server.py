"""How the workers of a local cluster are started: forked from one process that has imported most of what they
need, beside the launcher's own imports; or each as a process of its own, where forking is not known to be
safe.

A worker that is forked is there in half a second where a process of its own takes two.
"""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker

from flows.cluster.forking import can_be_counted

# Read when a process starts. Dask sets what it is told of these before it starts a worker: too late for one
# that is forked, but in time for a server that takes the place of one that died.
ENVIRONMENT = {
    # Kernels take and give back some 10 MB a case; handing them to the system each time, as Dask would have
    # it, doubles the time.
    "MALLOC_TRIM_THRESHOLD_": str(2**30),
    "MALLOC_MMAP_THRESHOLD_": str(2**30),
    # As Dask has it: one thread a worker.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # As Dask has it: hashes are the same in all workers.
    "PYTHONHASHSEED": "6640",
}
# Unlike a worker, the server does not get the launcher's path: it would take modules of the user's, in the
# directory where the command is typed, for ours.
SAFE = {"PYTHONSAFEPATH": "1"}
MODULES = ["flows.cluster.worker_imports"]


def start_fork_server() -> None:
    """Start it, if it is not there; it ends when the launcher and its workers have. Whatever this process
    starts from now on by `multiprocessing` is forked from it.

    Where the threads of a process cannot be counted, or it cannot start, workers are not forked.
    """
    if not can_be_counted():
        do_not_fork()
        return
    # Before the rest, as starting it ends with hearing Ctrl-C again.
    _start_tracker()
    # The workers inherit that they do not hear Ctrl-C, which goes to all processes of a terminal.
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with _environment(ENVIRONMENT | SAFE):
            multiprocessing.set_start_method("forkserver", force=True)
            forkserver.set_forkserver_preload(MODULES)
            _ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def _ensure_running() -> None:
    """Start the server, unless the directory for temporary files has too long a path for its socket."""
    try:
        forkserver.ensure_running()
    except OSError:
        do_not_fork()


def do_not_fork() -> None:
    """Whatever this process starts from now on by `multiprocessing` is a process of its own."""
    _start_tracker()
    multiprocessing.set_start_method("spawn", force=True)


def forks() -> bool:
    """Whether workers are forked."""
    return multiprocessing.get_start_method(allow_none=True) == "forkserver"


def is_safe() -> bool:
    """Whether a process that is forked lives: one that is forked from a process with threads ends at once.

    Dask before 2026.8 would wait for such a worker for ever.
    """
    trial = multiprocessing.Process(target=os.getpid)
    trial.start()
    trial.join()
    return trial.exitcode == 0


def _start_tracker() -> None:
    """Start the process that multiprocessing brings along with the first that it starts, and that clears up
    after this one.
    """
    # Started later, it would hear Ctrl-C from then on, whatever was said before. It is at its place when this
    # process ends at once, after a second Ctrl-C; that there was something to clear up then would be the last
    # line that the user reads.
    quiet, before = "ignore:resource_tracker:UserWarning", os.environ.get("PYTHONWARNINGS")
    with _environment({"PYTHONWARNINGS": ",".join(filter(None, [before, quiet]))}):
        resource_tracker.ensure_running()


@contextmanager
def _environment(told: dict[str, str]) -> Iterator[None]:
    """Have variables for the processes that are started meanwhile."""
    before = {name: os.environ.get(name) for name in told}
    os.environ.update(told)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
