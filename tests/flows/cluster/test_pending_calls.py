"""What is known of the calls that workers have, and of why one has no result."""

from typing import Any

import pytest

from flows.cluster.pending_calls import Call, PendingCalls
from tasks.executor import CaseTimedOut, WorkerDied, WorkerHung


@pytest.fixture
def calls() -> PendingCalls:
    """One call: the key is "a"."""
    calls = PendingCalls()
    calls.began("a", Call("small/race, goal=5 and 3 more", 1.0))
    return calls


def tell(calls: PendingCalls, worker: str, *cases: int, key: str = "a") -> None:
    calls.told((0.0, {"key": key, "worker": worker, "cases": list(cases)}))


def ended(calls: PendingCalls) -> Call:
    call = calls.ended("a")
    assert call is not None
    assert calls.ended("a") is None
    return call


def test_lost__at_the_same_case_of_two_workers_is_beyond_doubt(calls: PendingCalls) -> None:
    for worker in ("first", "second"):
        tell(calls, worker, 0)
        tell(calls, worker, 1)
    lost = ended(calls).lost()
    assert isinstance(lost, WorkerDied)
    assert (lost.at, lost.guilty) == ((1,), True)
    assert str(lost).startswith("2 workers one after the other died with it.")


@pytest.mark.parametrize(
    ("told", "at"),
    [([], ()), ([("first", 1)], (1,)), ([("first", 1), ("second", 0)], (0,))],
    ids=["nowhere", "one", "elsewhere"],
)
def test_lost__elsewhere_is_a_suspicion(
    calls: PendingCalls, told: list[tuple[str, int]], at: tuple[int, ...]
) -> None:
    for worker, case in told:
        tell(calls, worker, case)
    lost = ended(calls).lost()
    assert isinstance(lost, WorkerDied)
    assert (lost.at, lost.guilty) == (at, False)


def test_lost__of_workers_that_hung_says_so(calls: PendingCalls) -> None:
    for worker in ("first", "second"):
        tell(calls, worker, 1)
        calls.hung(["a", "of another launcher"])
    lost = ended(calls).lost()
    assert isinstance(lost, WorkerHung)
    assert (lost.at, lost.guilty) == ((1,), True)


def test_late__is_what_a_worker_has_for_too_long(calls: PendingCalls) -> None:
    calls.began("b", Call("small/race, goal=9", 1.0))
    tell(calls, "gone", 0)
    tell(calls, "first", 1, 2)
    having: dict[str, Any] = {"first": ["a", "of another launcher"], "second": ["b"]}
    assert calls.late(having, 60.0) == []
    # Whoever waits for the call it has is not late, nor is a worker that has gone.
    assert calls.late({"second": ["a", "b"]}, 0.0) == []
    assert calls.late(having, 0.0) == [("first", "a")]
    # Once.
    assert calls.late(having, 0.0) == []
    lost = ended(calls).lost()
    assert isinstance(lost, CaseTimedOut)
    assert (lost.at, lost.guilty) == ((1, 2), True)


def test_late__may_be_several_of_one_worker(calls: PendingCalls) -> None:
    calls.began("b", Call("small/race, goal=9", 1.0))
    tell(calls, "first", 0)
    tell(calls, "first", 0, key="b")
    assert sorted(calls.late({"first": ["a", "b"]}, 0.0)) == [("first", "a"), ("first", "b")]


@pytest.mark.parametrize("event", ["noise", {"action": "remove-worker"}, {"key": "of another launcher"}])
def test_told__ignores_what_is_not_ours(calls: PendingCalls, event: object) -> None:
    calls.told((0.0, event))
    assert ended(calls).at == {}
