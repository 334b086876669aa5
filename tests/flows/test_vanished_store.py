"""A store that is taken away while a run writes to it: the run ends soon, in one line."""

import shutil
from pathlib import Path

import pytest

from storage.repository import Store
from tests.launchers import ended, launcher
from tests.sweeps import trio, write

pytestmark = pytest.mark.long


@pytest.mark.parametrize("options", [("--serial",), ("--workers", "1")])
def test_run__whose_store_vanishes_ends_in_one_line(
    api: str, tmp_path: Path, options: tuple[str, ...]
) -> None:
    config, store = Path(write(tmp_path, trio(range(15, 31), symmetric=False, goal=100))), tmp_path / "store"

    def committed() -> bool:
        # The store, the plan, and at least one shard.
        return store.exists() and len(Store.open(str(store)).history()) > 2

    with launcher(tmp_path, config, str(store), "--no-publish", *options, PREFECT_API_URL=api) as process:
        process.wait(committed)
        shutil.move(store, tmp_path / "elsewhere")
        assert ended(process) == 2, process.tail()
    said = process.log.read_text()
    assert "Traceback" not in said
    assert said.count("error: The store at ") == 1, said
