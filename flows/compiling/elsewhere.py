"""How far workers are that compile: seen by the machine code that comes into the directory they share."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from flows.compiling.shown import line
from solvers.kernel import Kernel
from solvers.reached import missing

LOOK_SECONDS = 1.0


@contextmanager
def watching(kernels: Sequence[Kernel], say: Callable[[str], None]) -> Iterator[None]:
    """Say how many kernels of a run have been compiled, as more of them come, until it ends.

    Parameters
    ----------
    kernels : that the run needs and that nobody has compiled yet
    say : is called in a thread of its own
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
