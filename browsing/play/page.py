"""What all answers at /play and below hold: never a traceback, and nothing that the page did not bring."""

import asyncio
import logging
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from tornado.web import RequestHandler

from browsing.errors import is_worded
from browsing.play import pages
from solvers.errors import expected

log = logging.getLogger("jeopardice.play")
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:;"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# What refuses other names of the server, among the settings of its application.
ADMITTED = "admitted"
# Else a page of somebody else's, by a name that points to this machine, could ask for ours.
OWN = ("127.0.0.1", "localhost", "[::1]")
FAULTY = (
    "page: expected to be shown, got a fault of ours, {}. The terminal that it was started from says more;"
    " please report it."
)


def check_own(name: str) -> None:
    """Refuse a name that is not of this machine alone.

    Parameters
    ----------
    name : host and port, as a request has them

    Raises
    ------
    InvalidRules
        if it is another one
    """
    if re.sub(r":\d*$", "", name.lower()) not in OWN:
        raise expected("address", f"one of {', '.join(OWN)}", name, "Open the address that was printed.")


class Page(RequestHandler):
    """A page, or what is wrong."""

    def set_default_headers(self) -> None:
        """Allow what comes from here, and nothing else."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("X-Frame-Options", "DENY")
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("Cache-Control", "no-store")

    def prepare(self) -> None:
        """Refuse a request under another name of this server."""
        try:
            self.settings.get(ADMITTED, check_own)(self.request.host)
        except Exception as error:
            self.refuse(error, "This page has another address")

    def fields(self) -> dict[str, str]:
        """The address's names and texts.

        Raises
        ------
        InvalidRules
            if it has a name twice
        """
        found = self.request.query_arguments
        for name, texts in found.items():
            if len(texts) > 1:
                raise expected("address", "each name once", name, "Copy it whole.")
        # What is no text is refused where it is read.
        return {name: texts[0].decode(errors="replace") for name, texts in found.items()}

    async def said(self, make: Callable[[], str]) -> None:
        """Answer with a page that is made on a thread, as others are served meanwhile.

        Parameters
        ----------
        make : function that makes it
        """
        self.finish(await asyncio.to_thread(make))

    def refuse(self, error: Exception, title: str = "This game cannot be played") -> None:
        """Answer with what is wrong.

        Parameters
        ----------
        error : that says it
        title : of the page
        """
        if is_worded(error):
            self.set_status(400)
            self.finish(pages.wrong(title, str(error)))
            return
        log.error("%s failed", self.request.path, exc_info=error)
        self.set_status(500)
        self.finish(pages.wrong("Something went wrong", FAULTY.format(type(error).__name__)))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Answer what Tornado itself refuses.

        Parameters
        ----------
        status_code : of the answer
        kwargs : what Tornado knows besides
        """
        status = f"{status_code} {HTTPStatus(status_code).phrase}"
        words = f"request: expected one that the pages of games make, got one that ends in {status}."
        self.finish(pages.wrong("This cannot be answered", words))


class NotFound(Page):
    """Any path that is none of ours."""

    def prepare(self) -> None:
        """Say what there is."""
        super().prepare()
        if self._finished:
            return
        self.set_status(404)
        words = f"address: expected /play, got {self.request.path!r}."
        self.finish(pages.wrong("There is nothing here", words))
