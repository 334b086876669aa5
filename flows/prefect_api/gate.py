"""Access to the Prefect server of a run, for the run only.

Every user of the machine can reach the loopback address, and so can every web page, through the browser that
shows it. Prefect asks for the password in its API. The gate asks for it everywhere, except for the health
check. It also refuses requests from pages of other origins, and requests for another host name, by which a
page could pass this address off as its own origin.
"""

import base64
import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

HEALTH = "/api/health"


def gated(app: Application, host: str, password: str) -> Application:
    """The application, restricted to requests of the run.

    Parameters
    ----------
    app : the application
    host : its name and port, as in a request's Host header
    password : in the form user:password
    """
    token = b"Basic " + base64.b64encode(password.encode())

    async def gate(scope: Message, receive: Receive, send: Send) -> None:
        refused = 0 if scope["type"] == "lifespan" else _refused(scope, host.encode(), token)
        if not refused:
            await app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await send({"type": "http.response.start", "status": refused, "headers": []})
            await send({"type": "http.response.body", "body": b""})

    return gate


def _refused(scope: Message, host: bytes, token: bytes) -> int:
    """The status code that refuses a request, 0 if it is allowed."""
    if _all(scope, b"host") != [host] or _all(scope, b"origin"):
        return 403
    # A websocket sends the password in its first message, which Prefect checks.
    if scope["type"] == "websocket" or (scope["method"], scope["path"]) == ("GET", HEALTH):
        return 0
    found = _all(scope, b"authorization")
    return 0 if len(found) == 1 and hmac.compare_digest(found[0], token) else 401


def _all(scope: Message, name: bytes) -> list[bytes]:
    return [value for key, value in scope["headers"] if key.lower() == name]
