"""A worker that is killed, on a real local cluster: the run says so and goes on."""

from pathlib import Path

import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE
from tests.launchers import ended, launcher
from tests.processes import PATIENCE
from tests.sweeps import race, write

pytestmark = pytest.mark.long

# What a worker loads as it starts: the first one that comes to the race to 8 is killed with it.
PRELOAD = """
import os
import signal
from dataclasses import replace
from pathlib import Path

from solvers.catalog import QUESTIONS

spell = Path({spell!r})


def spellbound(question):
    def solve(**parameters):
        if parameters["goal"] == 8 and spell.exists():
            spell.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return question.solve(**parameters)

    return replace(question, solve=solve)


QUESTIONS["race.pig"] = spellbound(QUESTIONS["race.pig"])
"""


def test_run__says_that_a_worker_was_lost_and_goes_on(api: str, tmp_path: Path) -> None:
    spell, preload = tmp_path / "spell", tmp_path / "spell_preload.py"
    spell.touch()
    preload.write_text(PRELOAD.format(spell=str(spell)))
    settings = {"DASK_DISTRIBUTED__WORKER__PRELOAD": f"[{str(preload)!r}]", "PREFECT_API_URL": api}
    config, store = Path(write(tmp_path, race())), str(tmp_path / "store")
    with launcher(tmp_path, config, store, "--no-publish", "--workers", "2", **settings) as process:
        code = ended(process, PATIENCE)
        said = " ".join(process.log.read_text().split())
    assert code == 0, said
    assert said.count("lost; it may have been killed. Another one gets the ") == 1, said
    assert "warning: worker tls://127.0.0.1:" in said
    assert "Traceback" not in said
    assert (open_sweep(Store.open(store), "small/race")["status"] == DONE).all()
