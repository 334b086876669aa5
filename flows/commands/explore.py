"""`jeopardice explore`: pages in a browser that read a store."""

from rich.console import Console

from browsing.explorer.server import serve
from flows.commands.serving import Serving
from flows.places import store_url
from solvers.errors import InvalidRules
from storage.errors import StoreError, StoreNotFound
from storage.repository import Store

console = Console(highlight=False)


def explore_store(store: str | None, serving: Serving) -> None:
    """Serve the explorer until Ctrl-C.

    Parameters
    ----------
    store : path or URL; None for the usual one
    serving : port, host and browser

    Raises
    ------
    InvalidRules
        if the address cannot be used
    """
    url = store_url(store)

    def say(address: str) -> None:
        console.print(f"Exploring {url} at {address}  (Ctrl-C ends it)", soft_wrap=True, markup=False)
        if words := _missing(url):
            console.print(words, soft_wrap=True, markup=False)
        if not serving.private:
            console.print(f"Anyone who can reach {serving.host} can read the store, without a password.")
        serving.open(address)

    try:
        serve(url, serving.host, serving.port, say)
    except OSError as error:
        where = f"{serving.host}:{serving.port}"
        raise InvalidRules(
            f"--host, --port: cannot serve at {where}: {error.strerror or error}. Choose another port."
        ) from None
    console.print("Ended.")


def _missing(url: str) -> str:
    """That there is no store yet, "" if there is one. A service may start before the first run."""
    try:
        Store.open(url)
    except StoreNotFound as error:
        return f"{error} The pages show it as soon as it is there."
    except StoreError:
        # The pages say what is wrong with it.
        return ""
    return ""
