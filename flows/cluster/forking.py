"""Only processes without further threads may be forked: a child has none of these threads, and would wait for
ever for their work.
"""

import os
import sys
from pathlib import Path

# Linux lists the threads of a process here, those of other languages included.
THREADS = Path("/proc/self/task")
# Exit code of a child that was forked from a process with threads.
UNSAFE = 77

_threads_before = 1


def can_be_counted() -> bool:
    """Whether this system tells the number of threads of a process; otherwise workers are not forked."""
    return THREADS.is_dir()


def refuse_threads() -> None:
    """Make children end at once, with the exit code UNSAFE, if this process forks them while it has more than
    one thread and is the one that workers are forked from.
    """
    # Other processes that import what workers need may fork.
    if any("multiprocessing.forkserver" in word for word in sys.orig_argv):
        os.register_at_fork(before=_count, after_in_child=_end_if_unsafe)


def _count() -> None:
    global _threads_before
    _threads_before = len(list(THREADS.iterdir()))


def _end_if_unsafe() -> None:
    if _threads_before > 1:
        sys.stderr.flush()
        os._exit(UNSAFE)
