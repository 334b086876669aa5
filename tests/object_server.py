"""An S3 server that keeps all in memory, as a script: `python object_server.py PORT`, on loopback.

It is moto's, one request after another. Moto's own server compares and swaps in two steps: of two who write
at the same moment both may be told that they were first, and one commit is gone. No server that honours
conditional writes does that.
"""

import sys
from collections.abc import Iterable
from threading import Lock
from typing import Any

from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple


class OneAtATime:
    """Lets a WSGI application answer a request before it is handed the next."""

    def __init__(self, application: Any) -> None:
        self.application, self.busy = application, Lock()

    def __call__(self, *request: Any) -> Iterable[bytes]:
        with self.busy:
            return list(self.application(*request))


if __name__ == "__main__":
    run_simple(
        "127.0.0.1",
        int(sys.argv[1]),
        OneAtATime(DomainDispatcherApplication(create_backend_app)),
        threaded=True,
    )
