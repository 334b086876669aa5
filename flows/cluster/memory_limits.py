"""What memory workers have, and which have enough."""

import math
from collections.abc import Mapping

from distributed import Client

from flows.cluster.asking import workers_of

# Dask ends a worker that takes more than this share of its limit.
USABLE = 0.95


def memory_limits(client: Client) -> dict[str, float]:
    """Return the bytes that each worker may use, by its address; infinity for one without a limit.

    There are none if the scheduler is too busy to answer: a run must not end for that.

    Parameters
    ----------
    client : a connected client
    """
    try:
        workers = workers_of(client)
    except TimeoutError:
        return {}
    return {
        address: USABLE * known["memory_limit"] if known.get("memory_limit") else math.inf
        for address, known in workers.items()
    }


def with_enough(limits: Mapping[str, float], memory: float) -> list[str] | None:
    """Return the workers to which a call is given; None for any of them.

    Parameters
    ----------
    limits : of each worker, by its address
    memory : bytes that the call takes

    Examples
    --------
    >>> with_enough({"small": 1e9, "large": 8e9}, 2e9), with_enough({"small": 1e9, "large": 8e9}, 9e9)
    (['large'], None)
    """
    enough = [address for address, limit in limits.items() if limit >= memory]
    return enough if 0 < len(enough) < len(limits) else None
