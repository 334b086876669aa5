"""What another user of the machine does, for tests that run as root; elsewhere they are skipped."""

import json
import os
import shutil
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

# `nobody` on Linux; and one without a line in /etc/passwd.
ANOTHER = 65534
UNNAMED = 4242

needs_root = pytest.mark.skipif(
    os.geteuid() != 0, reason="acts as two users, which root alone can; run the tests as root to see it"
)


def as_another(does: Callable[[], Any]) -> Any:
    """Call a function in a child process that belongs to another user; give what it returns, as JSON has it.

    Raises
    ------
    AssertionError
        with the traceback of what went wrong
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # From Python 3.12 on it warns of threads; the child has no need of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setgroups([])
            os.setgid(ANOTHER)
            os.setuid(ANOTHER)
            os.write(writing, json.dumps([does(), ""]).encode())
            code = 0
        except BaseException:
            os.write(writing, json.dumps([None, traceback.format_exc()]).encode())
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as answer:
        found, wrong = json.loads(answer.read())
    os.waitpid(child, 0)
    assert not wrong, wrong
    return found


def command_as_unnamed(*command: str) -> list[str]:
    """A command of a user without a line in /etc/passwd, who may read what root may and write nothing of it:
    this interpreter may be where only root goes.
    """
    if shutil.which("setpriv") is None:
        pytest.skip("needs setpriv, of util-linux, to act as a user without a name")
    reads = ["--inh-caps", "-all,+dac_read_search", "--ambient-caps", "-all,+dac_read_search"]
    return ["setpriv", "--reuid", str(UNNAMED), "--regid", str(UNNAMED), "--clear-groups", *reads, *command]


@contextmanager
def common_directory() -> Iterator[Path]:
    """A directory where everybody may make files and nobody may remove another's, as in /tmp."""
    with tempfile.TemporaryDirectory(prefix="jeopardice-common-") as made:
        directory = Path(made)
        directory.chmod(0o1777)
        yield directory
