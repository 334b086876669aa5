"""What a worker does with a block, here in this process: one bad case, mirrors, doing it twice."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solvers.catalog import QUESTIONS
from solvers.questions.parameter import Parameters
from solvers.questions.question import Together
from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, FAILED
from tasks.block import LONGEST_ERROR, Block, solve_block, solve_case, write_answers
from tasks.rerun import Rerun
from tests.launchers import answers, check_identical
from tests.sweeps import GOALS, new_store, planned, race, solve, trio

RACE, TRIO = "race.pig", "simultaneous.best_response_to_two"
RESPONSE = "simultaneous.best_response_to_one"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path)


def refuse(monkeypatch: pytest.MonkeyPatch, question: str, error: Exception, **at: int) -> None:
    """Let a question's solver raise for one case."""
    own = QUESTIONS[question]

    def solve_others(**parameters: Any) -> Any:
        if parameters.items() >= at.items():
            raise error
        return own.solve(**parameters)

    monkeypatch.setitem(QUESTIONS, question, replace(own, solve=solve_others))


def test_block__refuses_an_answer_whose_certificate_is_bad(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = QUESTIONS[RACE]

    def solve_worse(**parameters: Any) -> Any:
        solved = own.solve(**parameters)
        return replace(solved, residual=2e-7) if parameters["goal"] == 7 else solved

    monkeypatch.setitem(QUESTIONS, RACE, replace(own, solve=solve_worse))
    _, (report,) = solve(race(), store)
    assert (report.answered, report.failed) == (8, 1)
    assert report.errors == (
        "goal=7: NotConverged: residual: expected at most 1e-12, got 2.0e-07 (race.pig). The answer is not"
        " proved and must not be used.",
    )


def only_block(store: Store) -> Block:
    (block,) = planned(race(), store).blocks
    store.prepare(block.sweep, block.layout, {}, "room", {})
    return block


def test_block__goes_on_after_a_case_that_raises(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    refuse(monkeypatch, RACE, ArithmeticError("seven is out"), goal=7)
    plan, (report,) = solve(race(), store)
    assert len(plan.blocks) == 1
    assert (report.answered, report.failed) == (8, 1)
    assert report.errors == ("goal=7: ArithmeticError: seven is out",)
    dataset = open_sweep(store, "small/race", record=True)
    bad = dataset.sel(goal=7)
    assert (bad["status"], bad["error"]) == (FAILED, "ArithmeticError: seven is out")
    assert np.isnan(bad["value"]).all()
    assert np.isnan(bad["win_probability"])
    monkeypatch.undo()
    whole = new_store(tmp_path / "whole")
    solve(race(), whole)
    others = [goal for goal in GOALS if goal != 7]
    assert answers(store)["small/race"].sel(goal=others).equals(answers(whole)["small/race"].sel(goal=others))
    # With the cause mended, the rest is solved, to the same bits as if nothing had happened.
    again, _ = solve(race(), store, Rerun.FAILED)
    assert again.cases == 1
    check_identical(answers(store), answers(whole))


def test_block__records_a_failure_at_all_mirrors(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, TRIO, ValueError("no"), first_hold_at=3, second_hold_at=8)
    _, (report,) = solve(trio(), store)
    assert (report.answered, report.failed) == (9, 2)
    assert report.errors == ("first_hold_at=3, second_hold_at=8: ValueError: no",)
    status = open_sweep(store, "small/trio")["status"]
    assert [status.sel(first_hold_at=a, second_hold_at=b).item() for a, b in ((3, 8), (8, 3))] == [
        FAILED,
        FAILED,
    ]
    assert int((status == DONE).sum()) == 7


def test_block__leaves_nothing_of_an_older_answer_where_it_fails(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve(race(), store)
    refuse(monkeypatch, RACE, ArithmeticError("seven is out"), goal=7)
    solve(race(), store, Rerun.ALL)
    dataset = open_sweep(store, "small/race", record=True)
    assert dataset["status"].sel(goal=7) == FAILED
    for name in ("win_probability", "residual", "value"):
        assert np.isnan(dataset[name].sel(goal=7)).all()
        assert not np.isnan(dataset[name].sel(goal=[6, 8])).all()


def test_block__all_of_whose_cases_fail_is_recorded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, RACE, ArithmeticError("all are out"))
    _, (report,) = solve(race(), store)
    assert (report.answered, report.failed, report.worst) == (8, 8, 0.0)
    assert (store.records("small/race")["status"].values == FAILED).all()


def test_case__keeps_the_beginning_of_a_long_error(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, RACE, RuntimeError("x" * 5000), goal=5)
    block = only_block(store)
    row = solve_case(block, block.cases[0]).row
    assert row["error"] == ("RuntimeError: " + "x" * 5000)[:LONGEST_ERROR]


def test_case__does_not_take_an_interrupt_for_a_failure(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    block = only_block(store)
    own = QUESTIONS[RACE]

    def interrupted(**parameters: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setitem(QUESTIONS, RACE, replace(own, solve=interrupted))
    with pytest.raises(KeyboardInterrupt):
        solve_case(block, block.cases[0])


def test_case__computes_only_what_is_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    own = QUESTIONS[RACE]

    def never(solution: Any) -> Any:
        raise AssertionError("computed")

    outputs = tuple(
        replace(output, of=never) if output.name in ("policy", "advantage") else output
        for output in own.outputs
    )
    monkeypatch.setitem(QUESTIONS, RACE, replace(own, outputs=outputs))
    block = only_block(store)
    answer = solve_case(block, block.cases[0])
    assert answer.row["status"] == DONE
    assert set(answer.arrays) == {"value"}
    assert set(answer.row) == {"status", "error", "win_probability", "residual", "seconds", "finished"}


def test_block__may_run_twice(store: Store, tmp_path: Path) -> None:
    block = only_block(store)
    session = store.begin()
    # A worker wrote its fork, and died: what it wrote is never merged.
    solve_block(block, store.fork(session))
    fork, rows = solve_block(block, store.fork(session))
    for row in rows.values():
        row["run"] = "twice"
    store.commit(session, [fork], block.sweep, rows, "twice", {"run": "twice"}, block.layout)
    once = new_store(tmp_path / "once")
    solve(race(), once)
    check_identical(answers(store), answers(once))


def test_block__gives_each_place_its_row(store: Store) -> None:
    block = planned(trio(), store).blocks[0]
    layout = store.prepare(block.sweep, block.layout, {}, "room", {})
    assert layout == block.layout
    rows = write_answers(block, [solve_case(block, case) for case in block.cases], store.fork(store.begin()))
    assert sorted(rows) == sorted(place.index for case in block.cases for place in case.places)
    assert len({row["key"] for row in rows.values()}) == len(rows)
    assert rows[1, 0]["win_probability"] == rows[0, 1]["win_probability"]
    assert rows[1, 0]["seconds"] == 0 < rows[0, 1]["seconds"]


RESPONSES: dict[str, Any] = {
    "name": "small/responses",
    "title": "Best responses to one opponent",
    "question": "simultaneous.best_response_to_one",
    "axes": {"goal": [4, 5, 6, 7, 9], "opponent_hold_at": [2, 3]},
    "keep": ["win_probability", "value", "hold_at"],
}


def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(QUESTIONS, RESPONSE, replace(QUESTIONS[RESPONSE], together=None))


def test_block__solves_in_one_pass_what_one_by_one_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed, alone = new_store(tmp_path / "passed"), new_store(tmp_path / "alone")
    plan, _ = solve(RESPONSES, passed)
    one_by_one(monkeypatch)
    slower, _ = solve(RESPONSES, alone)
    keys = [
        open_sweep(store, "small/responses", record=True)["key"].values.tolist() for store in (passed, alone)
    ]
    assert keys[0] == keys[1]
    assert plan.seconds < slower.seconds
    check_identical(answers(passed), answers(alone))
    seconds = open_sweep(passed, "small/responses", record=True)["seconds"]
    assert (seconds > 0.0).all()


def test_block__finds_who_is_to_blame_where_a_pass_raises(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, RESPONSE, ArithmeticError("seven is out"), goal=7, opponent_hold_at=3)

    def refuse_all(cases: Sequence[Parameters]) -> Sequence[Any]:
        raise ArithmeticError("one of them is out")

    question = QUESTIONS[RESPONSE]
    monkeypatch.setitem(QUESTIONS, RESPONSE, replace(question, together=Together("goal", refuse_all)))
    _, (report,) = solve(RESPONSES, store)
    assert (report.answered, report.failed) == (10, 1)
    assert report.errors == ("goal=7, opponent_hold_at=3: ArithmeticError: seven is out",)
