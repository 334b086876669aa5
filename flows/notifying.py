"""Tell of a failed run at an address of the user's, such as a chat's webhook.

The address is a secret, as whoever knows it can write there: no message, log or database has it. The standard
library sends it, since httpx, which Prefect brings, logs each address.
"""

import http.client
import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flows.prefect_api.described import named
from flows.terminal.refusals import sentence
from solvers.errors import InvalidRules
from storage.errors import NotAStore
from storage.location import locate
from storage.running import shortened
from tasks import progress
from tasks.work import Stopped

if TYPE_CHECKING:
    from http.client import HTTPMessage

    from flows.launch import Launch

OPTION, VARIABLE = "--on-failure", "JEOPARDICE_ON_FAILURE"
ANSWER_SECONDS = 10.0
TRIES = 2
PAUSE_SECONDS = 1.0


class _Stays(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: a POST would become a GET without a document, perhaps to an unsafe address."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: "HTTPMessage",
        newurl: str,
    ) -> None:
        """Return none, which makes it an error."""


@dataclass(frozen=True)
class Webhook:
    """Where failures are told.

    Parameters
    ----------
    address : address that takes a POST of JSON
    """

    address: str = field(repr=False)

    def tell(self, document: dict[str, Any]) -> str:
        """Send a document, with two tries of at most 10 seconds each; return what prevented it, else "".

        Parameters
        ----------
        document : what to send, as JSON types
        """
        for left in reversed(range(TRIES)):
            if not (refused := self._try(document)):
                return ""
            if left:
                time.sleep(PAUSE_SECONDS)
        return refused

    def _try(self, document: dict[str, Any]) -> str:
        try:
            request = urllib.request.Request(
                self.address, json.dumps(document).encode(), {"Content-Type": "application/json"}
            )
            with urllib.request.build_opener(_Stays).open(request, timeout=ANSWER_SECONDS):
                return ""
        except (OSError, ValueError, http.client.HTTPException) as error:
            return _reason(error)


def webhook(address: str | None, name: str = OPTION) -> Webhook | None:
    """Check an address; nothing and "" are none.

    Parameters
    ----------
    address : address as given
    name : option or variable that has it, for the error

    Raises
    ------
    InvalidRules
        if nothing can be sent there; the address is not shown
    """
    if not address:
        return None
    if problem := _problem(address):
        raise InvalidRules(
            f"{name}: expected an address such as https://host/path, got one {problem} (not shown, as it may"
            " hold a key). Correct it."
        )
    return Webhook(address)


def _problem(address: str) -> str:
    """Return what is wrong with an address, else ""."""
    if not (address.isascii() and address.isprintable()) or " " in address:
        return "with spaces or special characters"
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return "with an invalid host or port"
    if parts.scheme not in ("http", "https"):
        return "that does not begin with https:// or http://"
    if not parts.hostname:
        return "without a host"
    if parts.username is not None or parts.password is not None:
        return "with a user or a password"
    return "with an invalid host or port" if port == 0 else ""


def _reason(error: Exception) -> str:
    """Return why nothing was sent. Texts of libraries may repeat the address, so none is used."""
    if isinstance(error, urllib.error.HTTPError):
        # It holds the connection.
        error.close()
        return f"it answered with HTTP status {error.code}"
    found = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(found, TimeoutError):
        return f"no answer within {ANSWER_SECONDS:g} s"
    if isinstance(found, OSError) and found.strerror:
        return found.strerror
    return type(found).__name__


@dataclass
class Teller:
    """Tells of the failure of one launch, if it is to be told.

    Attributes
    ----------
    launch : what is run
    webhook : where to tell; None for nowhere
    run : id of the flow run in Prefect; None if there is none yet
    """

    launch: "Launch"
    webhook: Webhook | None
    run: str | None = None

    def tell(self, error: Exception) -> str:
        """Tell, unless the run was stopped on purpose; return a warning if that was not possible, else "".

        Parameters
        ----------
        error : why the run failed
        """
        if self.webhook is None or isinstance(error, Stopped) or progress.stop.is_set():
            return ""
        refused = self.webhook.tell(self._document(error))
        return f"Could not tell of the failure at the address of {OPTION}: {refused}." if refused else ""

    def _document(self, error: Exception) -> dict[str, Any]:
        """Return one sentence for a chat, and its parts for programs."""
        name, said = _name(self.launch), shortened(sentence(error))
        return {
            "text": f"The run of {name} failed: {said}",
            "sweep": name,
            "run": self.run,
            "store": _store(self.launch),
            "error": said,
        }


def _name(launch: "Launch") -> str:
    """Return the name of the sweep; that of the config if it cannot be read."""
    try:
        return named(launch)
    except (ValueError, OSError):
        return launch.config


def _store(launch: "Launch") -> str:
    """Return the address of the store; "" if it is invalid, as then it may have credentials in it."""
    try:
        return locate(launch.url).url
    except NotAStore:
        return ""
