"""Where the store is and where blocks run, as given or by default."""

import math
import os
import socket
import struct
from dataclasses import dataclass
from urllib.parse import urlsplit

from flows.cluster.patience import patience
from solvers.errors import InvalidRules, expected

DEFAULT_STORE = "store"
# Seconds for a scheduler to accept a connection.
ANSWER_SECONDS = 5.0
# A scheduler greets whoever connects, with the number of bytes that follow; one that is busy takes some time.
GREETING, LONGEST_GREETING, GREETING_SECONDS = struct.Struct("<Q"), 1 << 20, 10.0


_asked: list[str] = []


def store_url(given: str | None) -> str:
    """The given address, else $JEOPARDICE_STORE, else ./store."""
    _asked[:] = [given or os.environ.get("JEOPARDICE_STORE") or DEFAULT_STORE]
    return _asked[0]


def latest_store() -> str:
    """The last store that was used, for errors that do not name it."""
    return _asked[0] if _asked else store_url(None)


@dataclass(frozen=True)
class Where:
    """Where blocks run.

    Parameters
    ----------
    serial : whether in this process, one after the other
    scheduler : address of an existing Dask scheduler
    workers : size of the local cluster that is started otherwise
    case_timeout : seconds that a case may take; None for as long as it likes

    Raises
    ------
    InvalidRules
        if it names more than one place, or a cluster without workers, or limits cases that nobody can end
    """

    serial: bool = False
    scheduler: str | None = None
    workers: int | None = None
    case_timeout: float | None = None

    def __post_init__(self) -> None:
        """Refuse more than one place."""
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
        if self.case_timeout is None:
            return
        if self.serial:
            raise InvalidRules(
                "--case-timeout needs workers, which can be ended. With --serial, stop a case by Ctrl-C."
            )
        if not 0.0 < self.case_timeout < math.inf:
            raise expected("--case-timeout", "seconds, more than 0", self.case_timeout)

    def refuse_silence(self) -> None:
        """Refuse a scheduler that does not answer, before workers are waited for.

        Raises
        ------
        InvalidRules
            if the address is invalid, no scheduler answers there, it needs keys that are not named, or the
            time that workers may be silent is not in seconds
        """
        if not self.serial:
            patience()
        if self.scheduler is None:
            return
        if self.scheduler.startswith("tls://"):
            # Here, as it needs Dask.
            from flows.cluster.given_keys import refuse_without_keys

            refuse_without_keys(self.scheduler)
        parts = urlsplit(self.scheduler if "://" in self.scheduler else f"tcp://{self.scheduler}")
        try:
            address = parts.hostname or "", parts.port or 8786
            with socket.create_connection(address, timeout=ANSWER_SECONDS) as line:
                if parts.scheme == "tcp":
                    _refuse_others(line)
        except (OSError, ValueError) as error:
            found, remedy = (
                getattr(error, "strerror", "") or error,
                "Start one with `dask scheduler`, check the address, or leave --scheduler out.",
            )
            raise InvalidRules(
                f"Cannot reach a Dask scheduler at {self.scheduler}: {found}. {remedy}"
            ) from None


def _refuse_others(line: socket.socket) -> None:
    """Refuse another service, such as the scheduler's own dashboard: Dask would wait for it for ever.

    With keys (`tls://`) nobody is greeted before both have shown theirs, which others fail to do.
    """
    line.settimeout(GREETING_SECONDS)
    with line.makefile("rb") as stream:
        try:
            size = stream.read(GREETING.size)
        except TimeoutError:
            size = b""
    if len(size) < GREETING.size or GREETING.unpack(size)[0] > LONGEST_GREETING:
        raise OSError("what listens there does not answer as a scheduler")
