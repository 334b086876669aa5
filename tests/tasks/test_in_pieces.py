"""Cases solved piece by piece: the same bits as in one process, and nothing finished is solved again."""

import threading
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed import Client, LocalCluster

from configs.load import parse
from flows.cluster.workers import Serial
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.questions.question import Question
from solvers.race_of_many.in_parts import stages
from storage.errors import Unwritable
from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, FAILED
from tasks import shared_table
from tasks.playable import refuse_unplayable
from tasks.rerun import Rerun
from tasks.shared_table import TableUnseen
from tests import sweeps
from tests.processes import PATIENCE, peak_bytes

GIVEN = {"players": 3, "sides": 3, "bust_face": 1}
NAME, QUESTION = "small/many", "race_of_many.pig"


def content(*goals: int, keep: tuple[str, ...] = ()) -> dict[str, Any]:
    """Races of three with a die of three sides, which have clusters without equilibrium."""
    return {
        "name": NAME,
        "title": "Three in turn",
        "question": QUESTION,
        "parameters": {"sides": 3},
        "axes": {"goal": list(goals)},
        "keep": ["win_probability", "cycling_clusters", "unsettled_scores", "deviation_gain", *keep],
    }


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> Iterator[Question]:
    """The question, with goals from 12 on that outgrow a worker, in many small pieces."""
    monkeypatch.setattr(stages, "PIECE_SECONDS", 5e-5)
    question = QUESTIONS[QUESTION]
    assert question.wave is not None
    QUESTIONS[QUESTION] = replace(
        question, wave=replace(question.wave, outgrows=lambda given: int(given["goal"]) >= 12)
    )
    yield QUESTIONS[QUESTION]
    del QUESTIONS[QUESTION]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return sweeps.new_store(tmp_path)


def put(question: Question, **steps: Any) -> None:
    """Have other steps done in its place."""
    assert question.wave is not None
    QUESTIONS[question.name] = replace(question, wave=replace(question.wave, **steps))


