"""The stand-in for an object store goes on where it ended."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from urllib.error import HTTPError
from urllib.request import Request

import pytest

from tests.processes import answers, direct, free_port
from tests.services import ObjectStore, object_store_program

# A request of somebody; moto does not look at the signature. What says it is a form it reads as one.
CREDENTIAL = "Credential=test/20250101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0"
SIGNED = {"Authorization": f"AWS4-HMAC-SHA256 {CREDENTIAL}", "Content-Type": "application/octet-stream"}
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


def test_server__that_was_killed_has_what_was_written(tmp_path: Path) -> None:
    store = ObjectStore(f"http://127.0.0.1:{free_port()}", "bucket")
    program = object_store_program(store, tmp_path, tmp_path / "journal")
    with program.started() as process:
        process.wait(lambda: answers(f"{store.endpoint}/moto-api/"))
        send(store, "", "PUT")
        for name in ("kept", "replaced", "removed"):
            send(store, name, "PUT", b"first")
        send(store, "replaced", "PUT", b"second")
        send(store, "removed", "DELETE")
        process.kill()
    with (tmp_path / "journal").open("ab") as journal:
        journal.write(b'[{"REQUEST_METHOD": "PUT"')  # Torn by the kill, and never answered.
    with program.started() as process:
        process.wait(lambda: answers(f"{store.endpoint}/moto-api/"))
        assert [read(store, name) for name in ("kept", "replaced")] == [b"first", b"second"]
        with pytest.raises(HTTPError, match="404"):
            read(store, "removed")
        with pytest.raises(HTTPError, match="412"):
            send(store, "kept", "PUT", b"other", {"If-None-Match": "*"})


def read(store: ObjectStore, name: str) -> bytes:
    """What an object has."""
    return send(store, name, "GET")


def send(
    store: ObjectStore, name: str, method: str, body: bytes = b"", headers: Mapping[str, str] = NO_HEADERS
) -> bytes:
    """Ask for something with an object, or with the bucket without a name; give the answer."""
    url = f"{store.endpoint}/{store.bucket}/{name}".rstrip("/")
    request = Request(url, body or None, {**SIGNED, **headers}, method=method)
    with direct.open(request, timeout=30) as answer:
        content: bytes = answer.read()
        return content
