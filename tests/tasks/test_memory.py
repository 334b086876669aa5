"""What the plan says that cases take of their worker's memory, beside what they take."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from configs.load import parse
from flows.cluster.dask_workers import OnDask
from flows.cluster.workers import open_workers
from flows.places import Where
from solvers.catalog import find
from storage.repository import Store
from tasks.plan import make_plan
from tasks.rerun import Rerun
from tasks.work import Work
from tests.processes import peak_bytes

pytestmark = pytest.mark.long

CASES = {
    "race.pig": {"goal": 400},
    "race_of_three.pig": {"goal": 120},
    "simultaneous.best_response_to_two": {"goal": 300, "first_hold_at": 20, "second_hold_at": 25},
    "simultaneous.best_response_to_three": {
        "goal": 80,
        "first_hold_at": 20,
        "second_hold_at": 25,
        "third_hold_at": 30,
    },
    "thumb.pig": {"goal": 300, "rule": "hold at 20"},
    "length_streak.pig": {"goal": 100, "busts": 4},
    "thumb_streak.pig": {"goal": 100, "rule": "hold at 20", "busts": 4},
    "equal_turns_streak_response.pig": {"goal": 100, "rule": "hold at 20", "busts": 4},
}


@pytest.mark.parametrize(("question", "given"), CASES.items(), ids=CASES)
def test_memory__is_that_of_a_worker(question: str, given: Mapping[str, Any], tmp_path: Path) -> None:
    content = {
        "name": "large/case",
        "title": "Large cases",
        "question": question,
        "parameters": {name: value for name, value in given.items() if name != "goal"},
        # One after the other: the first leaves memory behind that is in too small pieces for the next.
        "axes": {"goal": [given["goal"] - less for less in range(3)]},
        "keep": [output.name for output in find(question).outputs],
    }
    store = Store.open(str(tmp_path / "store"), create=True)
    plan = make_plan(parse(content), store, Rerun.NEEDED)
    # Of a run: how much of what it has freed a worker keeps depends on how it was started.
    with open_workers(Where(workers=1)) as workers:
        assert isinstance(workers, OnDask)
        work = Work(store, workers, {"run": "only"})
        for shard in work.room(plan, Rerun.NEEDED).shards:
            assert work.report(shard).failed == 0
        (takes,) = workers.client().run(peak_bytes).values()
    said = plan.blocks.memory
    assert takes <= said <= 2.5 * takes, (takes / 1e9, said / 1e9)
