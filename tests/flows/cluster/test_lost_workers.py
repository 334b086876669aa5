"""A worker that is killed, on a real local cluster: the run says so and goes on."""

from pathlib import Path

import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE
from tests.launchers import ended, launcher
from tests.processes import PATIENCE
from tests.spells import KILLED, cast
from tests.sweeps import race, write

pytestmark = pytest.mark.long


def test_run__says_that_a_worker_was_lost_and_goes_on(api: str, tmp_path: Path) -> None:
    settings = cast(tmp_path, KILLED, once=True).settings | {"PREFECT_API_URL": api}
    config, store = Path(write(tmp_path, race())), str(tmp_path / "store")
    with launcher(tmp_path, config, store, "--no-publish", "--workers", "2", **settings) as process:
        code = ended(process, PATIENCE)
        said = " ".join(process.log.read_text().split())
    assert code == 0, said
    assert said.count("; it may have been killed. Another worker takes over its ") == 1, said
    assert "warning: Lost the worker tls://127.0.0.1:" in said
    assert "Traceback" not in said
    assert (open_sweep(Store.open(store), "small/race")["status"] == DONE).all()
