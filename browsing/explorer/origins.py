"""Host names under which browsers may request pages.

Otherwise a page of another site, with a host name that it points to this machine, could read what only this
machine may see (DNS rebinding). Allowed are the names of the loopback interface, at any port, as tunnels and
containers change it; the address that the server listens at; and names in Bokeh's BOKEH_ALLOW_WS_ORIGIN.
Bokeh checks them when a page opens its socket, and Tornado from 6.6 on only if page and socket differ. So
pages check them, too.
"""

from bokeh.server.util import check_allowlist
from bokeh.settings import settings

from solvers.errors import expected

VARIABLE = "BOKEH_ALLOW_WS_ORIGIN"
OWN = ("127.0.0.1", "localhost", "[::1]")
# All addresses of the machine; none of them is a host name.
ALL = ("0.0.0.0", "::")


def admit(host: str) -> None:
    """Allow browsers to use the names of a server.

    Parameters
    ----------
    host : address that the server listens at
    """
    listened = [] if host in ALL else [written(host)]
    names = [f"{name}:*" for name in (*OWN, *listened)]
    # Bokeh takes this as the complete list.
    settings.allowed_ws_origin = list(dict.fromkeys([*names, *settings.allowed_ws_origin()]))


def check(name: str) -> None:
    """Refuse a request under another name.

    Parameters
    ----------
    name : host and port of the request

    Raises
    ------
    InvalidRules
        if it is not allowed
    """
    if not check_allowlist(name.lower(), settings.allowed_ws_origin()):
        rule = "a name of this machine alone, or one that the explorer was told of"
        raise expected("address", rule, name, f"To admit it, start with {VARIABLE}={name}.")


def written(host: str) -> str:
    """Return a host as written in a URL.

    Parameters
    ----------
    host : name, or address of IP version 4 or 6

    Examples
    --------
    >>> written("::1"), written("127.0.0.1")
    ('[::1]', '127.0.0.1')
    """
    return f"[{host}]" if ":" in host else host


def browsed(host: str, port: int) -> str:
    """Return the URL of the first page, for a browser on this machine.

    Parameters
    ----------
    host : address that the server listens at
    port : port that the server listens at
    """
    return f"http://{written(OWN[0] if host in ALL else host)}:{port}/"
