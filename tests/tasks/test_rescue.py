"""Blocks whose workers die, hang or take too long: only the case whose fault it is fails.

Here workers end by a rule of the test; `test_poison.py` and `test_case_timeout.py` have real ones.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from configs.load import parse
from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, FAILED
from tasks import present
from tasks.block import Block, solve_cases
from tasks.executor import CaseTimedOut, InProcess, Lost, WorkerDied, WorkerHung
from tasks.plan import make_plan
from tasks.rerun import Rerun
from tasks.rescue import rescued
from tasks.room import make_room, run_metadata
from tasks.work import Report, Work
from tests.launchers import answers, check_identical
from tests.sweeps import new_store, planned, race, solve

CASES = 64
RACES = race(range(5, 5 + CASES))
# What becomes of a block's worker, if anything.
Fate = Callable[[Block], Lost | None]


class Mortal(InProcess):
    """A worker to whom something happens with some blocks, each time."""

    def __init__(self, fate: Fate) -> None:
        self.fate, self.given = fate, list[Block]()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append(args[0])
        if lost := self.fate(args[0]):
            future: Future[Any] = Future()
            future.set_exception(lost)
            return future
        return super().submit(fn, *args, **kwargs)


class OnlyMortal:
    """The place where it works."""

    one_by_one = True
    case_timeout: float | None = None

    def __init__(self, worker: Mortal) -> None:
        self.worker = worker

    def executor(self, seconds: float = 0.0, memory: float = 0.0) -> Executor:
        return self.worker

    def most_memory(self) -> float | None:
        """Nobody knows."""
        return None

    def check(self) -> None:
        """It is there."""

    def working(self) -> dict[str, str]:
        """Name no worker."""
        return {}


def goals_of(block: Block) -> list[int]:
    return [case.parameters["goal"] for case in block.cases]  # type: ignore[misc]


def run(store: Store, fate: Fate) -> tuple[list[Block], Report]:
    """Solve races to 5 and more in one shard; what the worker was given, and the report."""
    worker, metadata = Mortal(fate), run_metadata()
    plan = make_plan(parse(RACES), store, Rerun.NEEDED)
    (shard,) = make_room(plan, store, Rerun.NEEDED, metadata).shards
    return worker.given, Work(store, OnlyMortal(worker), metadata).report(shard)


def dies_beyond(most: int) -> Fate:
    """It dies of any block that is longer."""
    return lambda block: WorkerDied("died") if len(block.cases) > most else None


@pytest.fixture
def right(tmp_path: Path) -> Store:
    """A store in which nothing died."""
    store = new_store(tmp_path / "right")
    solve(RACES, store)
    return store


@pytest.mark.parametrize("most", [1, 3, CASES // 2])
def test_block__becomes_as_short_as_workers_live(most: int, tmp_path: Path, right: Store) -> None:
    store = new_store(tmp_path)
    given, report = run(store, dies_beyond(most))
    assert (report.failed, report.answered) == (0, CASES)
    check_identical(answers(store), answers(right))
    assert sum(len(block.cases) for block in given if len(block.cases) <= most) == CASES


def test_block__takes_only_its_own_cases_along(tmp_path: Path) -> None:
    given, _ = run(new_store(tmp_path), dies_beyond(8))
    assert sorted(goal for block in given if len(block.cases) <= 8 for goal in goals_of(block)) == [
        *range(5, 5 + CASES)
    ]


def fatal(goal: int, lost: Callable[[tuple[int, ...]], Lost]) -> Fate:
    """One race is the end of its worker, which is told of where that was."""

    def fate(block: Block) -> Lost | None:
        goals = goals_of(block)
        return lost((goals.index(goal),)) if goal in goals else None

    return fate


@pytest.mark.parametrize(
    ("lost", "more", "error"),
    [
        # Nobody knows where: halves of halves down to one case, and that once more by itself.
        (lambda at: WorkerDied("died"), 2 * 6 + 1, "WorkerDied: died"),
        # One worker has died there: the case by itself, twice, and the others.
        (lambda at: WorkerDied("died", at), 3, "WorkerDied: died"),
        # Beyond doubt: the others are solved, and that case is not tried again.
        (lambda at: WorkerDied("died", at, guilty=True), 1, "WorkerDied: died"),
        (lambda at: WorkerHung("hung", at, guilty=True), 1, "WorkerHung: hung"),
        (lambda at: CaseTimedOut(60.0, at), 1, "CaseTimedOut: it took longer than 60 s, the limit that"),
    ],
    ids=["unknown", "suspected", "died", "hung", "late"],
)
def test_block__loses_only_the_case_whose_fault_it_is(
    lost: Callable[[tuple[int, ...]], Lost], more: int, error: str, tmp_path: Path, right: Store
) -> None:
    store = new_store(tmp_path)
    given, report = run(store, fatal(23, lost))
    assert (report.failed, report.answered) == (1, CASES)
    found = open_sweep(store, "small/race", record=True)
    assert found["status"].sel(goal=23) == FAILED
    assert found["error"].sel(goal=23).item().startswith(error)
    others = found.drop_sel(goal=23)
    assert (others["status"] == DONE).all()
    assert others["value"].equals(open_sweep(right, "small/race")["value"].drop_sel(goal=23))
    blocks = len(planned(RACES, None).blocks)
    assert len(given) <= blocks + more


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_rescued__answers_every_case_once(data: st.DataObject) -> None:
    """Several cases may be fatal, in ways that are known or not."""
    (block, *_) = planned(RACES, None).blocks
    ways = st.sampled_from(["unknown", "suspected", "guilty", "late"])
    fates = data.draw(st.dictionaries(st.sampled_from(goals_of(block)), ways, min_size=1))

    def fate(given: Block) -> Lost | None:
        goals = goals_of(given)
        first = next((goal for goal in goals if goal in fates), None)
        if first is None:
            return None
        at = (goals.index(first),)
        match fates[first]:
            case "unknown":
                return WorkerDied("died")
            case "late":
                return CaseTimedOut(1.0, at)
            case way:
                return WorkerDied("died", at, guilty=way == "guilty")

    worker = Mortal(fate)
    lost = fate(block)
    assert lost is not None
    found = rescued(block, lost, worker, OnlyMortal(worker))
    failed = [answer.row["status"] == FAILED for answer in found]
    assert failed == [goal in fates for goal in goals_of(block)]


def test_solve_cases__tells_which_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.block.TOLD_SECONDS", 0.0)
    (block, *_) = planned(RACES, None).blocks
    told: list[list[int]] = []
    with present.telling(lambda cases: told.append(list(cases))):
        solve_cases(block)
    assert told == [[place] for place in range(len(block.cases))]
    # And nobody is told any more.
    solve_cases(block)
    assert len(told) == len(block.cases)


def test_solve_cases__tells_of_short_ones_together() -> None:
    (block, *_) = planned(RACES, None).blocks
    long = replace(block, cases=tuple(replace(case, seconds=0.04) for case in block.cases[:5]))
    told: list[list[int]] = []
    with present.telling(lambda cases: told.append(list(cases))):
        solve_cases(long)
    assert told == [[0, 1], [2, 3], [4]]
