"""A server of games on a thread of the test, asked over HTTP as a browser asks, without a browser."""

import asyncio
import html
import json
import re
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from queue import Queue
from threading import Thread
from urllib.parse import urlencode, urlsplit

from browsing.play.server import listen
from playing.match import Match
from playing.saving import link
from tests.processes import PATIENCE

BOUNDARY = "a-line-of-no-file"
BUTTON = re.compile(r'<button name="moves" value="(\w+)" data-key="(\w+)".*?>(.*?)</button>', re.DOTALL)


@dataclass(frozen=True)
class Answer:
    """What a server answers.

    Attributes
    ----------
    status : of HTTP
    headers : by their names
    text : of the page
    """

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def alert(self) -> str:
        """What the page says is wrong; nothing if it says nothing."""
        found = re.search(r'<p class="fault" role="alert">(.*?)</p>', self.text, re.DOTALL)
        return html.unescape(found[1]) if found else ""

    @property
    def title(self) -> str:
        """Of the page."""
        found = re.search("<title>(.*?)</title>", self.text)
        assert found, self.text[:500]
        return html.unescape(found[1])

    @property
    def said(self) -> str:
        """What has happened, on one line."""
        found = re.search(r'<div id="said" class="said">(.*?)</div>', self.text, re.DOTALL)
        return words(found[1]) if found else ""

    @property
    def scores(self) -> list[int]:
        """Yours, and the opponent's."""
        return [int(score) for score in re.findall(r'<p class="score"><strong>(\d+)</strong>', self.text)]

    @property
    def buttons(self) -> dict[str, "Button"]:
        """What may be decided, by its key."""
        found = {key: Button(moves, words(text)) for moves, key, text in BUTTON.findall(self.text)}
        assert len(found) == self.text.count("<button name=")
        return found


@dataclass(frozen=True)
class Button:
    """A choice on a page.

    Attributes
    ----------
    moves : all decisions of the game once it is pressed, as an address has them
    words : on it
    """

    moves: str
    words: str


class Site:
    """A server, by its address.

    Parameters
    ----------
    address : of `/play`
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.host = urlsplit(address).netloc

    def get(self, query: str = "", path: str = "/play", **fields: object) -> Answer:
        """Ask for a page, again while its game is being solved.

        Parameters
        ----------
        query : of the address
        path : of the address
        fields : instead of a query
        """
        page = self.ask(query or urlencode(fields), path)
        while "data-again" in page.text:
            time.sleep(0.05)
            page = self.ask(query or urlencode(fields), path)
        return page

    def ask(self, query: str, path: str = "/play") -> Answer:
        """Ask for a page once.

        Parameters
        ----------
        query, path : of the address
        """
        return self.send("GET", f"{path}?{query}" if query else path)

    def game(self, match: Match, moves: tuple[int, ...] = (), more: str = "") -> Answer:
        """The page of a game.

        Parameters
        ----------
        match, moves : the game
        more : of the address
        """
        return self.get(link(match.setup, moves) + more)

    def upload(self, content: bytes) -> Answer:
        """Open a file."""
        head = 'Content-Disposition: form-data; name="file"; filename="game.json"'
        body = b"".join(
            [f"--{BOUNDARY}\r\n{head}\r\n\r\n".encode(), content, f"\r\n--{BOUNDARY}--\r\n".encode()]
        )
        return self.send(
            "POST", "/play/open", body, {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        )

    def send(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send any request.

        Parameters
        ----------
        method, path, body, headers : of HTTP
        """
        connection = HTTPConnection(self.host, timeout=PATIENCE)
        try:
            connection.request(method, path, body, dict(headers or {}))
            got = connection.getresponse()
            return Answer(got.status, dict(got.getheaders()), got.read().decode())
        finally:
            connection.close()

    def raw(self, sent: bytes) -> bytes:
        """Send any bytes; what comes back until the server ends the connection.

        Parameters
        ----------
        sent : after which nothing more comes
        """
        name, _, port = self.host.partition(":")
        with socket.create_connection((name, int(port)), timeout=PATIENCE) as connection:
            # A server that has had enough may end it without reading all, at any moment; of an ended one the
            # system says that it is not connected, which is no ConnectionError.
            with suppress(OSError):
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
            found = b""
            with suppress(ConnectionError):
                while part := connection.recv(65536):
                    found += part
            return found


@contextmanager
def serving(store: str | None = None, port: int = 0) -> Iterator[Site]:
    """A server on a thread, which ends with the block.

    Parameters
    ----------
    store, port : as `listen` takes them
    """
    started: Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event, str]] = Queue()

    async def serve() -> None:
        server, address = listen(port, store)
        ended = asyncio.Event()
        started.put((asyncio.get_running_loop(), ended, address))
        await ended.wait()
        server.stop()
        await server.close_all_connections()

    thread = Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    loop, ended, address = started.get(timeout=PATIENCE)
    try:
        yield Site(address)
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()


def words(text: str) -> str:
    """The words of some HTML, on one line."""
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", text)).split())


def saved(text: str, **changed: object) -> bytes:
    """The document of a saved game, some of it changed.

    Parameters
    ----------
    text : of the document
    changed : its fields
    """
    return json.dumps({**json.loads(text), **changed}).encode()
