"""Every crash point of a small sweep, on a disk and in a bucket, sampled schedules, and planted faults that
must be found.
"""

import io
import random
from contextlib import nullcontext
from typing import Any

import icechunk
import pytest

from storage import creation
from storage.repository import Store
from tests.simulation.bucket import Answer, Server, in_bucket
from tests.simulation.disk import on_disk
from tests.simulation.invariants import Violated
from tests.simulation.seam import Fault
from tests.simulation.simulate import from_seed, simulate


def first_found(seeds: int) -> str:
    """The note of the first seed that violates an invariant; empty if none does."""
    for seed in range(seeds):
        try:
            from_seed(seed)
        except Violated as error:
            return "".join(error.__notes__)
    return ""


@pytest.mark.long
@pytest.mark.parametrize("fault", Fault)
def test_simulation__survives_a_fault_at_every_storage_call(fault: Fault) -> None:
    (calls,) = simulate([{}], random.Random(0), on_disk())
    names = [call.split()[0] for call in calls]
    assert names.count("commit") == 2
    for point in range(len(calls)):
        (met,) = simulate([{point: fault}], random.Random(0), on_disk())
        # Ids of snapshots differ.
        assert [call.split()[0] for call in met[: point + 1]] == names[: point + 1]


# Seeds also try other faults of requests that only read.
@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("in_chunks", [False, True], ids=["new", "in chunks"])
@pytest.mark.parametrize("fault", Fault)
def test_simulation__survives_a_fault_at_every_request(fault: Fault, in_chunks: bool) -> None:
    (calls,) = simulate([{}], random.Random(0), in_bucket(in_chunks))
    assert sum(call.startswith("PUT refs") for call in calls) == 2 + (not in_chunks)
    # Chunks of one shard, and of its plan.
    assert sum(call.startswith("PUT chunks") for call in calls) == (13 if in_chunks else 0)
    for point, call in enumerate(calls):
        if fault is Fault.CRASH or not call.startswith(("GET", "HEAD")):
            (met,) = simulate([{point: fault}], random.Random(0), in_bucket(in_chunks))
            assert len(met) > point


def test_simulation__holds_for_some_seeds() -> None:
    assert first_found(6) == ""


@pytest.mark.long
def test_simulation__holds_for_many_seeds() -> None:
    assert first_found(250) == ""


@pytest.mark.long
def test_simulation__finds_a_lock_that_holds_back_its_own_process_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Launchers are threads here, so a lock within a process is none.
    monkeypatch.setattr(creation, "locked", lambda location, seconds: nullcontext())
    assert "make simulate FIRST=" in first_found(1000)


@pytest.mark.long
def test_simulation__finds_a_lost_answer_taken_for_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Store.commit

    def again(self: Store, session: Any, forks: Any, sweep: str, records: Any, *others: Any) -> str:
        try:
            return real(self, session, forks, sweep, records, *others)
        except icechunk.IcechunkError:
            return real(self, self.begin(sweep), [], sweep, records, *others)

    monkeypatch.setattr(Store, "commit", again)
    assert "make simulate FIRST=" in first_found(1000)


@pytest.mark.long
def test_simulation__finds_chunks_that_are_told_of_before_they_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, late = Server.ask, list[dict[str, Any]]()

    def hasty(self: Server, asked: dict[str, Any]) -> Answer:
        if asked["REQUEST_METHOD"] == "PUT" and "/chunks/" in asked["PATH_INFO"]:
            content = asked["wsgi.input"].read(int(asked["CONTENT_LENGTH"]))
            late.append({**asked, "wsgi.input": io.BytesIO(content)})
            return (), "200 OK", [("Content-Length", "0"), ("ETag", '"0"')]
        if "/seals/" in asked["PATH_INFO"]:
            while late:
                real(self, late.pop())
        return real(self, asked)

    monkeypatch.setattr(Server, "ask", hasty)
    assert "make simulate FIRST=" in first_found(1000)
