"""Progress of workers that compile: seen by the machine code that appears in the shared directory."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from flows.compiling.shown import line
from solvers.kernel import Kernel
from solvers.reached import missing

LOOK_SECONDS = 1.0


@contextmanager
def watching(kernels: Sequence[Kernel], say: Callable[[str], None]) -> Iterator[None]:
    """Report how many kernels of a run have been compiled, as their number grows, until the run ends.

    Parameters
    ----------
    kernels : kernels that the run needs and that are not compiled yet
    say : called in a thread of its own
    """
    ended = threading.Event()
    watcher = threading.Thread(target=_watch, args=(kernels, say, ended), daemon=True)
    if kernels:
        watcher.start()
    try:
        yield
    finally:
        ended.set()
        if kernels:
            watcher.join()


def _watch(kernels: Sequence[Kernel], say: Callable[[str], None], ended: threading.Event) -> None:
    told = 0
    while not ended.wait(LOOK_SECONDS):
        done = len(kernels) - len(missing(kernels))
        if done > told:
            told = done
            say(line(done, len(kernels)))
