"""The runs that wrote to a sweep, what is left of each, and the states of it that one may ask for."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

import xarray as xr

from browsing.explorer.address import Address
from storage.history import Commit
from storage.repository import Store
from storage.schema import DONE

# A list that is chosen from is not read further; older states can be named in the address.
MOST_STATES = 60


@dataclass(frozen=True)
class Run:
    """One launch.

    Parameters
    ----------
    name : of the run
    launched : when, ISO 8601 in UTC; "" if it did not say
    ended : time of its last commit, UTC
    commits : how many it made
    snapshot : that its last commit left
    by : who launched it
    code : version of the code
    cases : answers of it that are there now
    """

    name: str
    launched: str
    ended: datetime
    commits: int
    snapshot: str
    by: str
    code: str
    cases: int


def runs_of(history: Sequence[Commit], answered: Counter[str]) -> list[Run]:
    """The runs among commits, newest first.

    Parameters
    ----------
    history : commits of one sweep, newest first
    answered : number of answers by run, from `answers_by_run`
    """
    found = []
    for name, group in groupby(history, lambda commit: str(commit.metadata.get("run", ""))):
        own = list(group)
        if not name:
            continue
        said, last = own[0].metadata, own[0]
        launched, by, code = (str(said.get(word, "")) for word in ("launched", "by", "code"))
        found.append(Run(name, launched[:19], last.time, len(own), last.id, by, code, answered[name]))
    return found


def answers_by_run(dataset: xr.Dataset) -> Counter[str]:
    """How many of the answers that are there each run has given.

    Parameters
    ----------
    dataset : from `open_sweep` with its record
    """
    return Counter(map(str, dataset["run"].values[dataset["status"].values == DONE].tolist()))


def states_of(store: Store, history: Sequence[Commit], chosen: str = "") -> dict[str, str]:
    """States that one may ask for, words to reference: the newest, tags, runs.

    Parameters
    ----------
    store : with its tags
    history : commits of one sweep, newest first
    chosen : a reference that shall be among them
    """
    states = {"newest": ""} | {f"tag {tag}": tag for tag in store.tags()}
    for run in runs_of(history, Counter())[:MOST_STATES]:
        states[f"run {run.name}"] = run.name
    if chosen not in states.values():
        states[chosen] = chosen
    return states


def opponent(address: Address, history: Sequence[Commit]) -> Address:
    """The address with what it is compared with, should it leave that open: the state before the last run.

    What that run has changed is what one wants to see.

    Parameters
    ----------
    address : of a comparison
    history : commits of its sweep, newest first
    """
    if address.other:
        return address
    runs = [run.name for run in runs_of(history, Counter())[:2]]
    return address.but(other=address.sweep, other_at=address.other_at or (runs[1:] or [""])[0])
