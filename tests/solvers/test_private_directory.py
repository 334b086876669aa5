"""A directory of one process: nobody else can enter it, it goes with its process, and it stays as long."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

from solvers.private_directory import PREFIX

HOLD = """
import sys
from solvers.private_directory import private_directory
print(private_directory(), flush=True)
(private_directory() / "inside").write_text("kept")
sys.stdin.read()
"""
TIDY = "from solvers.private_directory import remove_abandoned; remove_abandoned()"


def hold(temporary: Path) -> "tuple[subprocess.Popen[str], Path]":
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD],
        env=os.environ | {"TMPDIR": str(temporary)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def tidy(temporary: Path) -> None:
    subprocess.run([sys.executable, "-c", TIDY], env=os.environ | {"TMPDIR": str(temporary)}, check=True)


def test_private_directory__is_for_its_process_and_goes_with_it(tmp_path: Path) -> None:
    process, path = hold(tmp_path)
    assert path.parent == tmp_path
    assert stat.S_IMODE(path.stat().st_mode) == 0o700
    process.communicate("")
    assert process.returncode == 0
    assert not list(tmp_path.iterdir())


def test_private_directory__of_a_killed_process_goes_and_of_a_living_one_stays(tmp_path: Path) -> None:
    living, stays = hold(tmp_path)
    killed, goes = hold(tmp_path)
    try:
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        assert goes.exists()
        tidy(tmp_path)
        assert list(tmp_path.iterdir()) == [stays]
    finally:
        living.communicate("")


def test_remove_abandoned__follows_no_link_and_waits_for_no_pipe(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (tmp_path / f"{PREFIX}link").symlink_to(precious)
    os.mkfifo(tmp_path / f"{PREFIX}pipe")
    tidy(tmp_path)
    assert precious.exists()
