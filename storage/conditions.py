"""Check that an object store honours conditional writes, before the first commit.

Icechunk relies on `If-None-Match` and `If-Match` for concurrent commits. A server that ignores them answers
200 and silently loses commits. So three small writes test it: create, create again, replace what does not
exist. Requests are signed by AWS's Signature Version 4.
"""

import hashlib
import hmac
import os
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPSConnection
from urllib.parse import quote, urlsplit

from storage.errors import StoreError, UnsafeStore
from storage.location import Location, s3_endpoint, s3_region

REFUSED = {409, 412}


def check_conditional_writes(location: Location) -> None:
    """Check that a server other than Amazon's refuses what it must.

    Credentials are `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`; without them, and on Amazon's own S3,
    nothing is checked.

    Raises
    ------
    UnsafeStore
        if it does not refuse a conditional write whose condition does not hold
    StoreError
        if it cannot be written to at all
    """
    endpoint = s3_endpoint()
    if location.scheme != "s3" or endpoint is None or "AWS_ACCESS_KEY_ID" not in os.environ:
        return
    name = "/".join(filter(None, (location.prefix, f"conditional-write-{uuid.uuid4().hex}")))
    path = quote(f"{urlsplit(endpoint).path.rstrip('/')}/{location.bucket}/{name}")
    first = _ask(endpoint, "PUT", path, {"If-None-Match": "*"})
    if first >= 300:
        raise StoreError(
            f"Cannot write to the store at {location.url}: {endpoint} answers HTTP {first}. Check the bucket"
            " and the credentials."
        )
    answers = {
        "If-None-Match": _ask(endpoint, "PUT", path, {"If-None-Match": "*"}),
        "If-Match": _ask(endpoint, "PUT", path, {"If-Match": '"00000000000000000000000000000000"'}),
    }
    _ask(endpoint, "DELETE", path, {})
    for header, answer in answers.items():
        if answer not in REFUSED:
            raise UnsafeStore(
                f"The server {endpoint} of the store {location.url} ignores {header}: it answers HTTP"
                f" {answer} to a write that it must refuse. Commits would be lost. Use another object store."
            )


def _ask(endpoint: str, method: str, path: str, headers: Mapping[str, str]) -> int:
    """Send one signed request with a small body; return the status."""
    parts = urlsplit(endpoint)
    body = uuid.uuid4().bytes
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.netloc, timeout=30)
    try:
        connection.request(method, path, body, {**_signed(method, parts.netloc, path, body), **headers})
        response = connection.getresponse()
        response.read()
        return response.status
    except OSError as error:
        raise StoreError(f"No S3 server answers at {endpoint}: {error!r}. Check AWS_ENDPOINT_URL.") from error
    finally:
        connection.close()


def _signed(method: str, host: str, path: str, body: bytes) -> dict[str, str]:
    """The headers of a signed request."""
    moment, digest = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ"), hashlib.sha256(body).hexdigest()
    headers = {"host": host, "x-amz-content-sha256": digest, "x-amz-date": moment}
    if "AWS_SESSION_TOKEN" in os.environ:
        headers["x-amz-security-token"] = os.environ["AWS_SESSION_TOKEN"]
    names = ";".join(sorted(headers))
    lines = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
    scope = f"{moment[:8]}/{s3_region()}/s3/aws4_request"
    request = hashlib.sha256(f"{method}\n{path}\n\n{lines}\n{names}\n{digest}".encode()).hexdigest()
    key = b"AWS4" + os.environ.get("AWS_SECRET_ACCESS_KEY", "").encode()
    for part in (*scope.split("/"), f"AWS4-HMAC-SHA256\n{moment}\n{scope}\n{request}"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    credential = f"{os.environ['AWS_ACCESS_KEY_ID']}/{scope}"
    return {
        **headers,
        "authorization": (
            f"AWS4-HMAC-SHA256 Credential={credential}, SignedHeaders={names}, Signature={key.hex()}"
        ),
    }
