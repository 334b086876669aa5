"""Machine code is kept where nobody else can write, and in a private directory if it cannot be there."""

import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.other_users import as_another, common_directory, needs_root

# Where Numba keeps machine code, what that directory may be used for, and where later processes look.
LOOK = """
import os, numba
from solvers import jit
place = numba.config.CACHE_DIR
print(place, oct(os.stat(place).st_mode & 0o777), os.stat(place).st_uid == os.geteuid())
print(os.environ.get("NUMBA_CACHE_DIR"))
"""


def look(**settings: str) -> tuple[Path, str, str, str]:
    """The directory of machine code, its rights and owner, NUMBA_CACHE_DIR for children, what is said."""
    own = {
        name: text for name, text in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
    }
    said = subprocess.run(
        [sys.executable, "-c", LOOK],
        env=own | settings,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    line, handed_down = said.stdout.splitlines()
    place, rights = line.split(" ", 1)
    return Path(place), rights, handed_down, said.stderr


@pytest.fixture
def common() -> Iterator[Path]:
    with common_directory() as directory:
        yield directory


def test_cache__is_for_this_user_alone(tmp_path: Path) -> None:
    place, rights, _, said = look(HOME=str(tmp_path))
    assert place.parent == tmp_path / ".cache" / "jeopardice"
    assert (rights, said) == ("0o700 True", "")
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700


def test_cache__that_others_can_write_to_is_refused(tmp_path: Path) -> None:
    place, *_ = look(NUMBA_CACHE_DIR=str(tmp_path))
    place.chmod(0o770)
    instead, rights, handed_down, said = look(NUMBA_CACHE_DIR=str(tmp_path))
    assert said.startswith(f"note: {place} cannot be used (other users can write to it).")
    assert said.count("\n") == 1
    assert rights == "0o700 True"
    # Workers look where the launcher does.
    assert instead.parent == Path(handed_down)
    assert not instead.exists(), "it goes with its process"


def test_cache__that_is_a_link_is_refused(tmp_path: Path) -> None:
    place, *_ = look(NUMBA_CACHE_DIR=str(tmp_path))
    place.rename(tmp_path / "elsewhere")
    place.symlink_to(tmp_path / "elsewhere")
    instead, _, _, said = look(NUMBA_CACHE_DIR=str(tmp_path))
    assert "cannot be used (it is a link)" in said
    assert tmp_path not in instead.parents


@needs_root
def test_cache__that_another_user_made_first_is_refused(common: Path) -> None:
    place, *_ = look(NUMBA_CACHE_DIR=str(common))
    place.rmdir()

    def make_first() -> None:
        place.mkdir()
        place.chmod(0o777)

    as_another(make_first)
    instead, rights, _, said = look(NUMBA_CACHE_DIR=str(common))
    assert said.startswith(f"note: {place} cannot be used (it belongs to another user).")
    assert common not in instead.parents
    assert rights == "0o700 True"
    assert not list(place.iterdir())


@needs_root
def test_cache__in_a_place_of_another_user_is_refused(common: Path) -> None:
    theirs = common / "theirs"
    as_another(theirs.mkdir)
    instead, _, _, said = look(NUMBA_CACHE_DIR=str(theirs))
    assert "cannot be used (it belongs to another user)" in said
    assert common not in instead.parents


USE = """
import sys
from solvers.kernel_cache import directory_of
for name in sys.argv[1:]:
    print(directory_of(name))
"""


def use(place: Path, *names: str) -> None:
    """Another process asks for the directories of modules."""
    own = os.environ | {"NUMBA_CACHE_DIR": str(place)}
    subprocess.run([sys.executable, "-c", USE, *names], env=own, check=True, timeout=60, capture_output=True)


def days_ago(path: Path) -> float:
    """When a directory was used last."""
    return (time.time() - path.stat().st_mtime) / 86400


def made(path: Path, days: float) -> Path:
    """A directory with a file that was used so many days ago."""
    path.mkdir(parents=True)
    (path / "kernel.nbi").touch()
    os.utime(path, (time.time() - days * 86400,) * 2)
    return path


def test_cache__of_modules_that_nobody_uses_any_more_is_removed_where_another_is_made(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    kernels = tmp_path / "kernels"
    kernels.mkdir(mode=0o700)
    old, left, recent, own = (
        made(kernels / name, days)
        for name, days in (
            (f"backward-{'a' * 16}", 91),
            (f"backward-{'b' * 16}.unused-0123abcd", 200),
            (f"backward-{'c' * 16}", 89),
            ("notes", 200),
        )
    )
    # Nothing is looked for where all is there.
    use(tmp_path, recent.name)
    assert old.exists()
    assert days_ago(recent) < 1.0, "it has been used"
    use(tmp_path, f"backward-{'d' * 16}")
    assert not old.exists()
    assert not left.exists()
    assert sorted(path.name[9:10] for path in kernels.iterdir() if path != own) == ["c", "d"]
    assert (own / "kernel.nbi").exists()


REMOVED = """
import shutil
import numpy as np
from solvers.jit import CACHE
from solvers.rows import copy_row
for place in CACHE.iterdir():
    shutil.rmtree(place)
out = np.zeros(3)
copy_row(np.ones(3), out)
print(out.sum(), len([*CACHE.glob("rows-*/*.nbi")]))
"""


def test_cache__that_was_removed_while_a_process_runs_is_made_again(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    own = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    said = subprocess.run(
        [sys.executable, "-c", REMOVED], env=own, check=True, timeout=120, capture_output=True, text=True
    )
    assert said.stdout.split() == ["3.0", "1"]
