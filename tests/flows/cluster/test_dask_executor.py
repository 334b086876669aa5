"""Answers of a Dask cluster always come, or an error does: real schedulers and workers, which are killed."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Thread

import pytest
from distributed import Client
from tornado.ioloop import IOLoop

from flows.cluster.dask_executor import DaskExecutor
from flows.cluster.pending_calls import PendingCalls
from tasks.executor import ConnectionBroke
from tests.processes import PATIENCE
from tests.services import DaskScheduler, dask_scheduler, dask_worker


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[DaskScheduler]:
    with (
        dask_scheduler(tmp_path / "scheduler") as scheduler,
        dask_worker(scheduler.address, tmp_path / "worker"),
    ):
        yield scheduler


def large() -> bytes:
    """Takes long to send and not to make."""
    return os.urandom(1000) * 400_000


@pytest.mark.long
def test_answer__is_an_error_if_the_connection_breaks(scheduler: DaskScheduler) -> None:
    client = Client(scheduler.address, set_as_default=False, timeout=5)
    try:
        executor = DaskExecutor(client, PendingCalls())
        assert executor.submit(abs, -3).result(PATIENCE) == 3
        assert isinstance(executor.submit(abs, "three").exception(PATIENCE), TypeError)
        fetched = executor.submit(large)
        while not any(state.status == "finished" for state in client.futures.values()):
            time.sleep(0.005)
        # It is solved, and on its way through the scheduler.
        waiting = executor.submit(time.sleep, 600.0)
        time.sleep(0.1)
        scheduler.process.popen.kill()
        assert isinstance(waiting.exception(PATIENCE), ConnectionBroke)
        # Unless the whole of it came before.
        assert isinstance(fetched.exception(PATIENCE), ConnectionBroke | None)
    finally:
        client.close(timeout=2)


@pytest.mark.long
def test_answer__that_comes_as_the_client_is_closed_does_not_keep_python_from_ending(
    scheduler: DaskScheduler,
) -> None:
    # A loop that has stopped and is not closed yet, as at the end of a run.
    loop = IOLoop(make_current=False)
    looping = Thread(target=loop.start, daemon=True)
    looping.start()
    client = Client(scheduler.address, set_as_default=False, timeout=5, loop=loop)
    executor, answer = DaskExecutor(client, PendingCalls()), Future[int]()
    done = client.submit(abs, -3)
    assert done.result() == 3
    client.close(timeout=2)
    loop.add_callback(loop.stop)
    looping.join()
    # As Distributed calls it, on a thread that Python waits for.
    Thread(target=executor._hand_over, args=[done, answer], daemon=True).start()
    assert isinstance(answer.exception(PATIENCE), ConnectionBroke)
