"""Other processes that compile the kernels of a command on idle cores.

`python -m flows.compiling.ahead` is one of them. The types of kernels' arguments are found by running a small
case in plain Python. These processes compile the kernels in reverse order, those within a kernel before it,
so the command later finds their machine code on disk, and no two processes compile the same.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import IO, Any, NamedTuple, cast

from solvers.catalog import find
from solvers.questions.parameter import Parameters
from solvers.reached import kernels_from, missing, seconds_to_compile

# Estimated seconds below which the command has compiled its kernels before another process could start.
WORTH_IT = 2.0
# Most processes; more would wait for each other.
MOST = 4
# Processor seconds after which a small case is not small.
PLAYED = 2.0
# Processor seconds after which a process ends by itself.
LAST = 120
_running: "list[subprocess.Popen[str]]" = []


class Asked(NamedTuple):
    """A case that will be solved.

    Attributes
    ----------
    question : name of the question
    parameters : all parameters by name
    together : whether it is solved with others, if the question allows it
    kept : names of the outputs that are read; None for all
    """

    question: str
    parameters: Parameters
    together: bool = False
    kept: list[str] | None = None

    @property
    def calls(self) -> list[Callable[..., Any]]:
        """Functions that solve it and read these outputs off the solution."""
        question = find(self.question)
        return question.calls if self.kept is None else question.calls_for(self.kept)


def begin(cases: Sequence[Asked]) -> None:
    """Compile kernels in other processes, too, until `end`.

    Parameters
    ----------
    cases : one for each question that will be asked
    """
    needed = missing(kernels_from(call for case in cases for call in case.calls))
    if seconds_to_compile(needed) > WORTH_IT:
        _running.extend(started(cases, (os.cpu_count() or 1) - 1, aloud=False))


def end() -> None:
    """Stop these processes; a kernel that is not finished is lost."""
    while _running:
        process = _running.pop()
        process.terminate()
        process.wait()


def started(cases: Sequence[Asked], cores: int, aloud: bool) -> "list[subprocess.Popen[str]]":
    """Processes that compile the kernels of cases.

    Parameters
    ----------
    cases : one for each question
    cores : number of idle cores
    aloud : whether their errors are shown
    """
    shares = min(MOST, cores)
    return [_started(cases, share, shares, aloud) for share in range(shares)]


def _started(cases: Sequence[Asked], share: int, shares: int, aloud: bool) -> "subprocess.Popen[str]":
    # Imported from where this process imports, and not from the current directory.
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
    """Compile a share of the kernels of the cases in standard input, as JSON.

    Parameters
    ----------
    share, shares : index of the share, and number of shares
    """
    from flows.compiling.kernel_calls import calls

    resource.setrlimit(resource.RLIMIT_CPU, (LAST, LAST))
    for given in json.load(sys.stdin):
        case = Asked(*given)
        called = calls(find(case.question), case.parameters, case.together, case.kept, PLAYED)
        for call in called[::-1][share::shares]:
            call.compile()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
