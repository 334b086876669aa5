"""What the scheduler tells as it happens: workers that died, and what workers tell of our calls."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from distributed import Client
from distributed.client import ClosedClientError

from flows.cluster.pending_calls import TOPIC, PendingCalls
from flows.terminal.errors import say_error
from solvers.wording.counts import some

# The scheduler's topic for events of all workers.
OF_WORKERS = "all"


def watch(client: Client, calls: PendingCalls) -> None:
    """Report each worker that dies, and note where workers are in our calls, until `unwatch`.

    Parameters
    ----------
    client : client of the scheduler
    calls : its calls
    """
    client.subscribe_topic(OF_WORKERS, _say_lost)  # type: ignore[no-untyped-call]
    client.subscribe_topic(TOPIC, calls.told)  # type: ignore[no-untyped-call]


def unwatch(client: Client) -> None:
    """Stop that: otherwise the scheduler would try to tell a closed client, and log an error.

    Parameters
    ----------
    client : the client
    """
    with suppress(ClosedClientError, OSError, RuntimeError):
        client.unsubscribe_topic(OF_WORKERS)  # type: ignore[no-untyped-call]
        client.unsubscribe_topic(TOPIC)  # type: ignore[no-untyped-call]


def _say_lost(event: tuple[float, Any]) -> None:
    """Report a worker that died: Dask gives its work to others silently."""
    _, what = event
    if isinstance(what, Mapping) and what.get("action") == "remove-worker" and not what.get("expected"):
        had = len(what.get("processing-tasks", ()))
        rest = f" Another worker takes over its {some(had, 'block')}." if had else ""
        say_error("warning", f"Lost the worker {what.get('worker')}; it may have been killed.{rest}")
