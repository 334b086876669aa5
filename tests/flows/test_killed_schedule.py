"""A schedule that is killed takes its run along; what the run had committed is there."""

from pathlib import Path

import numpy as np
import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, MISSING
from tests.launchers import MARK, commits, wait_for_all_to_end
from tests.processes import PATIENCE, environment, started
from tests.server_api import ask
from tests.services import prefect_server
from tests.sweeps import race, write

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

# Minutes, so that the run is not over before the schedule is killed.
GOALS = range(200, 600)
NAME = "small/race"


def test_schedule__that_is_killed_takes_its_run_along(tmp_path: Path) -> None:
    home, store = tmp_path / "home", str(tmp_path / "store")
    home.mkdir()
    config = write(home, race(GOALS, keep=["win_probability"]))
    command = ["jeopardice", "schedule", config, "--store", store, "--cron", "* * * * *"]
    with prefect_server(home=tmp_path / "server") as api:
        variables = environment(home, **{MARK: str(home), "PREFECT_API_URL": api})
        with started("schedule", command, home, variables) as schedule:
            # Of the plan, and of a shard.
            schedule.wait(lambda: commits(store) > 1)
            before = commits(store)
            schedule.kill()
            wait_for_all_to_end(home, PATIENCE)
        [run] = [one for one in ask(api, "flow_runs/filter", {}) if one["state_type"] != "SCHEDULED"]
        assert run["state_type"] == "CRASHED"
    # Shards in flight were saved, too.
    assert commits(store) > before
    status = open_sweep(Store.open(store), NAME)["status"].values
    assert 0 < (status == DONE).sum() < status.size
    assert np.isin(status, (DONE, MISSING)).all()
