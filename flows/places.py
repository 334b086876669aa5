"""Where the store is and where blocks run, as the launcher says it or leaves it unsaid."""

import os
from dataclasses import dataclass

from solvers.errors import expected

DEFAULT_STORE = "store"


def store_url(given: str | None) -> str:
    """What was given, else $JEOPARDICE_STORE, else ./store."""
    return given or os.environ.get("JEOPARDICE_STORE") or DEFAULT_STORE


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
        said = {"--serial": self.serial, "--scheduler": self.scheduler is not None, "--workers": self.workers is not None}
        if sum(said.values()) > 1:
            options = [option for option, given in said.items() if given]
            raise expected("where", "one of --serial, --scheduler and --workers", " ".join(options), "Leave the others out.")
        if self.workers is not None and self.workers < 1:
            raise expected("--workers", "1 or more", self.workers)
