"""Which stored answers a run has changed, of those that it solved again."""

from storage.comparing import Difference, compare
from storage.query import open_sweep
from storage.repository import Store
from tasks.known import Reason
from tasks.plan import RunPlan

AGAIN = (Reason.STALE, Reason.FORCED)


def moved(plan: RunPlan, store: Store) -> tuple[Difference, ...] | None:
    """The outputs with other values than before the run; None if it solved nothing again.

    Parameters
    ----------
    plan : the plan that was carried out
    store : the store, after the run

    Raises
    ------
    StoreError
        if the state before the run cannot be read any more
    """
    if not plan.compared or plan.replaced or not any(plan.reasons[reason] for reason in AGAIN):
        return None
    before, now = (open_sweep(store, plan.sweep.name, at) for at in (plan.compared, None))
    return tuple(found for found in compare(before, now) if found.changed)
