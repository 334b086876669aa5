"""A worker whose block waits for ever, on a real local cluster: it is named, restarted, and the run ends."""

from pathlib import Path

import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, FAILED
from tests.launchers import ended, launcher
from tests.processes import PATIENCE
from tests.spells import SPELLBOUND, WAITS, cast
from tests.sweeps import GOALS, race, write

pytestmark = pytest.mark.long


def _run(directory: Path, api: str, once: bool) -> tuple[int, str]:
    """Exit code and output of a run whose workers hang with a case.

    Parameters
    ----------
    directory, api : where it runs, and Prefect's address
    once : whether only the first worker hangs
    """
    settings = {"JEOPARDICE_PATIENCE": "5", "PREFECT_API_URL": api}
    settings |= cast(directory, WAITS, once).settings
    config, store = Path(write(directory, race())), str(directory / "store")
    with launcher(directory, config, store, "--no-publish", "--workers", "2", **settings) as process:
        code = ended(process, 2 * PATIENCE)
        return code, " ".join(process.log.read_text().split())


def test_run__gives_a_block_that_hangs_to_another_worker(api: str, tmp_path: Path) -> None:
    code, said = _run(tmp_path, api, once=True)
    assert code == 0, said
    assert (open_sweep(Store.open(str(tmp_path / "store")), "small/race")["status"] == DONE).all()
    assert said.count("It is restarted, and another worker takes over small/race, goal=") == 1, said
    # Who has what, and where it stands.
    assert "It is idle; it is at threading.py, line" in said
    assert "in wait, called by tasks/block.py, line" in said


def test_run__fails_a_case_by_name_with_which_every_worker_hangs(api: str, tmp_path: Path) -> None:
    code, said = _run(tmp_path, api, once=False)
    assert code == 1, said
    assert "failed: 1 case failed: goal=8: WorkerHung: 2 workers one after the other hung" in said
    dataset = open_sweep(Store.open(str(tmp_path / "store")), "small/race", record=True)
    assert dataset["status"].sel(goal=SPELLBOUND) == FAILED
    assert (dataset["status"].sel(goal=[goal for goal in GOALS if goal != SPELLBOUND]) == DONE).all()
