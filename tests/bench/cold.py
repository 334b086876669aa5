"""The first answer: commands of whose kernels no machine code is there yet, and the same with all of it."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from tests.bench.contest import FEW, Contest
from tests.bench.processes import Process, timed
from tests.bench.samples import OURS
from tests.bench.startup import MAIN

CALLS = {
    "solve race.pig goal=20": ("solve", "race.pig", "goal=20"),
    'thumb pig rule="hold at 25"': ("thumb", "pig", "rule=hold at 25"),
    f"run {MAIN}, 121 cases": ("run", MAIN, "--no-publish"),
}


class Cold(Process):
    """A call of `jeopardice` into an empty store, for which machine code is there or is compiled.

    Parameters
    ----------
    words : what stands behind `jeopardice`
    directory : empty, or with what other calls have left
    compiled : whether machine code stays from one call to the next
    """

    def __init__(self, words: tuple[str, ...], directory: Path, compiled: bool) -> None:
        self._words, self._directory, self._compiled = words, directory, compiled

    def sample(self) -> Mapping[str, float]:
        """Seconds on the wall, and of processor time with all processes that it waited for."""
        kept = self._directory / "machine_code"
        if not self._compiled:
            shutil.rmtree(kept, ignore_errors=True)
        shutil.rmtree(self._directory / "store", ignore_errors=True)
        return timed(self._words, self._directory, NUMBA_CACHE_DIR=str(kept))


def contests(scratch: Path, left_out: list[str]) -> list[Contest]:
    """What is measured.

    Parameters
    ----------
    scratch : an empty directory
    left_out : is told what cannot be measured, and why
    """
    ways = {"nothing compiled": False, "all compiled": True}
    return [
        Contest(
            f"{what}, {said}",
            {OURS: Cold(words, scratch, compiled)},
            pinned=False,
            rounds=FEW,
            # Who has all compiled does it once before; else only Prefect's database would be new.
            warm_up=compiled or "run" in words,
        )
        for what, words in CALLS.items()
        for said, compiled in ways.items()
    ]
