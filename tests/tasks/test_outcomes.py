"""What calls gave, as they end."""

import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from tasks import progress
from tasks.executor import WorkerDied
from tasks.outcomes import Outcomes


class InThreads:
    """Workers that never go away."""

    one_by_one = False
    case_timeout: float | None = None

    def __init__(self, pool: Executor) -> None:
        self._pool, self.looks = pool, 0

    def executor(self, seconds: float = 0.0, memory: float = 0.0) -> Executor:
        return self._pool

    def most_memory(self) -> float | None:
        """Nobody knows."""
        return None

    def check(self) -> None:
        self.looks += 1

    def working(self) -> dict[str, str]:
        """Name no worker."""
        return {}


@pytest.fixture
def workers() -> Iterator[InThreads]:
    with ThreadPoolExecutor(2) as pool:
        yield InThreads(pool)


def later(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def raising(error: Exception) -> None:
    raise error


def begun(workers: InThreads, *seconds: float) -> dict[Future[Any], float]:
    return {workers.executor().submit(later, each): each for each in seconds}


def test_outcomes__come_as_calls_end(workers: InThreads) -> None:
    assert list(Outcomes(workers, begun(workers, 0.3, 0.0))) == [(0.0, 0.0), (0.3, 0.3)]


def test_outcomes__of_calls_that_begin_meanwhile_come_too(workers: InThreads) -> None:
    outcomes = Outcomes(workers, begun(workers, 0.0))
    seen = []
    for number, _ in outcomes:
        seen.append(number)
        if len(seen) < 4:
            outcomes.add(begun(workers, number + 0.01))
    assert seen == pytest.approx([0.0, 0.01, 0.02, 0.03])


def test_outcomes__of_many_calls_all_come_once(workers: InThreads) -> None:
    numbers = range(2000)
    calls = {workers.executor().submit(int, number): number for number in numbers}
    assert sorted(Outcomes(workers, calls)) == [(number, number) for number in numbers]


def test_outcome__of_a_lost_call_is_its_error_and_of_another_is_raised(workers: InThreads) -> None:
    lost, wrong = WorkerDied("gone"), ZeroDivisionError("wrong")
    assert list(Outcomes(workers, {workers.executor().submit(raising, lost): "one"})) == [("one", lost)]
    with pytest.raises(ZeroDivisionError, match="wrong"):
        list(Outcomes(workers, {workers.executor().submit(raising, wrong): "other"}))


def test_outcomes__of_nothing_end_at_once(workers: InThreads) -> None:
    assert list(Outcomes[int](workers, {})) == []


def test_whoever_waits__looks_around_and_stops_when_the_run_is_to(
    workers: InThreads, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = begun(workers, 0.5, 0.5, 0.5)
    monkeypatch.setattr(progress, "ending", lambda: workers.looks >= 2)
    assert list(Outcomes(workers, calls)) == []
    assert workers.looks == 2
    assert [number for number, future in enumerate(calls) if future.cancelled()] == [2]
