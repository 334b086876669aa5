"""What is to be solved and why; real stores, solved in this process."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import storage.layout
import tasks.blocks
import tasks.plan
from configs.load import parse
from flows.cluster.workers import Serial
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from storage.errors import AnsweredByNewer, LayoutMismatch
from storage.provenance import content_key
from storage.query import open_sweep
from storage.repository import Store
from storage.schema import ASIDE, DONE, FAILED
from tasks.known import Reason
from tasks.laying_out import sweep_layout
from tasks.plan import MOST_SHARDS, SHARDS_AT_ONCE, RunPlan, make_plan
from tasks.rerun import Rerun
from tasks.room import attributes, run_metadata
from tasks.work import Work
from tests.launchers import answers, check_identical
from tests.sweeps import LABELS, labels_of, new_store, planned, race, solve, trio

RACE = "race.pig"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path)


@pytest.fixture
def seven_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the race to 7 fail."""
    question = QUESTIONS[RACE]

    def solve_others(**parameters: Any) -> Any:
        if parameters["goal"] == 7:
            raise ArithmeticError("seven is out")
        return question.solve(**parameters)

    monkeypatch.setitem(QUESTIONS, RACE, replace(question, solve=solve_others))


def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the race have a solver of the next version."""
    monkeypatch.setitem(QUESTIONS, RACE, replace(QUESTIONS[RACE], version=QUESTIONS[RACE].version + 1))


def test_plan__finds_everything_missing_where_there_is_no_store() -> None:
    plan = planned(race(range(5, 13)), None)
    assert plan.reasons == Counter({Reason.MISSING: 8})
    assert (plan.cases, plan.places, plan.done) == (8, 8, 0)


def test_plan__touches_nothing(store: Store) -> None:
    before = store.history()
    planned(race(), store)
    assert store.history() == before
    assert store.sweeps() == []


def test_plan__is_empty_once_all_is_done(store: Store) -> None:
    solve(race(), store)
    plan = planned(race(), store)
    assert (len(plan.blocks), plan.shards, plan.reasons, plan.done) == (0, [], Counter(), 8)


def test_plan__finds_stale_what_an_older_solver_answered(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve(race([5, 6]), store)
    newer(monkeypatch)
    plan = planned(race([5, 6, 7]), store)
    assert plan.reasons == Counter({Reason.STALE: 2, Reason.MISSING: 1})
    solve(race([5, 6, 7]), store)
    assert not planned(race([5, 6, 7]), store).blocks


def test_plan__finds_stale_what_other_parameters_answered(store: Store) -> None:
    solve(race([5, 6]), store)
    assert planned(race([5, 6]) | {"parameters": {"sides": 8}}, store).reasons == Counter({Reason.STALE: 2})


@pytest.mark.usefixtures("seven_fails")
def test_plan__finds_what_failed(store: Store) -> None:
    solve(race(), store)
    plan = planned(race(), store)
    assert plan.reasons == Counter({Reason.FAILED: 1})
    assert (labels_of(plan), plan.done) == ([(7,)], 7)


def test_plan__forces_what_is_done(store: Store) -> None:
    solve(race([5, 6]), store)
    plan = planned(race([5, 6, 7]), store, Rerun.ALL)
    assert plan.reasons == Counter({Reason.FORCED: 2, Reason.MISSING: 1})
    assert (plan.cases, plan.done) == (3, 0)


@pytest.mark.usefixtures("seven_fails")
def test_rerun__solves_only_the_failed_or_the_stale(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    solve(race([5, 6, 7]), store)
    assert labels_of(planned(race(range(5, 10)), store, Rerun.FAILED)) == [(7,)]
    assert labels_of(planned(race(range(5, 10)), store, Rerun.STALE)) == []
    newer(monkeypatch)
    assert labels_of(planned(race(range(5, 10)), store, Rerun.STALE)) == [(5,), (6,)]
    assert labels_of(planned(race(range(5, 10)), store, Rerun.NEEDED)) == [(5,), (6,), (7,), (8,), (9,)]


def test_axis__extended_in_the_middle_keeps_what_is_there(store: Store, tmp_path: Path) -> None:
    solve(race([5, 6, 11, 12]), store)
    before = open_sweep(store, "small/race", record=True).load()
    plan, _ = solve(race(range(5, 13)), store)
    assert labels_of(plan) == [(7,), (8,), (9,), (10,)]
    after = open_sweep(store, "small/race", record=True).load()
    # The record as well: nothing says that the old cases were solved again.
    assert after.sel(goal=[5, 6, 11, 12]).identical(before.assign_attrs(after.attrs))
    at_once = new_store(tmp_path / "at_once")
    solve(race(range(5, 13)), at_once)
    check_identical(answers(store), answers(at_once))


@pytest.mark.long
def test_axis__extended_and_longer_tables_keep_what_is_there(store: Store, tmp_path: Path) -> None:
    solve(trio([3, 8]), store)
    plan, _ = solve(trio([3, 5, 8]), store)
    assert labels_of(plan) == [(3, 5), (5, 5), (5, 8)]
    at_once = new_store(tmp_path / "at_once")
    solve(trio([3, 5, 8]), at_once)
    check_identical(answers(store), answers(at_once))


def test_axis__shortened_keeps_what_is_there(store: Store) -> None:
    solve(race(range(5, 13)), store)
    before = answers(store)
    plan, _ = solve(race([6, 9]), store)
    assert (plan.done, len(plan.blocks)) == (2, 0)
    check_identical(answers(store), before)


def test_keep__one_more_makes_all_stale(store: Store) -> None:
    solve(race([5, 6], keep=["win_probability"]), store)
    more = race([5, 6], keep=["win_probability", "hold_at"])
    assert planned(more, store).reasons == Counter({Reason.STALE: 2})
    solve(more, store)
    assert (open_sweep(store, "small/race")["hold_at"].values >= 0).any(axis=(1, 2)).all()


@pytest.mark.long
def test_keep__fewer_changes_nothing(store: Store) -> None:
    solve(race([5, 6], keep=["win_probability", "value", "hold_at"]), store)
    before = answers(store)
    assert not planned(race([5, 6], keep=["win_probability"]), store).blocks
    solve(race([5, 6, 7], keep=["win_probability"]), store)
    # What is stored of the others is asked of new cases, too.
    dataset = open_sweep(store, "small/race")
    assert (dataset["hold_at"].sel(goal=7).values >= 0).any()
    for name, variable in before["small/race"].data_vars.items():
        if name not in ("value", "hold_at", *ASIDE):
            assert variable.identical(dataset[name].sel(goal=[5, 6]).load().assign_attrs(variable.attrs))


def test_axes__others_are_refused(store: Store) -> None:
    solve(race([5, 6]), store)
    with pytest.raises(LayoutMismatch, match="axes: the store has goal, the config goal, sides"):
        planned(race([5, 6]) | {"axes": {"goal": [5, 6], "sides": [4, 6]}}, store)


def test_question__another_is_refused(store: Store) -> None:
    solve(race([5, 6]), store)
    other = race([5, 6]) | {
        "question": "simultaneous.best_response_to_one",
        "parameters": {"opponent_hold_at": 5},
    }
    with pytest.raises(LayoutMismatch, match=r"question: the store has race\.pig, the config"):
        planned(other, store)


def test_parameters__others_are_refused_where_old_answers_would_stay(store: Store) -> None:
    solve(race([5, 6]), store)
    with pytest.raises(InvalidRules, match=r"^small/race: .* fixed parameters of race\.pig \(sides 6 -> 8\)"):
        planned(race([6, 7]) | {"parameters": {"sides": 8}}, store)


def test_outputs__that_a_newer_version_does_not_know_are_refused(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve(race(), store)
    question = QUESTIONS[RACE]
    renamed = tuple(
        replace(output, name="renamed") if output.name == "win_probability" else output
        for output in question.outputs
    )
    monkeypatch.setitem(QUESTIONS, RACE, replace(question, outputs=renamed, version=question.version + 1))
    with pytest.raises(
        InvalidRules, match=r"does not know: win_probability\. Remove the sweep with `jeopardice rm"
    ):
        planned(race() | {"keep": ["renamed"]}, store)


def test_store__of_a_newer_version_with_other_outputs_is_said_to_be_newer(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = QUESTIONS[RACE]
    renamed = tuple(
        replace(output, name="renamed") if output.name == "win_probability" else output
        for output in question.outputs
    )
    monkeypatch.setitem(QUESTIONS, RACE, replace(question, outputs=renamed, version=question.version + 1))
    solve(race(keep=["renamed", "value"]), store)
    monkeypatch.setitem(QUESTIONS, RACE, question)
    with pytest.raises(AnsweredByNewer):
        planned(race(), store)


def test_run__that_plans_again_does_not_solve_its_own_again(store: Store) -> None:
    _, reports = solve(race([5, 6]), store)
    run = store.history()[0].metadata["run"]
    assert reports[0].answered == 2
    assert labels_of(make_plan(parse(race([5, 6, 7])), store, Rerun.ALL, run)) == [(7,)]


def test_mirrors__are_their_case_turned(tmp_path: Path) -> None:
    mirrored, direct = new_store(tmp_path / "mirrored"), new_store(tmp_path / "direct")
    plan, reports = solve(trio(), mirrored)
    solve(trio(symmetric=False), direct)
    assert (plan.cases, plan.places, sum(report.answered for report in reports)) == (6, 9, 9)
    once, each = answers(mirrored)["small/trio"], answers(direct)["small/trio"]
    for here, there in product(range(len(LABELS)), repeat=2):
        place = {"first_hold_at": here, "second_hold_at": there}
        solved = dict(zip(place, sorted(place.values()), strict=True))
        for name in ("win_probability", "value", "hold_at"):
            found, right = once[name].isel(place), each[name].isel(solved)
            turned = (
                right
                if here <= there or not right.dims
                else right.transpose("banked", "second_opponent", "first_opponent")
            )
            np.testing.assert_array_equal(found.values, turned.values)
            # The solver adds up in another order if the opponents are exchanged.
            np.testing.assert_allclose(found.values, each[name].isel(place).values, rtol=0, atol=2e-15)
    assert once["key"].identical(each["key"])


def test_mirrors__are_solved_again_with_their_case(store: Store) -> None:
    solve(trio([3, 5], symmetric=False), store)
    # One of a pair is missing: both are answered by one solve.
    session = store.begin()
    row = {"status": FAILED, "error": "lost", "key": "none"}
    store.commit(session, [], "small/trio", {(1, 0): row}, "lose one", {"run": "test"})
    plan = planned(trio([3, 5]), store)
    assert labels_of(plan) == [(3, 5)]
    assert (plan.places, plan.done, plan.reasons) == (2, 2, Counter({Reason.FAILED: 1, Reason.FORCED: 1}))


def test_shards__are_a_hundred_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.plan, "BLOCK_SECONDS", 0.0)
    monkeypatch.setattr(storage.layout, "TILE_BYTES", 1)
    plan = planned(race(range(5, 256), keep=["value"]), None)
    assert len(plan.blocks) == 251
    assert len(plan.shards) <= MOST_SHARDS
    assert [shard.number for shard in plan.shards] == list(range(1, len(plan.shards) + 1))
    assert [block for shard in plan.shards for block in shard.blocks] == list(plan.blocks)


def test_shards__begin_small_and_are_then_worth_a_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.plan, "BLOCK_SECONDS", 0.0)
    monkeypatch.setattr(storage.layout, "TILE_BYTES", 1)
    monkeypatch.setattr(tasks.plan, "SHARD_SECONDS", 0.03)
    shards = planned(race(range(20, 60), keep=["value"]), None).shards
    assert [len(shard.blocks) for shard in shards[:SHARDS_AT_ONCE]] == [1] * SHARDS_AT_ONCE
    for shard in shards[SHARDS_AT_ONCE:-1]:
        assert shard.blocks.seconds >= 0.03
        assert shard.blocks[:-1].seconds < 0.03
    assert len(shards) < 40
    assert sum(shard.blocks.places for shard in shards) == 40


@st.composite
def grids(draw: st.DrawFn) -> dict[str, Any]:
    """Sweeps over two or three axes, two of them symmetric or not."""
    thresholds = st.lists(st.integers(1, 12), min_size=1, max_size=7, unique=True)
    labels = draw(thresholds)
    symmetric = draw(st.booleans())
    axes = {"first_hold_at": labels, "second_hold_at": labels if symmetric else draw(thresholds)}
    if draw(st.booleans()):
        axes["goal"] = draw(st.lists(st.integers(2, 12), min_size=1, max_size=3, unique=True))
    names = draw(st.permutations(list(axes)))
    content = trio(symmetric=symmetric) | {"axes": {name: axes[name] for name in names}}
    return content if "goal" not in axes else content | {"parameters": {}}


@settings(max_examples=40, deadline=None)
@given(content=grids())
def test_keys__are_those_of_each_case_alone(content: dict[str, Any]) -> None:
    plan = planned(content, None)
    sweep, question = plan.sweep, plan.sweep.asked()
    kept = [variable.name for variable in plan.layout.variables]
    alone = {
        labels: content_key(
            question.name,
            question.version,
            question.complete({**sweep.parameters, **dict(zip(sweep.axes, labels, strict=True))}),
            kept,
        )
        for labels in product(*sweep.axes.values())
    }
    assert {labels: plan.keys(labels) for labels in alone} == alone
    assert plan.keys((-1,) * len(sweep.axes)) is None
    stored = {
        tuple(plan.layout.labels(place.index).values()): place.key
        for block in plan.blocks
        for case in block.cases
        for place in case.places
    }
    assert stored == alone


def tiles_of(plan: RunPlan) -> Iterator[set[tuple[int, ...]]]:
    """The tiles that each block writes."""
    for block in plan.blocks:
        yield {block.layout.tile_of(place.index) for case in block.cases for place in case.places}


@settings(max_examples=60, deadline=None)
@given(
    content=grids(),
    tile_bytes=st.sampled_from([1, 1000, 30_000, 200_000, 10**7]),
    seconds=st.sampled_from([0.0, 0.01, 0.05, 1.0]),
)
def test_blocks__own_their_tiles(content: dict[str, Any], tile_bytes: int, seconds: float) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storage.layout, "TILE_BYTES", tile_bytes)
        patch.setattr(tasks.plan, "BLOCK_SECONDS", seconds)
        plan = planned(content, None)
    check_blocks(plan)


@pytest.mark.long
@settings(max_examples=15, deadline=None)
@given(content=grids(), data=st.data())
def test_blocks__own_their_tiles_whatever_tiles_a_store_has(
    content: dict[str, Any], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    store, sweep = new_store(tmp_path_factory.mktemp("tiles")), parse(content)
    # As an older release might have laid it out, or a sweep that named no symmetry yet: tiles of unequal
    # sides.
    tile = {name: data.draw(st.integers(1, len(labels))) for name, labels in sweep.axes.items()}
    layout = store.prepare(
        sweep.name, replace(sweep_layout(sweep), tile=tile), attributes(sweep, run_metadata()), "room", {}
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks.plan, "BLOCK_SECONDS", 0.0)
        plan = planned(content, store)
    assert plan.layout == layout
    check_blocks(plan)


def check_blocks(plan: RunPlan) -> None:
    """No tile is in two blocks, and every case is answered once."""
    owned = list(tiles_of(plan))
    assert sum(map(len, owned)) == len(set().union(*owned))
    answered = [place.index for block in plan.blocks for case in block.cases for place in case.places]
    assert sorted(answered) == sorted(np.ndindex(*(len(labels) for labels in plan.layout.axes.values())))


def test_blocks__are_worth_their_overhead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.plan, "BLOCK_SECONDS", 0.005)
    monkeypatch.setattr(storage.layout, "TILE_BYTES", 1)
    plan = planned(race(range(20, 60), keep=["value"]), None)
    assert len(plan.blocks) > 2
    for block, _ in pairwise(plan.blocks):
        assert block.seconds >= 0.005
        assert block.seconds - block.cases[-1].seconds < 0.005

    def seconds(goal: int) -> float:
        return QUESTIONS[RACE].seconds(QUESTIONS[RACE].complete({"goal": goal}))

    assert plan.seconds == pytest.approx(sum(map(seconds, range(20, 60))))


@pytest.mark.parametrize(("most", "worth"), [(300, 0.25), (420, None), (900, 1.0)])
def test_blocks__of_a_short_run_are_short(
    most: int, worth: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage.layout, "TILE_BYTES", 1)
    plan = planned(race(range(most - 40, most), keep=["value"]), None)
    least = worth or plan.seconds / 20
    assert 0.25 <= least <= 1.0
    for block, _ in pairwise(plan.blocks):
        assert block.seconds >= least
        assert block.seconds - block.cases[-1].seconds < least


def test_records__say_which_run_answered(store: Store) -> None:
    solve(trio(), store)
    records = store.records("small/trio")
    assert (records["status"].values == DONE).all()
    assert set(np.unique(records["run"].values.astype(str))) == {store.history()[0].metadata["run"]}
    # Mirrors took no time of their own.
    seconds = records["seconds"].values
    assert (seconds[np.triu_indices(len(LABELS))] > 0).all()
    assert (seconds[np.tril_indices(len(LABELS), -1)] == 0).all()


def test_run__replaces_nothing_that_was_stored_after_its_plan(store: Store) -> None:
    ours, theirs = trio((3, 4), goal=10), trio((3, 4), goal=8)
    plan = planned(ours, store)
    solve(theirs, store)
    before = store.newest
    with pytest.raises(InvalidRules, match=r"^small/trio: another run has just stored .*\(goal 8 -> 10\)"):
        Work(store, Serial(), run_metadata()).room(plan, Rerun.NEEDED)
    assert store.newest == before
    # What was agreed to, or is for the same parameters, goes on.
    agreed = planned(ours, store)
    solve(trio((4,), goal=8), store)
    for good in (agreed, planned(theirs, store)):
        Work(store, Serial(), run_metadata()).room(good, Rerun.NEEDED)


def test_shards__of_cases_solved_in_one_pass_write_one_chunk_of_numbers(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The passes are over the first axis, along which chunks would end otherwise."""
    monkeypatch.setattr(storage.layout, "RECORD_CELLS", 30)
    monkeypatch.setattr(tasks.blocks, "SHORTEST_SECONDS", 0.0)
    monkeypatch.setattr(tasks.plan, "SHARD_SECONDS", 0.0)
    content = {
        "name": "small/passes",
        "title": "Best response to an opponent who holds at n",
        "question": "simultaneous.best_response_to_one",
        "axes": {"goal": list(range(2, 12)), "opponent_hold_at": list(range(1, 13))},
        "keep": ["win_probability"],
    }
    plan, _ = solve(content, store)
    assert len(plan.shards) > 4
    snapshots = [commit.id for commit in reversed(store.history("small/passes"))]
    written = [
        store.repository.diff(from_snapshot_id=before, to_snapshot_id=after).updated_chunks
        for before, after in pairwise(snapshots)
    ]
    assert [len(chunks["/small/passes/status"]) for chunks in written] == [1] * len(plan.shards)
