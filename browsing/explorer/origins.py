"""Under which names browsers may ask for pages.

Else somebody else's page, by a name of its own that it lets point at this machine, could read what only this
machine may see. Admitted are the names of this machine alone, at any port, as tunnels and containers change
it; the address that is listened at; and what Bokeh's own variable BOKEH_ALLOW_WS_ORIGIN lists. Bokeh asks
for them as a page opens its socket, Tornado from 6.6 on only where page and socket differ: hence pages ask
for them, too.
"""

from bokeh.server.util import check_allowlist
from bokeh.settings import settings

from solvers.errors import expected

VARIABLE = "BOKEH_ALLOW_WS_ORIGIN"
OWN = ("127.0.0.1", "localhost", "[::1]")
# All addresses of the machine, none of which is a name.
ALL = ("0.0.0.0", "::")


def admit(host: str) -> None:
    """Let browsers in under the names that a server has.

    Parameters
    ----------
    host : address that is listened at
    """
    listened = [] if host in ALL else [written(host)]
    names = [f"{name}:*" for name in (*OWN, *listened)]
    # Bokeh takes this for the whole list.
    settings.allowed_ws_origin = list(dict.fromkeys([*names, *settings.allowed_ws_origin()]))


def check(name: str) -> None:
    """Refuse a request under another name.

    Parameters
    ----------
    name : host and port, as the request has them

    Raises
    ------
    InvalidRules
        if it is none of those that were admitted
    """
    if not check_allowlist(name.lower(), settings.allowed_ws_origin()):
        rule = "a name of this machine alone, or one that the explorer was told of"
        raise expected("address", rule, name, f"To admit it, start with {VARIABLE}={name}.")


def written(host: str) -> str:
    """A host as addresses of pages have it.

    Parameters
    ----------
    host : name or number, of IP version 4 or 6

    Examples
    --------
    >>> written("::1"), written("127.0.0.1")
    ('[::1]', '127.0.0.1')
    """
    return f"[{host}]" if ":" in host else host


def browsed(host: str, port: int) -> str:
    """The address of the first page, as a browser on this machine has it.

    Parameters
    ----------
    host : address that is listened at
    port : that is listened at
    """
    return f"http://{written(OWN[0] if host in ALL else host)}:{port}/"
