"""A worker whose block waits for ever, on a real local cluster: it is named, restarted, and the run ends."""

from pathlib import Path

import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, FAILED
from tests.launchers import ended, launcher
from tests.processes import PATIENCE
from tests.sweeps import GOALS, race, write

pytestmark = pytest.mark.long

# What a worker loads as it starts: the race to 8 waits for what nobody does, as long as a file is there. The
# first worker that comes to it takes the file away, or leaves it for the next ones.
PRELOAD = """
import threading
from dataclasses import replace
from pathlib import Path

from solvers.catalog import QUESTIONS

spell = Path({spell!r})


def spellbound(question):
    def solve(**parameters):
        if parameters["goal"] == 8 and spell.exists():
            {first}
            threading.Event().wait()
        return question.solve(**parameters)

    return replace(question, solve=solve)


QUESTIONS["race.pig"] = spellbound(QUESTIONS["race.pig"])
"""


def _run(directory: Path, api: str, first: str) -> tuple[int, str]:
    """Exit code and output of a run whose workers hang with a case."""
    spell, preload = directory / "spell", directory / "spell_preload.py"
    spell.touch()
    preload.write_text(PRELOAD.format(spell=str(spell), first=first))
    settings = {
        "DASK_DISTRIBUTED__WORKER__PRELOAD": f"[{str(preload)!r}]",
        "JEOPARDICE_PATIENCE": "5",
        "PREFECT_API_URL": api,
    }
    config, store = Path(write(directory, race())), str(directory / "store")
    with launcher(directory, config, store, "--no-publish", "--workers", "2", **settings) as process:
        code = ended(process, 2 * PATIENCE)
        return code, " ".join(process.log.read_text().split())


def test_run__gives_a_block_that_hangs_to_another_worker(api: str, tmp_path: Path) -> None:
    code, said = _run(tmp_path, api, first="spell.unlink()")
    assert code == 0, said
    assert (open_sweep(Store.open(str(tmp_path / "store")), "small/race")["status"] == DONE).all()
    assert said.count("It is restarted, and another worker gets small/race, goal=") == 1, said
    # Who has what, and where it stands.
    assert "It stands still; it is at threading.py, line" in said
    assert "in wait, called by tasks/block.py, line" in said


def test_run__fails_a_case_by_name_with_which_every_worker_hangs(api: str, tmp_path: Path) -> None:
    code, said = _run(tmp_path, api, first="pass")
    assert code == 1, said
    assert "failed: 1 cases failed: goal=8: WorkerHung: 2 workers in turn gave nothing back" in said
    dataset = open_sweep(Store.open(str(tmp_path / "store")), "small/race", record=True)
    assert dataset["status"].sel(goal=8) == FAILED
    assert (dataset["status"].sel(goal=[goal for goal in GOALS if goal != 8]) == DONE).all()
