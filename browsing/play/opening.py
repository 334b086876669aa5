"""Receive a file, and open the game in it."""

from tornado.httputil import HTTPFile, HTTPInputError, parse_body_arguments
from tornado.web import stream_request_body

from browsing.play.page import Page
from playing.saving import MOST_CHARACTERS, REMEDY, Saved, link, read_document
from solvers.errors import expected

# Largest number of bytes to keep; a saved game is less than a tenth of it.
MOST_KEPT = 2**20
ANY_SIZE = 2**62


@stream_request_body
class Open(Page):
    """`/play/open`: redirect to the game of a file."""

    def prepare(self) -> None:
        """Accept a file of any size, as browsers show no response to an upload that was refused."""
        # All connections are HTTP connections, which have this method.
        self.request.connection.set_max_body_size(ANY_SIZE)  # type: ignore[union-attr]
        self._sent = bytearray()
        super().prepare()

    def data_received(self, chunk: bytes) -> None:
        """Keep the beginning, which is enough to recognise a game.

        Parameters
        ----------
        chunk : part of the request
        """
        if len(self._sent) <= MOST_KEPT:
            self._sent += chunk

    async def post(self) -> None:
        """Answer with the address of the game."""
        try:
            saved = self._saved()
        except Exception as error:
            self.refuse(error, "This file cannot be opened")
            return
        self.redirect(f"/play?{link(saved.setup, saved.moves)}", status=303)

    def _saved(self) -> Saved:
        content = self._content()
        rule = f"a saved game of 1 to {MOST_CHARACTERS} bytes"
        if len(self._sent) > MOST_KEPT or len(content) > MOST_CHARACTERS:
            raise expected("file", rule, f"more than {MOST_CHARACTERS}", REMEDY)
        if not content:
            raise expected("file", rule, "none of them", "Choose the file first.")
        return read_document(content.decode(errors="replace"))

    def _content(self) -> bytes:
        """The content of the file; empty if the request has none."""
        found: dict[str, list[HTTPFile]] = {}
        kind = self.request.headers.get("Content-Type", "")
        try:
            parse_body_arguments(kind, bytes(self._sent), {}, found)
        except HTTPInputError:
            return b""
        return bytes(found["file"][0]["body"]) if "file" in found else b""
