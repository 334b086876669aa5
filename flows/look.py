"""What a run is to do, and whether it can: all that may be known before a server, a cluster or a store is
started or made.
"""

from collections.abc import Sequence

from configs.sweep import Sweep
from flows.limits import refuse_absurd
from storage.access import refuse_unwritable, refuse_unwritable_store
from storage.errors import StoreNotFound
from storage.location import local_directory, locate
from storage.publishing import place_of
from storage.repository import Store
from tasks.plan import Rerun, RunPlan, make_plan


def look(sweeps: Sequence[Sweep], url: str, rerun: Rerun, publish: str | None, yes: bool) -> list[RunPlan]:
    """RunPlan each sweep of a run, touching nothing.

    Parameters
    ----------
    sweeps : of the config
    url : of the store, which need not be there
    rerun, publish, yes : as in `flows.sweep.sweep`

    Raises
    ------
    InvalidRules
        if a sweep is absurdly large, or has cases that nobody can play
    StoreError
        if there is something else at the store's address, or the store or the copies cannot be written
    """
    for one in sweeps:
        refuse_absurd(one, yes)
        if publish is not None:
            refuse_unwritable("--publish", place_of(one.name, local_directory("--publish", publish)).parent)
    store = _open(url)
    return [make_plan(one, store, rerun) for one in sweeps]


def _open(url: str) -> Store | None:
    """The store, None if there is none yet."""
    try:
        store = Store.open(url)
    except StoreNotFound:
        store = None
    refuse_unwritable_store(locate(url))
    return store
