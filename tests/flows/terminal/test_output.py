"""Output that nobody reads on, as with `| head`, or that its disk has no room for."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest

from storage.housekeeping import remove
from storage.repository import Store
from storage.schema import DONE
from tests.commands import Command
from tests.processes import PATIENCE, environment
from tests.sweeps import new_store, planned, race, solve, solved_store, write

UNREAD = 141


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "flows.cli", *words]


def _told_to(stream: BinaryIO | int, home: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command with this as its standard output."""
    return subprocess.run(
        _command(*words),
        cwd=home,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=stream,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
    )


@pytest.fixture
def unread() -> Iterator[int]:
    """A pipe whose reader has gone."""
    read, write = os.pipe()
    os.close(read)
    yield write
    os.close(write)


@pytest.fixture
def stored(tmp_path: Path) -> Store:
    """A store with a small sweep."""
    return solved_store(tmp_path, race(range(5, 7)))


# A table, a file that is told of, a screen and help; the others write as one of them does.
@pytest.mark.parametrize(
    "words",
    [
        *("ls", "export one.csv", "play", "--help"),
        *(
            pytest.param(words, marks=pytest.mark.long)
            for words in (
                *("show small/race", "schema", "history", "tag", "gc --dry-run"),
                *("configs", "solve", "rules pig"),
            )
        ),
    ],
)
def test_command__whose_reader_goes_away_ends_with_141(
    words: str, unread: int, stored: Store, tmp_path: Path
) -> None:
    ended = _told_to(unread, tmp_path, *words.split())
    assert (ended.returncode, ended.stderr) == (UNREAD, "")


def test_long_output__whose_reader_goes_away_ends_with_141(tmp_path: Path) -> None:
    lines = "from rich.console import Console; from flows.terminal.errors import guarded; "
    lines += "guarded(lambda: [Console().print('line') for _ in range(100000)])"
    program = [sys.executable, "-c", lines]
    with subprocess.Popen(program, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == b"line\n"
        process.stdout.close()
        assert process.wait(PATIENCE) == UNREAD
        assert process.stderr.read() == b""


def test_error__that_nobody_reads_is_no_success(tmp_path: Path, unread: int) -> None:
    command = _command("ls", "--store", "nothing")
    ended = subprocess.run(command, cwd=tmp_path, env=environment(tmp_path), stdout=unread, stderr=unread)
    assert ended.returncode == UNREAD


def test_command__says_that_there_is_no_room_for_its_output(stored: Store, tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        ended = _told_to(full, tmp_path, "ls")
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: Cannot write the output: No space left on device.")
    assert ended.stderr.count("\n") == 1


@pytest.mark.long
@pytest.mark.parametrize("place", ["unread", "full"])
def test_run__goes_on_when_nobody_reads_it(place: str, unread: int, api: str, tmp_path: Path) -> None:
    config = write(tmp_path, race())
    words = _command("run", config, "--serial", "--no-publish")
    variables = environment(tmp_path, PREFECT_API_URL=api)
    with open("/dev/full", "wb") as full:
        out = unread if place == "unread" else full
        ended = subprocess.run(words, cwd=tmp_path, env=variables, stdout=out, stderr=out, timeout=PATIENCE)
    status = Store.open(str(tmp_path / "store")).stored("small/race")["status"].values
    assert (np.asarray(status) == DONE).all()
    assert ended.returncode == 0


@pytest.mark.long
def test_run__with_workers_goes_on_behind_head(tmp_path: Path) -> None:
    config = write(tmp_path, race(range(5, 40)))
    words = " ".join(_command("run", config, "--workers", "2", "--no-publish"))
    script = f"{words} 2>&1 | head -3; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        timeout=PATIENCE,
    )
    status = Store.open(str(tmp_path / "store")).stored("small/race")["status"].values
    assert ended.returncode == 0
    assert ended.stdout.count(b"\n") == 3
    assert (np.asarray(status) == DONE).all()


def test_cases__that_were_planned_and_are_not_stored_are_counted(tmp_path: Path) -> None:
    # Imported late, with Prefect.
    from flows.sweep import missing_of

    content, store = race(), new_store(tmp_path)
    plan = planned(content, store)
    assert missing_of(plan, store) == plan.sweep.size
    solve(content, store)
    assert missing_of(plan, store) == 0
    remove(store, "small/race")
    assert missing_of(plan, store) == plan.sweep.size
    solve(race(range(5, 8)), store)
    assert missing_of(plan, store) == plan.sweep.size - 3


def test_run__whose_answers_are_taken_away_is_no_success(
    reporting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from flows.launch import Launch
    from flows.sweep import CasesFailed, sweep
    from tasks.work import Report, Shard, Work

    def report(work: Work, shard: Shard) -> Report:
        done = solving(work, shard)
        remove(work.store, "small/race")
        return done

    # Somebody else removes the sweep as soon as it is there.
    solving = Work.report
    monkeypatch.setattr(Work, "report", report)
    launch = Launch(
        config=write(tmp_path, race(range(5, 7))), store=str(tmp_path / "store"), serial=True, publish=None
    )
    with pytest.raises(CasesFailed, match=re.escape("2 of 2 in small/race")):
        sweep(launch)


@pytest.mark.parametrize("address", ["a\x1b[31mb", "a\x07b", "a\x9bb", "a‮b"])
def test_error__prints_no_control_characters(address: str, jeopardice: Command) -> None:
    said = jeopardice("ls", "--store", address)
    assert said.code == 2
    assert said.error
    assert all(char == "\n" or char.isprintable() for char in said.error)


NOT_USED, NO_ADDRESS = "cannot use the path ", " is not an address. Write a path, "
ABSURD = {
    "a" * 300: (NOT_USED, "': File name too long. Choose another one."),
    "a" * 230: (NOT_USED, "': File name too long. Choose another one."),
    "a/" * 3000: (NOT_USED, "': File name too long. Choose another one."),
    "http://[::1": ("'http://[::1'" + NO_ADDRESS, " without brackets."),
    "s3://[a": ("'s3://[a'" + NO_ADDRESS, " without brackets."),
    "file:///a%00b": ("the path 'file:///a%00b'", " contains a zero byte. Correct it."),
    "loop": (NOT_USED, "loop': Too many levels of symbolic links. Choose another one."),
}


@pytest.mark.parametrize("address", ABSURD, ids=lambda address: address[:12])
@pytest.mark.parametrize("words", ["ls", "run config.yaml --dry-run"])
def test_absurd_address__is_one_line(words: str, address: str, jeopardice: Command) -> None:
    (jeopardice.home / "config.yaml").write_text(Path(write(jeopardice.home, race())).read_text())
    (jeopardice.home / "loop").symlink_to("loop")
    said = jeopardice(*words.split(), "--store", address)
    begins, ends = ABSURD[address]
    assert said.code == 2
    assert said.error.startswith(f"error: store: {begins}")
    assert said.error.endswith(f"{ends}\n")
    assert said.error.count("\n") == 1


def test_address__with_a_zero_byte_is_refused(tmp_path: Path) -> None:
    from storage.errors import NotAStore

    with pytest.raises(NotAStore, match="contains a zero byte"):
        Store.open(f"{tmp_path}/a\0b")
