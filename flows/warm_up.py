"""Compile what the main job and the README's commands need, before somebody waits for it.

`python -m flows.warm_up` does it on all cores, as `make` calls it; with names of questions, this process
solves a small case of each.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

from flows.compiling_elsewhere import watching
from solvers.catalog import find
from solvers.reached import kernels_from, missing

# Small cases that call all kernels of a usual one.
CASES: dict[str, dict[str, object]] = {
    "simultaneous.best_response_to_two": {"goal": 12, "first_hold_at": 3, "second_hold_at": 5},
    "race.pig": {"goal": 12},
    "thumb.pig": {"goal": 12, "rule": "hold at 5"},
    "fewest_turns.pig": {"goal": 12},
}


def main(names: Sequence[str]) -> int:
    """Compile what is missing, or what these questions need; the exit code."""
    if names:
        for name in names:
            _solve(name)
        return 0
    kernels = missing(kernels_from(call for name in CASES for call in find(name).calls))
    if not kernels:
        return 0
    with watching(kernels, _say):
        codes = [process.wait() for process in _started(list(CASES))]
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return max(codes)


def _started(names: Sequence[str]) -> "list[subprocess.Popen[bytes]]":
    cores = max(1, min(os.cpu_count() or 1, len(names)))
    shares = [names[core::cores] for core in range(cores)]
    return [subprocess.Popen([sys.executable, "-m", "flows.warm_up", *share]) for share in shares]


def _solve(name: str) -> None:
    question = find(name)
    solution = question.solve(**question.complete(CASES[name]))
    for output in question.outputs:
        output.read(solution)


def _say(words: str) -> None:
    # On a terminal the line is written over, and ends with the last of them.
    print(words, end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
