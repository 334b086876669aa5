"""An S3 server as a script, on loopback: `python object_server.py PORT [JOURNAL]`.

It is moto's, one request after another. Moto's own server compares and swaps in two steps: of two who write
at the same moment both may be told that they were first, and one commit is gone. No server that honours
conditional writes does that.

Moto keeps all in memory. With a journal, a file of all requests that wrote something, a server that is
started again goes on where the one before ended. An object is then as old as the server.
"""

import base64
import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO

from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple
from werkzeug.test import run_wsgi_app

READING = {"GET", "HEAD", "OPTIONS"}


class OneAtATime:
    """Lets a WSGI application answer a request before it is handed the next."""

    def __init__(self, application: Any) -> None:
        self.application, self.busy = application, Lock()

    def __call__(self, asked: dict[str, Any], *rest: Any) -> Iterable[bytes]:
        with self.busy:
            return list(self.answered(asked, *rest))

    def answered(self, asked: dict[str, Any], *rest: Any) -> Iterable[bytes]:
        """Answer one request."""
        answer: Iterable[bytes] = self.application(asked, *rest)
        return answer


class Journaled(OneAtATime):
    """Takes down what writes before it is answered, and begins with what was taken down.

    Parameters
    ----------
    application : keeps all in memory
    journal : a line for each request; the last may be torn, and was then not answered
    """

    def __init__(self, application: Any, journal: Path) -> None:
        super().__init__(application)
        lines = journal.read_bytes().splitlines(keepends=True) if journal.exists() else []
        whole = [line for line in lines if line.endswith(b"\n")]
        for line in whole:
            run_wsgi_app(application, _read(line))
        journal.write_bytes(b"".join(whole))
        self.journal: BinaryIO = journal.open("ab", buffering=0)

    def answered(self, asked: dict[str, Any], *rest: Any) -> Iterable[bytes]:
        """Answer one request, taken down if it writes."""
        if asked["REQUEST_METHOD"] not in READING:
            body = _body(asked)
            self.journal.write(_written(asked, body))
            asked["wsgi.input"] = io.BytesIO(body)
        return super().answered(asked, *rest)


def _body(asked: dict[str, Any]) -> bytes:
    whole: bytes = asked["wsgi.input"].read(
        -1 if asked.get("wsgi.input_terminated") else int(asked.get("CONTENT_LENGTH") or 0)
    )
    return whole


def _written(asked: dict[str, Any], body: bytes) -> bytes:
    texts = {name: value for name, value in asked.items() if isinstance(value, str)}
    return json.dumps([texts, base64.b64encode(body).decode()]).encode() + b"\n"


def _read(line: bytes) -> dict[str, Any]:
    texts, body = json.loads(line)
    return {
        **texts,
        "wsgi.version": (1, 0),
        "wsgi.input": io.BytesIO(base64.b64decode(body)),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }


def _application(journal: list[str]) -> OneAtATime:
    memory = DomainDispatcherApplication(create_backend_app)
    return Journaled(memory, Path(journal[0])) if journal else OneAtATime(memory)


if __name__ == "__main__":
    run_simple("127.0.0.1", int(sys.argv[1]), _application(sys.argv[2:]), threaded=True)
