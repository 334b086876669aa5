"""What another user leaves beside shared tables is neither opened nor waited for."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tasks.shared_table import PREFIX, SharedTable, TableUnseen
from tests.other_users import as_another, common_directory, needs_root
from tests.processes import environment

# A process of its own, since one that waits for a pipe can only be killed.
MAKE_TABLE = """
from tasks.shared_table import shared_table
with shared_table((2, 3)) as table:
    table.opened()[1, 2] = 7.0
    print(table.opened().sum())
"""
SECONDS = 120


@pytest.fixture
def common() -> Iterator[Path]:
    with common_directory() as directory:
        yield directory


def make_table(scratch: Path) -> str:
    return subprocess.run(
        [sys.executable, "-c", MAKE_TABLE],
        env=environment(scratch / "home", JEOPARDICE_SCRATCH=str(scratch)),
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS,
    ).stdout


@needs_root
def test_table__is_made_beside_a_pipe_of_another_user(common: Path) -> None:
    pipe = common / f"{PREFIX}x"
    as_another(lambda: os.mkfifo(pipe))
    assert make_table(common) == "7.0\n"
    assert pipe.exists()


def test_table__is_made_beside_a_pipe_of_this_user(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / f"{PREFIX}x")
    assert make_table(tmp_path) == "7.0\n"


@needs_root
def test_tables_of_another_user__stay(common: Path) -> None:
    theirs = common / f"{PREFIX}y"
    as_another(lambda: theirs.write_bytes(bytes(48)) and None)
    make_table(common)
    assert theirs.exists()


def test_link__is_not_followed(tmp_path: Path) -> None:
    held = tmp_path / "held"
    held.write_bytes(bytes(48))
    link = tmp_path / f"{PREFIX}z"
    link.symlink_to(held)
    make_table(tmp_path)
    assert link.is_symlink()
    assert held.exists()
    with pytest.raises(TableUnseen, match="Too many levels of symbolic links"):
        SharedTable(str(link), (2, 3)).opened()


@needs_root
def test_table_of_another_user__is_not_mapped(common: Path) -> None:
    theirs = common / f"{PREFIX}y"
    as_another(lambda: theirs.write_bytes(bytes(48)) and theirs.chmod(0o666))
    with pytest.raises(TableUnseen, match="it is no file of this user"):
        SharedTable(str(theirs), (2, 3)).opened()


def test_tables__go_when_their_launcher_is_dead(tmp_path: Path) -> None:
    abandoned, held = tmp_path / f"{PREFIX}0", tmp_path / f"{PREFIX}1"
    abandoned.write_bytes(bytes(48))
    with held.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        make_table(tmp_path)
        assert not abandoned.exists()
        assert held.exists()
