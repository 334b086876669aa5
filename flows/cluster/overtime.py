"""Cases that take longer than they may: their workers are restarted, and they fail."""

from collections.abc import Collection, Mapping

from distributed import Client, Future

from flows.cluster.asking import restart, workers_of
from flows.cluster.pending_calls import PendingCalls
from flows.terminal.errors import say_error


def end_late_cases(
    client: Client, calls: PendingCalls, processing: Mapping[str, Collection[str]], seconds: float | None
) -> None:
    """Give up calls with a case that takes too long; a case that cannot be interrupted ends with its worker.

    Parameters
    ----------
    client : a connected client
    calls : its calls
    processing : keys of calls by worker
    seconds : what a case may take; None for as long as it likes

    Raises
    ------
    TimeoutError, OSError
        if the scheduler does not answer
    """
    if seconds is None or not (late := calls.late(processing, seconds)):
        return
    for address, key in late:
        say_error(
            "warning",
            f"worker {address}: a case of {calls.words([key])} took longer than {seconds:g} s. It is given"
            " up, and the worker is restarted.",
        )
    client.cancel([Future(key, client) for _, key in late])  # type: ignore[no-untyped-call]
    known = workers_of(client)
    # A worker may have several, if it has several threads.
    for address in {address for address, _ in late} & known.keys():
        restart(client, address, known[address])
