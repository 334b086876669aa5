"""`python -m tests.frozen.compared pig` prints what has moved in Pig's small cases, a line each."""

import sys
from collections.abc import Iterator

from tests.frozen.answers import answered, moved, stored


def games() -> list[str]:
    """Games that have small cases."""
    return sorted({case.sweep.split("/")[0] for case, _ in stored()})


def compared(game: str) -> Iterator[str]:
    """One line for each output of a game whose bits are others than those stored."""
    for case, before in stored():
        if case.sweep.startswith(f"{game}/"):
            for line in moved(before, answered(case.question, case.parameters)):
                yield f"{case.sweep}: {line}"


if __name__ == "__main__":
    print(*compared(sys.argv[1]), sep="\n", end="")
