"""What a worker tells its launcher of a call: which cases begin."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flows.cluster.pending_calls import TOPIC

# Longest time for the scheduler to answer.
ANSWER_SECONDS = 5.0


def tell(cases: Sequence[int]) -> None:
    """Tell, from the thread that solves them, and wait until it is known: the worker may die the next moment.

    Parameters
    ----------
    cases : their numbers within the call's block
    """
    # Only on a worker.
    from distributed import get_worker

    worker = get_worker()
    said = {
        "key": str(worker.get_current_task()),
        "worker": worker.address,
        "cases": [int(case) for case in cases],
    }
    loop: Any = worker.loop
    # Whatever goes wrong here, the case is solved; without it, more workers may die of one that kills them.
    with suppress(Exception):
        asyncio.run_coroutine_threadsafe(
            worker.scheduler.log_event(topic=TOPIC, msg=said), loop.asyncio_loop
        ).result(ANSWER_SECONDS)
