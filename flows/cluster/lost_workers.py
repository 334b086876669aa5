"""Workers that die: Dask gives what they had to others without a word, and people want to know."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from distributed import Client
from distributed.client import ClosedClientError

from flows.terminal.errors import say_error
from solvers.wording.counts import some

# What the scheduler says of all workers.
TOPIC = "all"


def watch(client: Client) -> None:
    """Say of each worker that dies that it did, until `unwatch`.

    Parameters
    ----------
    client : of the scheduler
    """
    client.subscribe_topic(TOPIC, _say_lost)  # type: ignore[no-untyped-call]


def unwatch(client: Client) -> None:
    """Say no more: the scheduler would tell a client that has left that it did, and log an error.

    Parameters
    ----------
    client : watched
    """
    with suppress(ClosedClientError, OSError, RuntimeError):
        client.unsubscribe_topic(TOPIC)  # type: ignore[no-untyped-call]


def _say_lost(event: tuple[float, Any]) -> None:
    """Look at one event of the scheduler."""
    _, what = event
    if isinstance(what, Mapping) and what.get("action") == "remove-worker" and not what.get("expected"):
        had = len(what.get("processing-tasks", ()))
        rest = f" Another worker takes over its {some(had, 'block')}." if had else ""
        say_error("warning", f"Lost the worker {what.get('worker')}; it may have been killed.{rest}")
