"""`jeopardice alert`: let a Prefect server tell of runs that failed, crashed or are late."""

from rich.console import Console

from flows.notifying import VARIABLE, webhook
from flows.prefect_api.alerts import forget, is_mail, post, watch
from flows.prefect_api.answering import reachable
from flows.prefect_api.home import is_configured
from solvers.errors import InvalidRules

console = Console(highlight=False)
FIRST = "From now on Prefect tells here of runs of Jeopardice that failed, crashed or are late."


def alert(address: str | None, remove: bool) -> None:
    """Create the automations after a first message, or remove them.

    Parameters
    ----------
    address : of a webhook, or for mail; not needed to remove
    remove : whether to remove them

    Raises
    ------
    InvalidRules
        if no Prefect server is configured, or nothing can be sent to the address
    """
    if not is_configured():
        raise InvalidRules(
            "PREFECT_API_URL: not set. Alerts need a Prefect server that stays up. Start one with `prefect"
            " server start`, and set PREFECT_API_URL to its address."
        )
    if remove:
        with reachable():
            console.print("Removed." if forget() else "There were no alerts.")
        return
    if not address:
        raise InvalidRules(
            "ADDRESS: expected an address such as https://host/path, got nothing. Name one, or set"
            f" {VARIABLE}."
        )
    if refused := _sent(address):
        raise InvalidRules(
            f"ADDRESS: expected one that takes messages, got one where nothing could be sent: {refused}."
            " Correct it. (It is not shown, as it may hold a key.)"
        )
    with reachable():
        watch(address)
    console.print("A first message was sent. Prefect tells of each run that fails, crashes or is late.")


def _sent(address: str) -> str:
    """Send the first message; return what prevented it, else ""."""
    if is_mail(address):
        return post(address, FIRST)
    hook = webhook(address, "ADDRESS")
    return hook.tell({"text": FIRST}) if hook is not None else "it is empty"
