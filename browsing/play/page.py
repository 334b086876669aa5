"""The base of all responses at /play and below: no tracebacks, and nothing from other sites."""

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
# Setting of the application: the function that refuses other host names.
ADMITTED = "admitted"
# Otherwise a page of another site, with a host name that it points to this machine, could read our pages.
OWN = ("127.0.0.1", "localhost", "[::1]")
FAULTY = (
    "page: expected to be shown, got a fault of ours, {}. The terminal that it was started from says more;"
    " please report it."
)


def check_own(name: str) -> None:
    """Refuse a host name other than those of the loopback interface.

    Parameters
    ----------
    name : host and port of a request

    Raises
    ------
    InvalidRules
        if it is another one
    """
    if re.sub(r":\d*$", "", name.lower()) not in OWN:
        raise expected("address", f"one of {', '.join(OWN)}", name, "Open the address that was printed.")


class Page(RequestHandler):
    """A page, or an error."""

    def set_default_headers(self) -> None:
        """Set a policy that allows only what comes from here."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("X-Frame-Options", "DENY")
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("Cache-Control", "no-store")

    def prepare(self) -> None:
        """Refuse a request under another host name."""
        try:
            self.settings.get(ADMITTED, check_own)(self.request.host)
        except Exception as error:
            self.refuse(error, "This page has another address")

    def fields(self) -> dict[str, str]:
        """The fields of the address, as texts.

        Raises
        ------
        InvalidRules
            if a name occurs twice
        """
        found = self.request.query_arguments
        for name, texts in found.items():
            if len(texts) > 1:
                raise expected("address", "each name once", name, "Copy it whole.")
        # Invalid bytes are refused later, where the value is parsed.
        return {name: texts[0].decode(errors="replace") for name, texts in found.items()}

    async def said(self, make: Callable[[], str]) -> None:
        """Answer with a page that is made on a thread, as others are served meanwhile.

        Parameters
        ----------
        make : function that makes it
        """
        self.finish(await asyncio.to_thread(make))

    def refuse(self, error: Exception, title: str = "This game cannot be played") -> None:
        """Answer with an error.

        Parameters
        ----------
        error : the error
        title : title of the page
        """
        if is_worded(error):
            self.set_status(400)
            self.finish(pages.wrong(title, str(error)))
            return
        log.error("%s failed", self.request.path, exc_info=error)
        self.set_status(500)
        self.finish(pages.wrong("Something went wrong", FAULTY.format(type(error).__name__)))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Answer a request that Tornado itself refuses.

        Parameters
        ----------
        status_code : HTTP status
        kwargs : further arguments of Tornado
        """
        status = f"{status_code} {HTTPStatus(status_code).phrase}"
        words = f"request: expected one that the pages of games make, got one that ends in {status}."
        self.finish(pages.wrong("This cannot be answered", words))


class NotFound(Page):
    """Any other path."""

    def prepare(self) -> None:
        """Say which paths exist."""
        super().prepare()
        if self._finished:
            return
        self.set_status(404)
        words = f"address: expected /play, got {self.request.path!r}."
        self.finish(pages.wrong("There is nothing here", words))
