"""What runs keep in a store of how far they are, on a disk and in a bucket."""

import json
import platform
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.copying import copy, copying
from storage.location import locate
from storage.objects import Objects, objects
from storage.running import BEAT_SECONDS, SILENT_SECONDS, Running, State, forget, tell, told
from tests.sweeps import race, solved_store

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
# The first process of a system, and a number above the highest that Linux gives.
SOMEBODY, NOBODY = 1, 2**22 + 1
HERE, ELSEWHERE = platform.node(), f"{platform.node()}-2"


def run(**known: Any) -> Running:
    """A run of this process, of which some things are set."""
    return Running.begin("20261129T120000-abcdef", "small/race", 7).model_copy(update=known)


@pytest.mark.parametrize(
    ("seconds", "host", "process", "state"),
    [
        (0, HERE, SOMEBODY, State.RUNNING),
        (SILENT_SECONDS - 1, HERE, SOMEBODY, State.RUNNING),
        (SILENT_SECONDS + 1, HERE, SOMEBODY, State.SILENT),
        # It has told just now, so it lives, perhaps in a container with process numbers of its own.
        (BEAT_SECONDS, HERE, NOBODY, State.RUNNING),
        (3 * BEAT_SECONDS, HERE, NOBODY, State.DIED),
        (3 * BEAT_SECONDS, HERE, 2**53, State.DIED),
        (3 * BEAT_SECONDS, ELSEWHERE, NOBODY, State.RUNNING),
        (SILENT_SECONDS + 1, ELSEWHERE, NOBODY, State.SILENT),
        # The clock of its host is ahead.
        (1 - SILENT_SECONDS, ELSEWHERE, NOBODY, State.RUNNING),
        (-3600, ELSEWHERE, NOBODY, State.SILENT),
        (-3600, HERE, NOBODY, State.DIED),
    ],
)
def test_state__is_that_of_the_process_or_of_its_last_sign(
    seconds: float, host: str, process: int, state: State
) -> None:
    found = run(told=NOW - timedelta(seconds=seconds), host=host, process=process)
    assert found.state(NOW) is state
    assert found.model_copy(update={"ended": State.FAILED}).state(NOW) is State.FAILED


def test_seconds_left__follow_from_the_rate() -> None:
    assert run().seconds_left is None
    assert run(answered=3, failed=1, rate=2.0).seconds_left == 2.0
    assert run(rate=5e-324).seconds_left is None
    assert run(answered=9, rate=2.0).seconds_left == 0.0


def check_told_and_forgotten(files: Objects) -> None:
    """What is told is read, and forgotten when it is over."""
    lives, failed = run(), run(run="20261129T110000-aaaaaa", ended=State.FAILED, error="no")
    other = run(run="20261129T130000-bbbbbb", sweep="small/trio", ended=State.STOPPED)
    for one in (lives, failed, other):
        tell(files, one)
    assert list(told(files)) == [(one.file, one) for one in (failed, lives, other)]
    forget(files, "small/race")
    assert list(told(files)) == [(lives.file, lives), (other.file, other)]


def test_told__on_a_disk(tmp_path: Path) -> None:
    check_told_and_forgotten(objects(locate(str(tmp_path))))


@pytest.mark.long
def test_told__in_a_bucket(bucket: str) -> None:
    check_told_and_forgotten(objects(locate(f"{bucket}/store")))


def _written(**changes: Any) -> bytes:
    document: dict[str, Any] = run().model_dump(mode="json")
    return json.dumps(document | changes).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"run": "20261129T120000-abcdef"}',
        _written(run="20261129T120000-000000"),
        _written(run="../../etc"),
        _written(cases=-1),
        _written(cases=10**400),
        _written(beat=0),
        _written(working={str(one): "" for one in range(1000)}),
        _written(mood=" " * 2_000_000),
        _written(rate=float("inf")),
        _written(told="2026-11-29T12:00:00"),
        _written(error="x" * 5000),
        _written(ended="running"),
    ],
)
def test_told__does_not_trust_what_it_reads(tmp_path: Path, content: bytes) -> None:
    files = objects(locate(str(tmp_path)))
    files.write(run().file, content)
    assert list(told(files)) == [(run().file, None)]
    # It is no run's, so no run removes it.
    forget(files, "small/race")
    assert files.names("running") == [run().file]


def test_told__knows_what_a_newer_version_adds(tmp_path: Path) -> None:
    files = objects(locate(str(tmp_path)))
    files.write(run().file, _written(mood="fine"))
    assert [found.sweep for _, found in told(files) if found is not None] == ["small/race"]


def test_copy__leaves_runs_out(tmp_path: Path) -> None:
    store = solved_store(tmp_path, race([5, 6]))
    tell(store.files, run())
    target = locate(str(tmp_path / "copy"))
    copy(copying(store.location, target), lambda _: None)
    assert objects(target).names("running") == []
    assert objects(target).names("snapshots") == store.files.names("snapshots")
