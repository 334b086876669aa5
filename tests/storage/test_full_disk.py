"""Exports to a disk that is full: one line in words, nothing half there, and no crash of HDF5."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from storage.aside import made_aside
from storage.errors import Unwritable
from storage.export import export
from storage.housekeeping import collect, expire, remove
from storage.publishing import publish_to
from storage.repository import Store
from tests.sweeps import new_store, race, solve

root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of some pages."""
    place = tmp_path / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], check=True)
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


@root
@pytest.mark.parametrize(
    "size", [7500, *(pytest.param(size, marks=pytest.mark.long) for size in (60, 6000, 8000, 8190, 100_000))]
)
def test_netcdf__on_a_full_disk_is_an_error_and_no_crash(size: int, disk: Path) -> None:
    # In a process of its own, as HDF5 ends it.
    program = (
        "import sys, numpy as np, xarray as xr; from storage.export import export;"
        " from storage.errors import Unwritable\n"
        "dataset = xr.Dataset({'value': ('x', np.random.default_rng(1).random(int(sys.argv[2]))),"
        " 'key': ('x', np.array(['k'] * int(sys.argv[2])))})\n"
        "try: export(dataset, sys.argv[1], 'netcdf')\n"
        "except Unwritable as error: print(error); sys.exit(2)"
    )
    target = disk / "one.nc"
    command = [sys.executable, "-c", program, str(target), str(size)]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode == 0:
        assert xr.open_dataset(target).sizes["x"] == size
        return
    assert ended.returncode == 2, ended.stderr
    assert "No space left on device" in ended.stdout
    assert list(disk.iterdir()) == []


@root
@pytest.mark.parametrize("format", ["csv", "parquet", "zarr"])
def test_export__on_a_full_disk_leaves_nothing(format: str, disk: Path, tmp_path: Path) -> None:
    store = new_store(tmp_path)
    solve(race(range(5, 9)), store)
    (disk / "filling").write_bytes(bytes(64 * 1024))
    dataset = xr.Dataset({"status": ("x", np.full(9, 1, np.int8))})
    writers = {"zarr": lambda: publish_to(store, "small/race", disk / "one.zarr")}
    write = writers.get(format, lambda: export(dataset, disk / "one", format, ["status"]))
    with pytest.raises((Unwritable, OSError), match="No space left on device"):
        write()
    assert {path.name for path in disk.iterdir()} <= {"filling", ".one.zarr.lock"}


@root
def test_store__that_is_read_only_is_said_and_looked_at(tmp_path: Path) -> None:
    source, place = tmp_path / "source", tmp_path / "place"
    source.mkdir()
    place.mkdir()
    solve(race(range(5, 7)), new_store(source))
    subprocess.run(["mount", "--bind", str(source), str(place)], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", str(place)], check=True)
        store = Store.open(str(place / "store"))
        moment = next(store.commits()).time
        for change in (lambda: remove(store, "small/race"), lambda: expire(store, moment)):
            with pytest.raises(Unwritable, match=r"store: cannot write to .*: Read-only"):
                change()
        with pytest.raises(Unwritable, match=r"store: cannot write to .*: Read-only"):
            store.tag("one")
        with pytest.raises(Unwritable, match=r"store: cannot write to .*: Read-only"):
            collect(store, moment)
        assert collect(store, moment, dry_run=True).snapshots == 0
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_what_a_killed_export_left__goes_with_the_next_one(tmp_path: Path) -> None:
    target = tmp_path / "a[b].csv"
    program = (
        "import sys, os, signal; from pathlib import Path; from storage.aside import made_aside\n"
        "with made_aside(Path(sys.argv[1])) as partial:\n"
        "    partial.write_text('half'); os.kill(os.getpid(), signal.SIGKILL)"
    )
    ended = subprocess.run([sys.executable, "-c", program, str(target)])
    assert ended.returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 1
    with made_aside(target) as living:
        living.write_text("one")
        assert list(tmp_path.iterdir()) == [living]
        with made_aside(target) as other:
            other.write_text("other")
            assert living.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["a[b].csv"]
    assert target.read_text() == "one"
