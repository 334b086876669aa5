"""An S3 server as a script, on loopback: `python object_server.py PORT [JOURNAL]`.

It is moto's, one request after another. Moto's own server compares and swaps in two steps: of two who write
at the same moment both may be told that they were first, and one commit is gone. No server that honours
conditional writes does that.

Moto keeps all in memory. With a journal, a file of all requests that wrote something, a server that is
started again goes on where the one before ended. An object is then as old as the server.

Moto takes any keys. Those of a user made as on RustFS may do here what their policy allows: read, or nothing.
"""

import base64
import io
import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO
from urllib.parse import parse_qs

from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple
from werkzeug.test import run_wsgi_app

READING = {"GET", "HEAD", "OPTIONS"}
# Of RustFS's interface for administrators.
USERS, POLICIES, HOLDINGS = (
    f"/rustfs/admin/v3/{name}" for name in ("add-user", "add-canned-policy", "set-user-or-group-policy")
)
ACCESS_KEY = re.compile(r"Credential=([^/]+)/")


class Users:
    """Users with rights to read, before an application that lets everybody do everything.

    Parameters
    ----------
    application : answers whoever has the right to ask
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self.policies: dict[str, set[str]] = {}
        self.holdings: dict[str, str | None] = {}

    def __call__(self, asked: dict[str, Any], start: Any) -> Iterable[bytes]:
        found = ACCESS_KEY.search(asked.get("HTTP_AUTHORIZATION", ""))
        user = found[1] if found else None
        if user in self.holdings and not self._may(asked["REQUEST_METHOD"], self.holdings[user]):
            start("403 Forbidden", [("Content-Type", "application/xml")])
            return [b"<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>"]
        if not asked["PATH_INFO"].startswith("/rustfs/"):
            answer: Iterable[bytes] = self.application(asked, start)
            return answer
        done = self._administer(asked["PATH_INFO"], parse_qs(asked["QUERY_STRING"]), _body(asked))
        start("200 OK" if done else "404 Not Found", [("Content-Type", "application/json")])
        return []

    def _may(self, method: str, policy: str | None) -> bool:
        actions = set() if policy is None else self.policies[policy]
        return method in READING and {"s3:GetObject", "s3:ListBucket"} <= actions

    def _administer(self, path: str, query: dict[str, list[str]], body: bytes) -> bool:
        if path == USERS:
            if json.loads(body)["secretKey"]:
                self.holdings.setdefault(query["accessKey"][0], None)
        elif path == POLICIES:
            statements = json.loads(body)["Statement"]
            self.policies[query["name"][0]] = {one for each in statements for one in each["Action"]}
        elif path == HOLDINGS:
            self.holdings[query["userOrGroup"][0]] = query["policyName"][0]
        return path in {USERS, POLICIES, HOLDINGS}


class OneAtATime:
    """Lets a WSGI application answer a request before it is handed the next."""

    def __init__(self, application: Any) -> None:
        self.application, self.busy = application, Lock()

    def __call__(self, asked: dict[str, Any], start: Any) -> Iterable[bytes]:
        with self.busy:
            return list(self.answered(asked, start))

    def answered(self, asked: dict[str, Any], start: Any) -> Iterable[bytes]:
        """Answer one request."""
        answer: Iterable[bytes] = self.application(asked, start)
        return answer


class Journaled(OneAtATime):
    """Takes down what writes before its answer is sent, and begins with what was taken down.

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
            _repeat(application, line)
        journal.write_bytes(b"".join(whole))
        self.journal: BinaryIO = journal.open("ab", buffering=0)

    def answered(self, asked: dict[str, Any], start: Any) -> Iterable[bytes]:
        """Answer one request, taken down if it writes."""
        if asked["REQUEST_METHOD"] in READING:
            return super().answered(asked, start)
        body, texts = _body(asked), {name: text for name, text in asked.items() if isinstance(text, str)}
        ended: list[str] = []

        def started(status: str, *rest: Any) -> Any:
            ended.append(status)
            return start(status, *rest)

        answer = list(super().answered({**asked, "wsgi.input": io.BytesIO(body)}, started))
        self.journal.write(json.dumps([texts, base64.b64encode(body).decode(), ended[0]]).encode() + b"\n")
        return answer


def _repeat(application: Any, line: bytes) -> None:
    """Let it write once more; it must come to the same end."""
    texts, body, ended = json.loads(line)
    _, status, _ = run_wsgi_app(application, _environment(texts, base64.b64decode(body)))
    if status != ended:
        raise RuntimeError(f"{texts['PATH_INFO']}: expected {ended} as before, got {status}.")


def _body(asked: dict[str, Any]) -> bytes:
    whole: bytes = asked["wsgi.input"].read(
        -1 if asked.get("wsgi.input_terminated") else int(asked.get("CONTENT_LENGTH") or 0)
    )
    return whole


def _environment(texts: dict[str, str], body: bytes) -> dict[str, Any]:
    return {
        **texts,
        "wsgi.version": (1, 0),
        "wsgi.input": io.BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }


def _application(journal: list[str]) -> OneAtATime:
    memory = Users(DomainDispatcherApplication(create_backend_app))
    return Journaled(memory, Path(journal[0])) if journal else OneAtATime(memory)


if __name__ == "__main__":
    run_simple("127.0.0.1", int(sys.argv[1]), _application(sys.argv[2:]), threaded=True)
