"""Other processes that compile what a command will call, on the cores that it leaves idle.

`python -m flows.compiling.ahead` is one of them. What kernels are called with is seen by playing a small case
in plain Python; they are compiled from the last on. Who comes to one later finds its machine code on disk,
and no two processes compile the same.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from typing import IO, NamedTuple, cast

from solvers.catalog import find
from solvers.questions.parameter import Parameters
from solvers.reached import kernels_from, missing, seconds_to_compile

# What takes less has been compiled before another process could begin.
WORTH_IT = 2.0
# More processes would wait for each other.
MOST = 4
# Processor seconds after which a small case is not small.
PLAYED = 2.0
# Processor seconds after which a process ends that nobody has ended.
LAST = 120
_running: "list[subprocess.Popen[str]]" = []


class Asked(NamedTuple):
    """A case that is going to be solved.

    Attributes
    ----------
    question : its name
    parameters : all of them by name
    together : whether with others, where the question has a way to
    """

    question: str
    parameters: Parameters
    together: bool = False


def begin(cases: Sequence[Asked]) -> None:
    """Have kernels compiled elsewhere, too, until `end`.

    Parameters
    ----------
    cases : one of each question that is going to be asked
    """
    questions = {case.question: find(case.question) for case in cases}
    needed = missing(kernels_from(call for question in questions.values() for call in question.calls))
    if seconds_to_compile(needed) > WORTH_IT:
        _running.extend(started(cases, (os.cpu_count() or 1) - 1, aloud=False))


def end() -> None:
    """End what was begun: a kernel that is half compiled is not kept."""
    while _running:
        process = _running.pop()
        process.terminate()
        process.wait()


def started(cases: Sequence[Asked], cores: int, aloud: bool) -> "list[subprocess.Popen[str]]":
    """Processes that compile what cases call.

    Parameters
    ----------
    cases : one of each question
    cores : that are idle
    aloud : whether what goes wrong in them is told
    """
    shares = min(MOST, cores)
    return [_started(cases, share, shares, aloud) for share in range(shares)]


def _started(cases: Sequence[Asked], share: int, shares: int, aloud: bool) -> "subprocess.Popen[str]":
    # Imported from where this process imports, and never from the directory where it was called.
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "flows.compiling.ahead", str(share), str(shares)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=None if aloud else subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        text=True,
    )
    with cast("IO[str]", process.stdin) as pipe:
        json.dump(cases, pipe)
    return process


def main(share: int, shares: int) -> None:
    """Compile a share of what the cases call that standard input has, as JSON.

    Parameters
    ----------
    share, shares : which of how many
    """
    from flows.compiling.kernel_calls import calls

    resource.setrlimit(resource.RLIMIT_CPU, (LAST, LAST))
    for given in json.load(sys.stdin):
        case = Asked(*given)
        called = calls(find(case.question), case.parameters, case.together, PLAYED)
        for call in called[::-1][share::shares]:
            call.compile()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
