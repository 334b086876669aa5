"""`jeopardice explore`: pages in a browser that read a store."""

from rich.console import Console

from browsing.explorer.server import serve
from flows.commands.serving import Serving
from flows.places import store_url
from solvers.errors import expected

console = Console(highlight=False)


def explore_store(store: str | None, serving: Serving) -> None:
    """Serve the explorer until Ctrl-C.

    Parameters
    ----------
    store : path or URL; None for the usual one
    serving : how

    Raises
    ------
    InvalidRules
        if nobody can listen there
    """
    url = store_url(store)

    def say(address: str) -> None:
        console.print(f"Exploring {url} at {address}  (Ctrl-C ends it)", soft_wrap=True, markup=False)
        if not serving.private:
            console.print(f"Listening at {serving.host}: whoever reaches it reads the store, unasked.")
        serving.open(address)

    try:
        serve(url, serving.host, serving.port, say)
    except OSError as error:
        got = f"{serving.host}:{serving.port}, {error.strerror or error}"
        raise expected("--host, --port", "a free place to listen at", got, "Choose another one.") from None
    console.print("Ended.")
