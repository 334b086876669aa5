"""Whole runs into empty stores, by a server and workers that they start themselves, on all cores."""

import shutil
import time
from collections.abc import Mapping
from pathlib import Path

from storage.repository import Store
from tests.bench.contest import FEW, Contest
from tests.bench.family import watched
from tests.bench.processes import Process
from tests.bench.samples import OURS
from tests.bench.spent import SOLVING
from tests.bench.startup import MAIN

# In the message of every commit of answers; those before make the store and lay the sweep out.
ANSWERS = ": shard "
# Cases of about a millisecond: the goals lie around 100, so that more of them take no longer each.
SHORT = """\
name: bench/short
title: Best response to an opponent who holds at n
question: simultaneous.best_response_to_one
axes:
  goal: {{from: {least}, to: {most}}}
  opponent_hold_at: {{from: 1, to: 100}}
keep: [win_probability]
"""
# 820 different pairs, each a good deal longer.
PAIRS = """\
name: bench/pairs
title: Best response to two opponents who hold at n and m
question: simultaneous.best_response_to_two
axes:
  first_hold_at: {from: 1, to: 40}
  second_hold_at: {from: 1, to: 40}
symmetric: [[first_hold_at, second_hold_at]]
keep: [win_probability]
"""
# As SHORT, with many dice.
MANY = """\
name: bench/many
title: Best response to an opponent who holds at n
question: simultaneous.best_response_to_one
axes:
  goal: {from: 51, to: 150}
  opponent_hold_at: {from: 1, to: 100}
  sides: {from: 6, to: 15}
keep: [win_probability]
"""


def contests(scratch: Path, left_out: list[str]) -> list[Contest]:
    """What is measured.

    Parameters
    ----------
    scratch : an empty directory
    left_out : is told what cannot be measured, and why
    """
    config = short(scratch, 10_000)
    for name, text in (("pairs.yaml", PAIRS), ("many.yaml", MANY)):
        (scratch / name).write_text(text, encoding="utf-8")
    return [
        Contest(f"run {MAIN}, 121 cases", {OURS: NewStore(scratch, MAIN, 121)}, pinned=False),
        Contest("run of 10 000 cases of about 1 ms", {OURS: NewStore(scratch, config, 10_000)}, pinned=False),
        _few("run of 820 cases of about 0.1 s", NewStore(scratch, "pairs.yaml", 820)),
        _few("run of 100 000 cases of about 1 ms", NewStore(scratch, "many.yaml", 100_000)),
    ]


def _few(what: str, run: "NewStore") -> Contest:
    return Contest(what, {OURS: run}, pinned=False, rounds=FEW, warm_up=False)


def short(scratch: Path, cases: int) -> str:
    """Write a config of so many hundred short cases; return its file's name."""
    name = f"short_{cases}.yaml"
    least = 100 - cases // 200
    text = SHORT.format(least=least, most=least + cases // 100 - 1)
    (scratch / name).write_text(text, encoding="utf-8")
    return name


class NewStore(Process):
    """A run into a store that is not there yet.

    Parameters
    ----------
    scratch : where it is called
    config : as `jeopardice run` takes it
    cases : how many it answers
    options : of the command, besides
    """

    def __init__(self, scratch: Path, config: str, cases: int, *options: str) -> None:
        self._scratch, self._config, self._cases, self._options = scratch, config, cases, options

    def sample(self) -> Mapping[str, float]:
        """Seconds on the wall, of the processor and memory by process, of solving as recorded, to the first
        answers that are committed; cases a second.
        """
        for left in ("store", "published"):
            shutil.rmtree(self._scratch / left, ignore_errors=True)
        start = time.time()
        took = watched(("run", self._config, *self._options), self._scratch)
        store = Store.open(str(self._scratch / "store"))
        commits = store.history()
        first = min(commit.time.timestamp() for commit in commits if ANSWERS in commit.message)
        return {
            **took,
            SOLVING: sum(float(store.records(sweep)["seconds"].sum()) for sweep in store.sweeps()),
            "first commit after, s": first - start,
            "cases a second": self._cases / took["wall, s"],
        }
