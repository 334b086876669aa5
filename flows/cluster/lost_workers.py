"""Messages about workers that die, as Dask gives their work to others silently."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from distributed import Client
from distributed.client import ClosedClientError

from flows.terminal.errors import say_error
from solvers.wording.counts import some

# The scheduler's topic for events of all workers.
TOPIC = "all"


def watch(client: Client) -> None:
    """Report each worker that dies, until `unwatch`.

    Parameters
    ----------
    client : client of the scheduler
    """
    client.subscribe_topic(TOPIC, _say_lost)  # type: ignore[no-untyped-call]


def unwatch(client: Client) -> None:
    """Stop reporting: otherwise the scheduler would try to tell a closed client, and log an error.

    Parameters
    ----------
    client : the client
    """
    with suppress(ClosedClientError, OSError, RuntimeError):
        client.unsubscribe_topic(TOPIC)  # type: ignore[no-untyped-call]


def _say_lost(event: tuple[float, Any]) -> None:
    """Handle one event of the scheduler."""
    _, what = event
    if isinstance(what, Mapping) and what.get("action") == "remove-worker" and not what.get("expected"):
        had = len(what.get("processing-tasks", ()))
        rest = f" Another worker takes over its {some(had, 'block')}." if had else ""
        say_error("warning", f"Lost the worker {what.get('worker')}; it may have been killed.{rest}")
