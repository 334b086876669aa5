"""A bucket whose every request can crash, fail or lose its answer: moto's, as in `tests/object_server.py`.

A launcher is known by the name that it has for the bucket, so all of it is as shipped: the probe of the
server, the making of the repository, each chunk, manifest, snapshot, branch and seal. A dead launcher is
refused everything. Where a request times out or its answer is lost, its connection ends, and the libraries
ask again.
"""

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from socket import SHUT_RDWR
from typing import Any
from unittest.mock import patch

import icechunk
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.test import EnvironBuilder, run_wsgi_app

from storage.location import locate
from storage.repository import Store
from storage.soundness.branch import BRANCH_FILE
from tests.object_server import OneAtATime
from tests.services import ObjectStore
from tests.simulation.seam import Crash, Fault, Place, Seam

Answer = tuple[Iterable[bytes], str, Any]
REFUSED = ((), "403 Forbidden", [("Content-Length", "0"), ("Connection", "close")])
_numbers = count()


class Unanswered(Exception):
    """A planned fault, whose text it is."""


class Server:
    """An S3 server with one bucket at a time."""

    def __init__(self) -> None:
        self._application = OneAtATime(DomainDispatcherApplication(create_backend_app))

    def new_bucket(self) -> str:
        """Forget everything, and make an empty bucket with a new name; late requests for others find none."""
        self.bucket = f"dice-{next(_numbers)}"
        # How often a newest state was named.
        self.states = 0
        # Of launchers, by the name that each has for the bucket.
        self.seams = dict[str, Seam]()
        # Errors that nobody planned, such as those of a reader.
        self.unexpected = list[BaseException]()
        for path, method in (("/moto-api/reset", "POST"), (f"/{self.bucket}", "PUT")):
            self.ask(EnvironBuilder(path, method=method).get_environ())
        return self.bucket

    def __call__(self, asked: dict[str, Any], start: Any) -> Iterable[bytes]:
        name, _, file = asked["PATH_INFO"].removeprefix("/").partition("/")
        seam = self.seams.get(name)
        body, status, headers = self.ask(asked) if seam is None else self._through(seam, name, file, asked)
        start(status, list(headers))
        return body

    def _through(self, seam: Seam, name: str, file: str, asked: dict[str, Any]) -> Answer:
        for path in ("PATH_INFO", "RAW_URI", "REQUEST_URI"):
            asked[path] = asked[path].replace(name, self.bucket, 1)
        try:
            call = f"{asked['REQUEST_METHOD']} {file.removeprefix('store/')}"
            return seam.call(call, lambda: self.ask(asked), Unanswered)
        except Unanswered as planned:
            if str(planned) != Fault.FAIL.value:
                asked["werkzeug.socket"].shutdown(SHUT_RDWR)
        except Crash:
            pass
        except BaseException as error:
            self.unexpected.append(error)
        return REFUSED

    def ask(self, asked: dict[str, Any]) -> Answer:
        """Answer a request, without a fault."""
        body, status, headers = run_wsgi_app(self._application, asked, buffered=True)
        if asked["REQUEST_METHOD"] == "PUT" and asked["PATH_INFO"].endswith(BRANCH_FILE):
            self.states += status.startswith("200")
        return body, status, headers


class _Handler(WSGIRequestHandler):
    # Connections that stay, as those of real servers do.
    protocol_version = "HTTP/1.1"

    def log_request(self, *about: Any) -> None:
        """Say nothing."""


@contextmanager
def in_bucket(in_chunks: bool = False) -> Iterator[Place]:
    """A bucket, empty, or with an empty store.

    Parameters
    ----------
    in_chunks : with a store that keeps no chunk in a manifest, however small
    """
    server, endpoint = _server()
    bucket = server.new_bucket()
    url = f"s3://{bucket}/store"

    def store(number: int, seam: Seam) -> Store:
        server.seams[f"{bucket}-{number}"] = seam
        return Store.open(f"s3://{bucket}-{number}/store", create=True)

    def state() -> str:
        if server.unexpected:
            raise server.unexpected[0]
        return str(server.states or "")

    with patch.dict(os.environ, ObjectStore(endpoint, bucket).environment):
        if in_chunks:
            config = icechunk.RepositoryConfig(inline_chunk_threshold_bytes=0)
            icechunk.Repository.create(locate(url).storage(), config).save_config()
        yield Place(url, state, store)


@cache
def _server() -> tuple[Server, str]:
    """The server of this process, and its address."""
    made = Server()
    listens = make_server("127.0.0.1", 0, made, threaded=True, request_handler=_Handler)
    threading.Thread(target=listens.serve_forever, daemon=True).start()
    return made, f"http://127.0.0.1:{listens.server_port}"
