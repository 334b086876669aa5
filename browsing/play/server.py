"""A web server for games only, on the loopback interface; it starts at once, without Panel or a store."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from socket import create_server, socket

from tornado.httpserver import HTTPServer
from tornado.web import Application, RedirectHandler

from browsing.play.handlers import routes
from browsing.play.page import NotFound
from playing.saving import MOST_CHARACTERS
from solvers.errors import expected

HOST, MOST_PORT = "127.0.0.1", 65535
# Largest request headers in bytes: the address of the longest game, and what a browser adds.
MOST_HEADERS = MOST_CHARACTERS + 2**16


def serve(port: int, store: str | None, started: Callable[[str], None]) -> None:
    """Serve games until Ctrl-C.

    Parameters
    ----------
    port : port on the loopback interface; 0 for any free one
    store : URL of a store that may have answers; None if there is none
    started : function that is called with the address once the server answers

    Raises
    ------
    InvalidRules
        if the port is in use or out of range
    """
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    asyncio.run(_serve(port, store, started))


async def _serve(port: int, store: str | None, started: Callable[[str], None]) -> None:
    server, address = listen(port, store)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    started(address)
    await ended.wait()
    server.stop()


def listen(port: int, store: str | None) -> tuple[HTTPServer, str]:
    """Start to answer requests in the running event loop; return the server and its address.

    Parameters
    ----------
    port, store : as `serve` takes them

    Raises
    ------
    InvalidRules
        if the port is in use or out of range
    """
    root = [(r"/", RedirectHandler, {"url": "/play", "permanent": False})]
    application = Application([*root, *routes(store)], default_handler_class=NotFound)
    server, listening = HTTPServer(application, max_header_size=MOST_HEADERS), _listening(port)
    server.add_socket(listening)
    return server, f"http://{HOST}:{listening.getsockname()[1]}/play"


def _listening(port: int) -> socket:
    remedy = "Leave it out for any that is free."
    if not 0 <= port <= MOST_PORT:
        raise expected("--port", f"0 to {MOST_PORT}", port, remedy)
    try:
        found = create_server((HOST, port))
    except OSError as error:
        why = f"{port}: {os.strerror(error.errno or 0)}"
        raise expected("--port", f"one that is free on {HOST}", why, remedy) from None
    found.setblocking(False)
    return found
