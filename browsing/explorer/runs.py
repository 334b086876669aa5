"""The runs that wrote to a sweep, how many of their answers are left, and the states that can be selected."""

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

# Largest number of states in the list; older ones can be named in the address.
MOST_STATES = 60


@dataclass(frozen=True)
class Run:
    """A run.

    Parameters
    ----------
    name : name of the run
    launched : start time, ISO 8601 in UTC; "" if unknown
    ended : time of its last commit, UTC
    commits : number of its commits
    snapshot : snapshot of its last commit
    by : user who launched it
    code : version of the code
    cases : number of its answers that are still current
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
    """Return the runs among commits, newest first.

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
    """Return the number of current answers by run.

    Parameters
    ----------
    dataset : from `open_sweep` with its record
    """
    return Counter(map(str, dataset["run"].values[dataset["status"].values == DONE].tolist()))


def states_of(store: Store, history: Sequence[Commit], chosen: str = "") -> dict[str, str]:
    """Return the states that can be selected, references by words: the newest, tags, runs.

    Parameters
    ----------
    store : store with the tags
    history : commits of one sweep, newest first
    chosen : a reference that must be among them
    """
    states = {"newest": ""} | {f"tag {tag}": tag for tag in store.tags()}
    for run in runs_of(history, Counter())[:MOST_STATES]:
        states[f"run {run.name}"] = run.name
    if chosen not in states.values():
        states[chosen] = chosen
    return states


def opponent(address: Address, history: Sequence[Commit]) -> Address:
    """Return the address with a state to compare with: by default the one before the last run.

    So the comparison shows what that run has changed.

    Parameters
    ----------
    address : address of a comparison
    history : commits of its sweep, newest first
    """
    if address.other:
        return address
    runs = [run.name for run in runs_of(history, Counter())[:2]]
    return address.but(other=address.sweep, other_at=address.other_at or (runs[1:] or [""])[0])
