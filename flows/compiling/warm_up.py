"""Compile what the main job and the README's commands need, so that nobody has to wait for it.

`python -m flows.compiling.warm_up` does it on all cores, as `make` does.
"""

import os
import sys

from flows.compiling.ahead import Asked, started
from flows.compiling.elsewhere import watching
from solvers.catalog import find
from solvers.reached import kernels_from, missing

# Cases that call all kernels of a usual case.
CASES: dict[str, dict[str, object]] = {
    "simultaneous.best_response_to_two": {"goal": 12, "first_hold_at": 3, "second_hold_at": 5},
    "race.pig": {"goal": 12},
    "thumb.pig": {"goal": 12, "rule": "hold at 5"},
    "fewest_turns.pig": {"goal": 12},
}


def main() -> int:
    """Compile what is missing; return the exit code."""
    kernels = missing(kernels_from(call for name in CASES for call in find(name).calls))
    if not kernels:
        return 0
    cases = [Asked(name, find(name).complete(given), together=True) for name, given in CASES.items()]
    with watching(kernels, _say):
        codes = [process.wait() for process in started(cases, os.cpu_count() or 1, aloud=True)]
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return max(codes)


def _say(words: str) -> None:
    # On a terminal the line is overwritten, and ends with the last words.
    print(words, end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
