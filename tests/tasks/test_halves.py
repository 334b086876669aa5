"""Blocks whose workers die: solved in halves, and these in halves again.

Here a worker dies by a rule of the test; `test_poison.py` has real ones.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from configs.load import parse
from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, FAILED
from tasks.block import Block
from tasks.executor import InProcess
from tasks.plan import make_plan
from tasks.rerun import Rerun
from tasks.room import make_room, run_metadata
from tasks.work import Report, Work
from tests.launchers import answers, check_identical
from tests.sweeps import new_store, planned, race, solve

CASES = 64
RACES = race(range(5, 5 + CASES))


class Mortal(InProcess):
    """A worker that dies of some blocks, each time."""

    def __init__(self, dies: Callable[[Block], bool]) -> None:
        self.dies, self.given = dies, list[Block]()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append(args[0])
        if self.dies(args[0]):
            future: Future[Any] = Future()
            future.set_exception(ChildProcessError("died"))
            return future
        return super().submit(fn, *args, **kwargs)


class OnlyMortal:
    """The place where it works."""

    one_by_one = True

    def __init__(self, worker: Mortal) -> None:
        self.worker = worker

    def executor(self, seconds: float = 0.0) -> Executor:
        return self.worker

    def check(self) -> None:
        """It is there."""

    def working(self) -> dict[str, str]:
        """Name no worker."""
        return {}

    def lost(self, error: BaseException) -> bool:
        return isinstance(error, ChildProcessError)


def goals_of(block: Block) -> list[int]:
    return [case.parameters["goal"] for case in block.cases]  # type: ignore[misc]


def run(store: Store, dies: Callable[[Block], bool]) -> tuple[list[Block], Report]:
    """Solve races to 5 and more in one shard; what the worker was given, and the report."""
    worker, metadata = Mortal(dies), run_metadata()
    plan = make_plan(parse(RACES), store, Rerun.NEEDED)
    (shard,) = make_room(plan, store, Rerun.NEEDED, metadata).shards
    return worker.given, Work(store, OnlyMortal(worker), metadata).report(shard)


@pytest.fixture
def right(tmp_path: Path) -> Store:
    """A store in which nothing died."""
    store = new_store(tmp_path / "right")
    solve(RACES, store)
    return store


@pytest.mark.parametrize("most", [1, 3, CASES // 2])
def test_block__becomes_as_short_as_workers_live(most: int, tmp_path: Path, right: Store) -> None:
    store = new_store(tmp_path)
    given, report = run(store, lambda block: len(block.cases) > most)
    assert (report.failed, report.answered) == (0, CASES)
    check_identical(answers(store), answers(right))
    assert sum(len(block.cases) for block in given if len(block.cases) <= most) == CASES


def test_block__loses_only_the_case_that_kills(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    given, report = run(store, lambda block: 23 in goals_of(block))
    assert (report.failed, report.answered) == (1, CASES)
    status = open_sweep(store, "small/race", record=True)["status"]
    assert status.sel(goal=23) == FAILED
    assert (status.drop_sel(goal=23) == DONE).all()
    # Halves of halves down to one case, and that once more by itself; all other blocks are given once.
    blocks = len(planned(RACES, None).blocks)
    assert len(given) <= blocks + 2 * 6 + 1


def test_block__takes_only_its_own_cases_along(tmp_path: Path) -> None:
    given, _ = run(new_store(tmp_path), lambda block: len(block.cases) > 8)
    assert sorted(goal for block in given if len(block.cases) <= 8 for goal in goals_of(block)) == [
        *range(5, 5 + CASES)
    ]
