"""Where the store is and where blocks run, as the launcher says it or leaves it unsaid."""

import os
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from flows.cluster.patience import patience
from solvers.errors import InvalidRules, expected

DEFAULT_STORE = "store"
# How long a scheduler may take to accept a connection, in seconds.
ANSWER_SECONDS = 5.0


_asked: list[str] = []


def store_url(given: str | None) -> str:
    """What was given, else $JEOPARDICE_STORE, else ./store."""
    _asked[:] = [given or os.environ.get("JEOPARDICE_STORE") or DEFAULT_STORE]
    return _asked[0]


def latest_store() -> str:
    """The store that was asked for last, for errors that do not know where they come from."""
    return _asked[0] if _asked else store_url(None)


@dataclass(frozen=True)
class Where:
    """Where blocks run.

    Parameters
    ----------
    serial : in this process, one after the other
    scheduler : address of a Dask scheduler that is there already
    workers : size of the local cluster that is started otherwise

    Raises
    ------
    InvalidRules
        if it says more than one place, or a cluster of nobody
    """

    serial: bool = False
    scheduler: str | None = None
    workers: int | None = None

    def __post_init__(self) -> None:
        """Refuse more than one place at once."""
        said = {
            "--serial": self.serial,
            "--scheduler": self.scheduler is not None,
            "--workers": self.workers is not None,
        }
        if sum(said.values()) > 1:
            options = [option for option, given in said.items() if given]
            raise InvalidRules(f"{' and '.join(options)} exclude each other. Pass only one of them.")
        if self.workers is not None and self.workers < 1:
            raise expected("--workers", "1 or more", self.workers)

    def refuse_silence(self) -> None:
        """Refuse a scheduler whose address nobody answers at, before workers are waited for.

        Raises
        ------
        InvalidRules
            if it is no address, or nobody does; if it is not said in seconds how long workers may be silent
        """
        if not self.serial:
            patience()
        if self.scheduler is None:
            return
        parts = urlsplit(self.scheduler if "://" in self.scheduler else f"tcp://{self.scheduler}")
        try:
            address = parts.hostname or "", parts.port or 8786
            with socket.create_connection(address, timeout=ANSWER_SECONDS):
                pass
        except (OSError, ValueError) as error:
            found, remedy = (
                getattr(error, "strerror", "") or error,
                "Start one with `dask scheduler`, check the address, or leave --scheduler out.",
            )
            raise InvalidRules(
                f"Cannot reach a Dask scheduler at {self.scheduler}: {found}. {remedy}"
            ) from None
