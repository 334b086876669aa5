"""A disk that is full amid a run, as one line at once, and with what was committed before still there."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import disk_usage

import pytest

from storage.query import open_sweep
from storage.repository import Store
from storage.schema import DONE, MISSING
from tests.launchers import ended, launcher, run, wait_for_all_to_end
from tests.sweeps import race, write

pytestmark = pytest.mark.long

# Half a megabyte each.
BEFORE, CONTENT = (race(range(300, end), keep=["value"]) for end in (308, 341))
ROOM, WIDE = 10_000_000, 64_000_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own for root and where users may have one; elsewhere none can be had without a
    device.
    """
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(disk)], check=True)
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def resize(disk: Path, size: int) -> None:
    """Give the disk another size, in bytes."""
    subprocess.run(["mount", "-o", f"remount,size={size}", str(disk)], check=True)


@pytest.mark.parametrize("place", [("--workers", "2"), ("--serial",)])
def test_full_disk__is_one_line_and_loses_nothing(
    place: tuple[str, ...], api: str, small_disk: Path, tmp_path: Path
) -> None:
    config, store = Path(write(tmp_path, BEFORE)), small_disk / "store"
    run(tmp_path, config, str(store), "--serial", "--no-publish", PREFECT_API_URL=api)
    write(tmp_path, CONTENT)
    # The eight cases are moved to larger tables, and some of the 33 fit in beside them.
    resize(small_disk, disk_usage(small_disk).used + 8_000_000)
    with launcher(tmp_path, config, str(store), *place, "--no-publish", PREFECT_API_URL=api) as process:
        assert ended(process) == 2
        said = process.log.read_text()
    wait_for_all_to_end(tmp_path)
    assert "Traceback" not in said
    assert said.splitlines()[-1].startswith(
        f"error: store: cannot write to {store}: No space left on device. Free some space"
    )
    kept = open_sweep(Store.open(str(store)), "small/race").load()
    done = kept["status"].values == DONE
    assert 8 <= done.sum() < done.size
    assert done[:8].all()
    assert (kept["status"].values[~done] == MISSING).all()
    resize(small_disk, WIDE)
    said = run(tmp_path, config, str(store), "--serial", "--no-publish", PREFECT_API_URL=api)
    assert re.search(rf"\({done.sum()} done, ", said)


def test_full_disk__of_the_copies_is_one_line(api: str, small_disk: Path, tmp_path: Path) -> None:
    config, store = Path(write(tmp_path, CONTENT)), tmp_path / "store"
    with launcher(
        tmp_path, config, str(store), "--serial", "--publish", str(small_disk), PREFECT_API_URL=api
    ) as process:
        assert ended(process) == 2
        said = process.log.read_text()
    assert "Traceback" not in said
    assert f"error: --publish: cannot write to {small_disk}: No space left on device." in said
    assert (open_sweep(Store.open(str(store)), "small/race")["status"] == DONE).all()
