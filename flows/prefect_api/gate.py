"""Who is answered by the Prefect server of a run: the run, and nobody else.

Every user of the machine reaches the loopback address, and so does every web page, through the browser that
shows it. Prefect asks for the password within its API. The gate asks for it everywhere, except for whether
the server is up. It refuses pages of other origins, and requests to another name, by which a page could take
this address for its own origin.
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
    """The application, for requests of the run alone.

    Parameters
    ----------
    app : what is served
    host : its name and port, as a request names them
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
    """The status that a request is refused with, 0 if it is not."""
    if _all(scope, b"host") != [host] or _all(scope, b"origin"):
        return 403
    # A websocket tells the password in its first message, which Prefect asks for.
    if scope["type"] == "websocket" or (scope["method"], scope["path"]) == ("GET", HEALTH):
        return 0
    found = _all(scope, b"authorization")
    return 0 if len(found) == 1 and hmac.compare_digest(found[0], token) else 401


def _all(scope: Message, name: bytes) -> list[bytes]:
    return [value for key, value in scope["headers"] if key.lower() == name]
