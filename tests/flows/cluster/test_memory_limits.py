"""Workers with too little memory for a case: they get others, or the run is refused with the figures."""

import os
from pathlib import Path

import pytest

from flows.cluster.dask_workers import OnDask
from flows.cluster.memory_limits import USABLE
from storage.query import open_sweep
from storage.repository import Store
from tests.commands import Command, one_line
from tests.services import dask_scheduler, dask_worker
from tests.sweeps import race, write

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("reporting")]

SMALL, LARGE = 350e6, 2e9
# With all of a race to this goal a worker takes 0.4 GB.
GOAL = 160


def test_run__gives_cases_to_workers_that_have_the_memory(jeopardice: Command, tmp_path: Path) -> None:
    config = write(jeopardice.home, race((4, GOAL), keep=("value", "advantage", "policy")))
    homes = [tmp_path / name for name in ("scheduler", "small", "large")]
    for home in homes:
        home.mkdir()
    with dask_scheduler(homes[0]) as found, dask_worker(found.address, homes[1], memory=f"{SMALL:.0f}"):
        run = "run", config, "--scheduler", found.address, "--no-publish"
        refused = jeopardice(*run)
        assert refused.code == 2
        assert f"error: small/race: goal={GOAL} takes about 4" in one_line(refused.error)
        assert f"no worker may use more than {USABLE * SMALL / 1e6:.1f} MB." in one_line(refused.error)
        assert "Leave out advantage, " in one_line(refused.error)
        assert not (jeopardice.home / "store").exists()
        with dask_worker(found.address, homes[2], memory=f"{LARGE:.0f}"):
            workers = OnDask(found.address)
            try:
                # It answers before the scheduler knows it.
                workers.client().wait_for_workers(2, timeout=60)
                assert workers.most_memory() == USABLE * LARGE
                some, many = workers.executor(), workers.executor(memory=0.5 * LARGE)
                # Even if one is busy, and both are asked for.
                everywhere = {some.submit(os.getpid).result(60) for _ in range(40)}
                large = {many.submit(os.getpid).result(60) for _ in range(40)}
            finally:
                workers.close()
            assert len(large) == 1
            assert large <= everywhere
            done = jeopardice(*run)
            assert (done.code, "Lost the worker" in done.error) == (0, False)
    assert open_sweep(Store.open("store"), "small/race")["advantage"].sel(goal=GOAL).notnull().any()
