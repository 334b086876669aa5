"""The content security policy of the explorer.

Browsers run only this server's scripts, and show its pages in no frame.

Bokeh writes scripts into the page. Each gets a nonce that is new for every response. Text from a store is
escaped before, and scripts that are inserted later have no nonce.
"""

import secrets
from typing import Any

from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.web import OutputTransform

# Bokeh compiles functions from texts, and writes styles into the page.
POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; style-src 'self' 'unsafe-inline';"
    " connect-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)


class Guarding(OutputTransform):
    """Adds the headers to every response without a policy of its own."""

    def __init__(self, request: HTTPServerRequest) -> None:
        """Do nothing; Tornado passes a request that is not needed."""

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        """Add headers to a response, and nonces to its scripts.

        Parameters
        ----------
        status_code, headers, chunk, finishing : of the response
        """
        headers["X-Frame-Options"] = "DENY"
        headers["X-Content-Type-Options"] = "nosniff"
        headers.setdefault("Referrer-Policy", "same-origin")
        if "Content-Security-Policy" in headers:
            return status_code, headers, chunk
        nonce = secrets.token_urlsafe(16)
        headers["Content-Security-Policy"] = POLICY.format(nonce=nonce)
        if headers.get("Content-Type", "").startswith("text/html") and finishing:
            chunk = chunk.replace(b"<script", f'<script nonce="{nonce}"'.encode())
            headers["Cache-Control"] = "no-store"
            if "Content-Length" in headers:
                headers["Content-Length"] = str(len(chunk))
        return status_code, headers, chunk


def guard(server: Any) -> None:
    """Add the policy to all responses of a server.

    Parameters
    ----------
    server : Bokeh's server
    """
    server._tornado.add_transform(Guarding)
