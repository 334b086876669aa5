"""A launch that begins before there is a Prefect server: what was begun is done once, and told to Prefect all
the same.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId

import storage.layout
import tasks.plan
from flows.head_start import head_start
from flows.launch import Launch
from flows.prefect_api.server import drain
from flows.sweep import sweep
from storage.repository import Store
from storage.schema import DONE
from tasks import progress
from tests.launchers import answers, check_identical
from tests.processes import PATIENCE
from tests.sweeps import new_store, race, solve, trio, write


@pytest.fixture
def launch(tmp_path: Path) -> Launch:
    return Launch(
        config=write(tmp_path, race(), trio()), store=str(tmp_path / "store"), workers=1, publish=None
    )


@pytest.fixture
def willing() -> Iterator[None]:
    """The wish to end a run ends with the test."""
    yield
    progress.stop.clear()


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def abandon(launch: Launch) -> None:
    with head_start(launch, print) as begun:
        begun.result(PATIENCE)
        raise OSError("no server")


@pytest.mark.long
@pytest.mark.usefixtures("reporting")
def test_head_start__has_answers_before_prefect_asks_and_tells_it_of_all(
    launch: Launch, tmp_path: Path
) -> None:
    dashboards: list[str] = []
    with head_start(launch, dashboards.append) as begun:
        assert begun.result(PATIENCE).sweep == "small/race"
        store = Store.open(launch.url)
        wait_for(lambda: bool((store.records("small/race")["status"] == DONE).all()))
        commits = store.history("small/race")
        launch.beginning(begun)
        state = sweep(launch, return_state=True)
    first, second = state.result()
    # Nobody solved or committed again what was there, and the other sweep was solved by the same workers.
    assert store.history("small/race") == commits
    assert {commit.metadata["run"] for commit in commits} == {first.run}
    assert [(outcome.before, outcome.answered) for outcome in (first, second)] == [(0, 8), (0, 9)]
    assert len(dashboards) == 1
    run = state.state_details.flow_run_id
    drain(run)
    with get_client(sync_client=True) as client:
        told = client.read_task_runs(flow_run_filter=FlowRunFilter(id=FlowRunFilterId(any_=[run])))
    assert sorted(one.name.partition("-")[0] for one in told) == ["plan", "plan", "shard", "shard"]
    assert all(one.state is not None and one.state.is_completed() for one in told)
    right = new_store(tmp_path / "right")
    solve(race(), right)
    solve(trio(), right)
    check_identical(answers(store), answers(right))


@pytest.mark.long
@pytest.mark.usefixtures("willing")
def test_head_start__that_nobody_asks_for_commits_what_is_finished(
    launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage.layout, "TILE_BYTES", 1)
    monkeypatch.setattr(tasks.plan, "BLOCK_SECONDS", 0.0)
    monkeypatch.setattr(tasks.plan, "SHARD_SECONDS", 0.0)
    with pytest.raises(OSError, match="no server"):
        abandon(launch)
    assert progress.stop.is_set()
    store = Store.open(launch.url)
    status = store.records("small/race")["status"].values
    # A shard is there whole or not at all.
    assert len(store.history("small/race")) == 1 + (status == DONE).sum()