def check_same(store: Store, right: Store) -> None:
    """Every answer has the same bits, and nothing of the pieces is left."""
    one, other = open_sweep(store, NAME), open_sweep(right, NAME)
    assert set(one.variables) == set(other.variables)
    assert all(one[name].equals(other[name]) for name in one.variables)
    assert store.repository.list_branches() == {"main"}


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The answers of whole cases."""
    whole = sweeps.new_store(tmp_path_factory.mktemp("right"))
    sweeps.solve(content(9, 12, 16), whole)
    return whole


def test_pieces__give_the_bits_of_whole_cases(large: Question, store: Store, right: Store) -> None:
    plan, reports = sweeps.solve(content(9, 12, 16), store)
    assert [report.failed for report in reports] == [0] * len(reports)
    check_same(store, right)
    assert open_sweep(store, NAME).attrs["run"]
    # Readers of the history see a plan and whole cases.
    assert len(store.history(NAME)) == 1 + len(plan.shards)


def test_pieces__that_are_finished_are_not_solved_again(large: Question, store: Store, right: Store) -> None:
    assert large.wave is not None
    solve, done = large.wave.solve, list[object]()

    def dies(given: Any, table: Any, piece: Any) -> Any:
        if len(done) == 12:
            raise KeyboardInterrupt
        done.append(piece)
        return solve(given, table, piece)

    put(large, solve=dies)
    with pytest.raises(KeyboardInterrupt):
        sweeps.solve(content(9, 12, 16), store)
    # Goal 12 is solved, too, but its answer was to be committed with that to 16.
    assert len(store.repository.list_branches()) == 3
    again = list[object]()

    def counts(given: Any, table: Any, piece: Any) -> Any:
        again.append(piece)
        return solve(given, table, piece)

    put(large, solve=counts)
    sweeps.solve(content(9, 12, 16), store)
    check_same(store, right)
    pieces = sum(
        len(stage.pieces) for goal in (12, 16) for stage in large.wave.stages({**GIVEN, "goal": goal})
    )
    widest = max(len(stage.pieces) for stage in large.wave.stages({**GIVEN, "goal": 16}))
    assert pieces <= len(done) + len(again) <= pieces + 2 * widest


def test_pieces__that_raise_fail_their_case_only(large: Question, store: Store) -> None:
    assert large.wave is not None
    certify = large.wave.certify

    def refuses(given: Any, *others: Any) -> Any:
        if given["goal"] == 12:
            raise ValueError("no twelve")
        return certify(given, *others)

    put(large, certify=refuses)
    _, reports = sweeps.solve(content(9, 12, 16), store)
    assert [error for report in reports for error in report.errors] == [
        "goal=12: CaseFailed: ValueError: no twelve"
    ]
    assert store.records(NAME).status.values.tolist() == [DONE, FAILED, DONE]
    assert store.repository.list_branches() == {"main"}


def test_pieces__that_take_too_long_are_kept(
    large: Question, store: Store, right: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert large.wave is not None
    solve, solved = large.wave.solve, list[object]()

    def counts(given: Any, table: Any, piece: Any) -> Any:
        solved.append(piece)
        time.sleep(0.05)
        return solve(given, table, piece)

    put(large, solve=counts)
    monkeypatch.setattr(Serial, "case_timeout", 0.1)
    _, reports = sweeps.solve(content(9, 12, 16), store)
    first, late = len(solved), [error.partition(", the limit")[0] for one in reports for error in one.errors]
    assert late == [f"goal={goal}: CaseTimedOut: it took longer than 0.1 s" for goal in (12, 16)]
    monkeypatch.setattr(Serial, "case_timeout", 600.0)
    sweeps.solve(content(9, 12, 16), store, Rerun.FAILED)
    check_same(store, right)
    pieces = sum(
        len(stage.pieces) for goal in (12, 16) for stage in large.wave.stages({**GIVEN, "goal": goal})
    )
    assert 0 < first < pieces
    assert len(solved) < first + pieces


def test_tables__of_large_cases_are_not_kept(large: Question) -> None:
    refuse_unplayable(parse(content(9, 11, keep=("value",))))
    with pytest.raises(
        InvalidRules, match=r": full tables cannot be kept \(value\): the case goal=16 exceeds "
    ):
        refuse_unplayable(parse(content(9, 16, keep=("value",))))


def test_table__is_there_as_long_as_its_launcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JEOPARDICE_SCRATCH", str(tmp_path))
    abandoned = tmp_path / f"{shared_table.PREFIX}0"
    abandoned.write_bytes(b"")
    with shared_table.shared_table((2, 3)) as one, shared_table.shared_table((2, 3)) as other:
        assert not abandoned.exists()
        one.opened()[1, 2] = 4.0
        assert (one.opened()[1, 2], other.opened()[1, 2]) == (4.0, 0.0)
    assert not list(tmp_path.iterdir())
    with pytest.raises(TableUnseen, match=r"^JEOPARDICE_SCRATCH: a worker on \S+ cannot see .+: No such"):
        one.opened()


def test_table__is_let_go_of_by_whoever_does_not_use_it_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JEOPARDICE_SCRATCH", str(tmp_path))
    monkeypatch.setattr(shared_table, "UNUSED_SECONDS", 0.05)
    with shared_table.shared_table((2, 3)) as table:
        array = table.opened()
        assert np.shares_memory(array, table.opened())
        maps = Path("/proc/self/maps")
        assert table.path in maps.read_text()
        del array
        deadline = time.monotonic() + PATIENCE
        while table.path in maps.read_text():
            assert time.monotonic() < deadline, "still mapped"
            time.sleep(0.01)


@pytest.mark.long
def test_table__is_let_go_of_within_a_piece_by_a_worker_with_little_memory() -> None:
    with (
        LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            memory_limit="1GB",
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            preload=["tasks.warm"],
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
        # Ten rows of 0.1 GB.
        shared_table.shared_table((10, 12_500_000)) as table,
    ):
        most = client.submit(_touch_all, table, pure=False).result()
        assert (table.opened()[:, -1] == np.arange(10) + 1).all()
    assert most < 0.8e9


def test_memory__is_looked_at_only_while_there_is_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []
    monkeypatch.setenv("JEOPARDICE_SCRATCH", str(tmp_path))
    monkeypatch.setattr(shared_table, "UNUSED_SECONDS", 0.05)
    monkeypatch.setattr(shared_table, "_in_memory", partial(_looked, looks))
    # What other tests have kept of theirs is none of it.
    monkeypatch.setattr(shared_table, "_mappings", weakref.WeakSet())
    monkeypatch.setattr(shared_table, "_some", threading.Event())
    shared_table.have_at_most(1e9)
    # A look that another test has begun.
    time.sleep(0.1)
    looks.clear()
    time.sleep(0.1)
    assert not looks
    with shared_table.shared_table((2, 3)) as table:
        array = table.opened()
        _wait(lambda: len(looks) > 1)
        del array
        _wait(lambda: not shared_table._some.is_set())


def _looked(looks: list[int]) -> int:
    looks.append(1)
    return 0


def _wait(ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _touch_all(table: shared_table.SharedTable) -> int:
    """Write and read all rows of a table; the most memory that the process has had, in bytes."""
    array = table.opened()
    for row in range(10):
        array[row] = row
        array[row] += 1.0
    return peak_bytes()


def test_table__needs_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JEOPARDICE_SCRATCH", str(tmp_path))
    with (
        pytest.raises(Unwritable, match=r"has .+ GB free, and .+ GB are needed"),
        shared_table.shared_table((2**50,)),
    ):
        pass
    monkeypatch.setenv("JEOPARDICE_SCRATCH", str(tmp_path / "absent"))
    with (
        pytest.raises(InvalidRules, match=r"there is no directory .*absent\."),
        shared_table.shared_table((1,)),
    ):
        pass
