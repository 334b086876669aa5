"""Our signatures are those of Amazon's own library."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import ClassVar

import pytest
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from storage.signing import ask


class Keeping(BaseHTTPRequestHandler):
    """Keeps what it is asked."""

    asked: ClassVar[list[AWSRequest]] = []

    def do_PUT(self) -> None:
        """Answer any request."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        url = f"http://{self.headers['Host']}{self.path}"
        self.asked.append(AWSRequest("PUT", url, {**self.headers}, body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize(
    "query", [{}, {"userOrGroup": "reader", "isGroup": "false", "policyName": "a policy/of & more"}]
)
@pytest.mark.parametrize("body", [b"", b"content"])
def test_signature__is_that_of_botocore(
    query: dict[str, str], body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_REGION", "eu-west-1")
    with HTTPServer(("127.0.0.1", 0), Keeping) as server:
        Thread(target=server.handle_request).start()
        endpoint = f"http://127.0.0.1:{server.server_port}"
        assert ask(endpoint, "PUT", "/bucket/a name", body, query, {"If-None-Match": "*"}) == 204
    [sent] = Keeping.asked
    Keeping.asked.clear()
    expected = AWSRequest("PUT", sent.url, {}, body)
    expected.context["timestamp"] = sent.headers["x-amz-date"]
    signer = S3SigV4Auth(Credentials("key", "secret"), "s3", "eu-west-1")
    expected.headers["X-Amz-Date"] = sent.headers["x-amz-date"]
    expected.headers["X-Amz-Content-SHA256"] = signer.payload(expected)
    canonical = signer.canonical_request(expected)
    signature = signer.signature(signer.string_to_sign(expected, canonical), expected)
    assert sent.headers["authorization"].endswith(f"Signature={signature}")
