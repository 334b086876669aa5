"""Single requests to an S3 server, signed by AWS's Signature Version 4.

Icechunk speaks to servers by itself. These are for what it does not ask: whether a server honours conditional
writes, and for keys that may only read.
"""

import hashlib
import hmac
from collections.abc import Mapping
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPSConnection
from types import MappingProxyType
from urllib.parse import quote, urlsplit

from storage.access import NO_KEYS
from storage.credentials import Keys, s3_keys
from storage.errors import StoreError
from storage.location import s3_region

NOTHING: Mapping[str, str] = MappingProxyType({})


def ask(
    endpoint: str,
    method: str,
    path: str,
    body: bytes = b"",
    query: Mapping[str, str] = NOTHING,
    headers: Mapping[str, str] = NOTHING,
) -> int:
    """The HTTP status of one request, with the keys of `storage.credentials`.

    Parameters
    ----------
    endpoint : address of the server
    method : as GET or PUT
    path : after that of the endpoint
    body : what is sent
    query : parameters of the request
    headers : others, which are not signed

    Raises
    ------
    StoreError
        if there are no keys, or no server answers
    """
    keys = s3_keys()
    if keys is None:
        raise StoreError(NO_KEYS)
    parts = urlsplit(endpoint)
    path = quote(f"{parts.path.rstrip('/')}{path}")
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.netloc, timeout=30)
    asked = _canonical(query)
    signed = _signed(keys, method, parts.netloc, path, asked, body)
    try:
        connection.request(method, f"{path}?{asked}".rstrip("?"), body, {**signed, **headers})
        response = connection.getresponse()
        response.read()
        return response.status
    except OSError as error:
        raise StoreError(f"No S3 server answers at {endpoint}: {error!r}. Check AWS_ENDPOINT_URL.") from error
    finally:
        connection.close()


def _canonical(query: Mapping[str, str]) -> str:
    pairs = sorted((quote(name, safe=""), quote(value, safe="")) for name, value in query.items())
    return "&".join(f"{name}={value}" for name, value in pairs)


def _signed(keys: Keys, method: str, host: str, path: str, query: str, body: bytes) -> dict[str, str]:
    """The headers of a signed request."""
    moment, digest = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ"), hashlib.sha256(body).hexdigest()
    headers = {"host": host, "x-amz-content-sha256": digest, "x-amz-date": moment}
    if keys.token:
        headers["x-amz-security-token"] = keys.token
    names = ";".join(sorted(headers))
    lines = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
    scope = f"{moment[:8]}/{s3_region()}/s3/aws4_request"
    request = hashlib.sha256(f"{method}\n{path}\n{query}\n{lines}\n{names}\n{digest}".encode()).hexdigest()
    key = b"AWS4" + keys.secret.encode()
    for part in (*scope.split("/"), f"AWS4-HMAC-SHA256\n{moment}\n{scope}\n{request}"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    credential = f"{keys.name}/{scope}"
    return {
        **headers,
        "authorization": (
            f"AWS4-HMAC-SHA256 Credential={credential}, SignedHeaders={names}, Signature={key.hex()}"
        ),
    }
