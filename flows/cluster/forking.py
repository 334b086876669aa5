"""Only a process without threads of its own is forked: a child has none of them, and would wait for ever for
what they were to do.
"""

import os
import sys
from pathlib import Path

# Linux lists the threads of a process here, those of other languages among them.
THREADS = Path("/proc/self/task")
# Exit code of a child that was forked from a process with threads.
UNSAFE = 77

_threads_before = 1


def can_be_counted() -> bool:
    """Whether this system tells how many threads a process has; elsewhere nobody forks."""
    return THREADS.is_dir()


def refuse_threads() -> None:
    """From now on a child that this process forks while it has more than one thread ends at once, with the
    exit code UNSAFE, if this is a process that workers are forked from.
    """
    # Whoever else imports what workers need may fork as it likes.
    if any("multiprocessing.forkserver" in word for word in sys.orig_argv):
        os.register_at_fork(before=_count, after_in_child=_end_if_unsafe)


def _count() -> None:
    global _threads_before
    _threads_before = len(list(THREADS.iterdir()))


def _end_if_unsafe() -> None:
    if _threads_before > 1:
        sys.stderr.flush()
        os._exit(UNSAFE)
