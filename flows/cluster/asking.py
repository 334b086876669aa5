"""Questions to a scheduler that may be too busy to answer."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from distributed import Client

# Longest time for the scheduler to answer, and for a worker to end.
ANSWER_SECONDS = 10.0


def asked(client: Client, what: Any, *arguments: Any, **named: Any) -> Any:
    """Return the scheduler's answer.

    Parameters
    ----------
    client : a connected client
    what, arguments, named : what is called

    Raises
    ------
    TimeoutError
        if there is none within ANSWER_SECONDS
    """
    ours: Any = client
    return ours.sync(what, *arguments, callback_timeout=ANSWER_SECONDS, **named)


def workers_of(client: Client) -> Mapping[str, Any]:
    """Return what the scheduler knows of its workers, by their addresses.

    Parameters
    ----------
    client : a connected client
    """
    scheduler: Any = client.scheduler
    workers: Mapping[str, Any] = asked(client, scheduler.identity, n_workers=-1)["workers"]
    return workers


def restart(client: Client, address: str, known: Mapping[str, Any]) -> None:
    """End a worker: Dask gives its calls to another one, and fails a call whose workers ended too often.

    Parameters
    ----------
    client : a connected client
    address : the worker
    known : what the scheduler knows of it
    """
    with suppress(TimeoutError):
        if known.get("nanny"):
            client.restart_workers([address], timeout=ANSWER_SECONDS, raise_for_error=False)
        else:
            # Nobody starts it again.
            asked(client, client.retire_workers, [address])
