"""What a Prefect server that the user names answers, in words: nothing, a refusal, or an error of its own."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from flows.prefect_api.server import ServerFailed


@contextmanager
def reachable() -> Iterator[None]:
    """Turn Prefect's error about an API that does not answer, or not as it should, into a sentence.

    Raises
    ------
    ServerFailed
        if it does not answer, or not as it should
    """
    from httpx import ConnectError, HTTPStatusError

    url = os.environ.get("PREFECT_API_URL") or "the address of the Prefect profile"
    try:
        yield
    except (RuntimeError, ConnectError) as error:
        if isinstance(error, RuntimeError) and "Failed to reach API" not in str(error):
            raise
        raise ServerFailed(
            f"PREFECT_API_URL: no Prefect server answers at {url}. Start it, or unset the variable."
        ) from None
    except HTTPStatusError as error:
        # The first request of all, so that nothing else can be missing but a server.
        first = error.request.url.path.endswith("/admin/version")
        if said := _refusal(error.response.status_code, url, first):
            raise ServerFailed(f"PREFECT_API_URL: {said}") from None
        raise


def _refusal(code: int, url: str, first: bool) -> str:
    """What a server says with a code of HTTP, and what to do; "" if it is a bug of ours."""
    if code in (401, 403):
        return (
            f"the Prefect server at {url} wants a password, or another one. Set PREFECT_API_AUTH_STRING to"
            " the name:password that it has as PREFECT_SERVER_API_AUTH_STRING."
        )
    if code == 404 and first:
        return (
            f"no Prefect server answers at {url}, but something else. The address of one ends in /api, such"
            " as http://127.0.0.1:4200/api."
        )
    if code >= 500:
        return (
            f"the Prefect server at {url} answers with an error of its own ({code}). Look at its log and its"
            " database, then run the same command again; finished cases are saved."
        )
    return ""
