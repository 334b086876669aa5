"""The web server of the explorer. A browser loads nothing from other machines."""

import asyncio
import logging
from collections.abc import Callable
from html import escape
from typing import Any

import panel as pn
from tornado.web import RequestHandler

from browsing.explorer.address import read
from browsing.explorer.apart import draw_apart
from browsing.explorer.downloads import TYPES, download, file_name
from browsing.explorer.faults import worded
from browsing.explorer.origins import admit, browsed, check
from browsing.explorer.policy import guard
from browsing.explorer.scripts import load_less
from browsing.explorer.shell import STYLE
from browsing.explorer.site import page
from browsing.play.handlers import routes
from browsing.play.page import ADMITTED
from storage.repository import Store


class Download(RequestHandler):
    """`/download?...&format=csv`: the slice of a view as a file."""

    def initialize(self, url: str) -> None:
        """Keep the URL of the store; called by Tornado.

        Parameters
        ----------
        url : URL of the store
        """
        self.url = url

    async def get(self) -> None:
        """Answer with the file, or with what is wrong."""
        given = {name: self.get_arguments(name) for name in self.request.arguments}
        ending = given.pop("format", ["csv"])[0]
        try:
            check(self.request.host)
            address = read(given)
            # Read on a thread, so that other pages are served meanwhile.
            content = await asyncio.to_thread(lambda: download(Store.open(self.url), address, ending))
        except Exception as error:
            refuse(self, 400, worded(error, self.url))
            return
        self.set_header("Content-Type", TYPES[ending])
        self.set_header("Content-Disposition", f'attachment; filename="{file_name(address, ending)}"')
        self.finish(content)


class Health(RequestHandler):
    """`/health`: whether the server answers; the store is not read."""

    def get(self) -> None:
        """Answer."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish("well\n")


class NotFound(RequestHandler):
    """Any other path."""

    def prepare(self) -> None:
        """Say which paths exist."""
        remedy = "The list of sweeps is at /, games are at /play."
        refuse(self, 404, f"address: expected /, /play or /download, got {self.request.path!r}. {remedy}")


def refuse(handler: RequestHandler, status: int, words: str) -> None:
    """Answer with a page that says what is wrong.

    Parameters
    ----------
    handler : handler of the request
    status : HTTP status of the response
    words : what is wrong
    """
    handler.set_status(status)
    handler.set_header("Content-Type", "text/html; charset=utf-8")
    handler.finish(
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Not here · Jeopardice</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        '<body><header><a class="brand" href="/">Jeopardice <span>explorer</span></a></header><main>'
        f'<h1>There is nothing here</h1><p class="fault" role="alert">{escape(words)}</p>'
        '<p><a class="button" href="/">All sweeps of the store</a></p></main></body></html>'
    )


def serve(url: str, host: str, port: int, started: Callable[[str], None]) -> None:
    """Serve pages until Ctrl-C.

    Parameters
    ----------
    url : URL of the store
    host : address to listen at
    port : port to listen at; 0 for any free one
    started : function that is called with the address once the server answers

    Raises
    ------
    OSError
        if the address is not allowed or in use
    """
    # Readers see what is wrong on the page; the logs of Tornado and Bokeh would repeat it for each request.
    for name in ("tornado.access", "bokeh", "tornado.application"):
        logging.getLogger(name).setLevel(logging.ERROR)
    pn.extension(throttled=True, notifications=False)
    admit(host)
    server: Any = pn.serve(  # type: ignore[no-untyped-call]
        {"/": lambda: page(url, _arguments(), _name())},
        port=port,
        address=host,
        show=False,
        start=False,
        verbose=False,
        title="Jeopardice",
        use_index=False,
        redirect_root=False,
        extra_patterns=[("/download", Download, {"url": url}), ("/health", Health), *routes(url)],
        default_handler_class=NotFound,
    )
    guard(server)
    draw_apart(server)
    load_less(server)
    server._tornado.settings[ADMITTED] = check
    server.start()
    server.io_loop.add_callback(lambda: started(browsed(host, server.port)))
    # Panel stops the loop at Ctrl-C.
    server.io_loop.start()
    server.stop()


def _name() -> str:
    """Host and port of the session's request."""
    return next((str(text) for word, text in pn.state.headers.items() if word.lower() == "host"), "")


def _arguments() -> dict[str, list[str]]:
    """The query of the session's page."""
    given = pn.state.session_args or {}
    return {name: [text.decode(errors="replace") for text in texts] for name, texts in given.items()}
