"""Cases that take longer than they may: their workers are restarted, and they fail."""

from collections.abc import Collection, Mapping

from distributed import Client

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
    for call in late.values():
        call.cancel()
    known = workers_of(client)
    for address, call in late.items():
        say_error(
            "warning",
            f"worker {address}: a case of {call.what} took longer than {seconds:g} s. It is given up, and the"
            " worker is restarted.",
        )
        if address in known:
            restart(client, address, known[address])
