"""A receiver of webhooks, as a chat has one, on loopback."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import BaseServer
from typing import Any

KEY = "T0pS3cretKey"


@contextmanager
def serving(server: BaseServer) -> Iterator[None]:
    """Let a server answer as long as the block lasts."""
    with server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


class Receiver(ThreadingHTTPServer):
    """Takes down what is sent to it, and answers with one status after the other, at last with 200."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.answers: list[int] = []
        super().__init__(("127.0.0.1", 0), _Taking)

    @property
    def address(self) -> str:
        """Its address, with a key."""
        return f"http://127.0.0.1:{self.server_port}/hooks/{KEY}"


class _Taking(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        """Take down a document."""
        assert self.path == f"/hooks/{KEY}"
        self.server.told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        code = self.server.answers.pop(0) if self.server.answers else 200
        self.send_response(code)
        if code == 302:
            self.send_header("Location", f"file:///etc/{KEY}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing."""
