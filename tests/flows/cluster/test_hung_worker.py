"""A worker that hangs without dying: its connection stays open, and it never answers."""

import signal
from pathlib import Path

import psutil
import pytest
from distributed import Client

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE
from tests.launchers import ended, launcher
from tests.processes import PATIENCE
from tests.services import dask_scheduler, dask_worker
from tests.sweeps import race, write

pytestmark = pytest.mark.long


def test_run__goes_on_without_a_worker_that_hangs(api: str, tmp_path: Path) -> None:
    config, store = Path(write(tmp_path, race())), tmp_path / "store"
    with (
        dask_scheduler(tmp_path / "scheduler") as scheduler,
        dask_worker(scheduler.address, tmp_path / "good"),
        dask_worker(scheduler.address, tmp_path / "bad") as bad,
    ):
        with Client(scheduler.address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
        (hung,) = [
            child
            for child in psutil.Process(bad.popen.pid).children()
            if "spawn_main" in " ".join(child.cmdline())
        ]
        hung.send_signal(signal.SIGSTOP)
        try:
            options = ("--scheduler", scheduler.address, "--no-publish")
            with launcher(tmp_path, config, str(store), *options, PREFECT_API_URL=api) as process:
                # Half of what Dask itself would wait.
                assert ended(process, 150) == 0, process.tail()
                said = process.log.read_text()
        finally:
            hung.send_signal(signal.SIGCONT)
    assert "Traceback" not in said
    said = " ".join(said.split())
    assert "warning: No answer within 20 s from these workers: tcp://127.0.0.1:" in said
    assert (open_sweep(Store.open(str(store)), "small/race")["status"] == DONE).all()
