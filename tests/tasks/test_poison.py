"""A case that kills its worker, on a real local cluster: it alone is recorded as failed."""

from collections.abc import Iterator
from pathlib import Path

import dask
import numpy as np
import pytest

from flows.cluster.local_cluster import local_cluster
from flows.launch import Launch
from flows.sweep import CasesFailed, sweep
from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, FAILED
from tasks.rerun import Rerun
from tests.launchers import answers, check_identical
from tests.spells import ENDS, SPELLBOUND, Spell, cast
from tests.sweeps import GOALS, new_store, race, solve, write

pytestmark = pytest.mark.long


@pytest.fixture
def poison(tmp_path: Path) -> Spell:
    """The race to 8 ends its worker."""
    return cast(tmp_path, ENDS)


@pytest.fixture
def poisoned(poison: Spell) -> Iterator[str]:
    """The address of a local cluster of two such workers."""
    with dask.config.set({"distributed.worker.preload": [str(poison.preload)]}):
        cluster = local_cluster(2)
        try:
            yield str(cluster.scheduler_address)
        finally:
            cluster.close(timeout=5)


@pytest.mark.usefixtures("reporting")
def test_sweep__records_the_case_that_kills_its_worker(
    poisoned: str, poison: Spell, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config, store = write(tmp_path, race()), str(tmp_path / "store")
    with pytest.raises(CasesFailed, match=r"^1 case failed: goal=8: WorkerDied: "):
        sweep(Launch(config=config, store=store, scheduler=poisoned, publish=None))
    # They say at which case they are.
    assert " ".join(capfd.readouterr().err.split()).count("warning: Lost the worker ") == 2
    dataset = open_sweep(Store.open(store), "small/race", record=True)
    others = [goal for goal in GOALS if goal != SPELLBOUND]
    assert dataset["status"].sel(goal=SPELLBOUND) == FAILED
    assert dataset["error"].sel(goal=SPELLBOUND).item().startswith("WorkerDied: ")
    assert np.isnan(dataset["value"].sel(goal=SPELLBOUND)).all()
    assert (dataset["status"].sel(goal=others) == DONE).all()
    poison.file.unlink()
    (outcome,) = sweep(
        Launch(config=config, store=store, scheduler=poisoned, publish=None, rerun=Rerun.FAILED)
    )
    assert (outcome.solved, outcome.before, outcome.failed) == (1, 7, 0)
    right = new_store(tmp_path / "right")
    solve(race(), right)
    check_identical(answers(Store.open(store)), answers(right))
