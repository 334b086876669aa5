"""What browsers may do with the explorer's pages: run the scripts of this server and of nobody else, and show
them in no frame.

Bokeh writes its scripts into the page. Each of them gets a number that only this answer has; what comes from
a store is escaped before, and what a script adds later has no number.
"""

import secrets
from typing import Any

from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.web import OutputTransform

# Bokeh makes functions of texts, and styles in the page.
POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; style-src 'self' 'unsafe-inline';"
    " connect-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)


class Guarding(OutputTransform):
    """Adds the headers to every answer that has no policy of its own."""

    def __init__(self, request: HTTPServerRequest) -> None:
        """Take what Tornado gives; nothing of it is needed."""

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        """Add headers, and numbers to scripts.

        Parameters
        ----------
        status_code, headers, chunk, finishing : of the answer
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
    """Have all answers of a server guarded.

    Parameters
    ----------
    server : of Bokeh
    """
    server._tornado.add_transform(Guarding)
