"""Plan a run, and check that it can be done, before a server, a cluster or a store is started or created."""

from collections.abc import Sequence

from configs.sweep import Sweep
from flows.limits import refuse_absurd
from storage.access import refuse_unwritable, refuse_unwritable_store
from storage.errors import StoreNotFound
from storage.location import local_directory, locate
from storage.publishing import place_of
from storage.repository import Store
from tasks.plan import RunPlan, make_plan
from tasks.rerun import Rerun


def look(
    sweeps: Sequence[Sweep], url: str, publish: str | None, rerun: Rerun, yes: bool
) -> tuple[RunPlan, ...]:
    """Plan each sweep of a launch; change nothing.

    Parameters
    ----------
    sweeps : sweeps of the config
    url : address of the store, which need not exist
    publish : directory for plain copies; None for none
    rerun : which of the stored cases to solve again
    yes : whether very large sweeps are confirmed

    Raises
    ------
    InvalidRules
        if a sweep is very large, or has cases that cannot be played
    StoreError
        if there is something else at the store's address, or the store or the copies cannot be written
    """
    _refuse(sweeps, publish, yes)
    store = _open(url)
    return tuple(make_plan(one, store, rerun) for one in sweeps)


def refuse_unplayable(sweeps: Sequence[Sweep], publish: str | None, yes: bool) -> None:
    """Refuse a launch for what its config or its options say, whatever the store has.

    Parameters
    ----------
    sweeps, publish, yes : as of `look`

    Raises
    ------
    InvalidRules, StoreError
        as `look`
    """
    _refuse(sweeps, publish, yes)
    for one in sweeps:
        make_plan(one, None)


def _refuse(sweeps: Sequence[Sweep], publish: str | None, yes: bool) -> None:
    for one in sweeps:
        refuse_absurd(one, yes)
        if publish is not None:
            copies = place_of(one.name, local_directory("--publish", publish))
            refuse_unwritable("--publish", copies.parent)


def _open(url: str) -> Store | None:
    """The store, None if there is none yet."""
    try:
        store = Store.open(url)
    except StoreNotFound:
        store = None
    refuse_unwritable_store(locate(url))
    return store
