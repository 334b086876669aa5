"""Which requested cases a store already has; computed for all cases at once."""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from configs.sweep import Sweep
from storage.schema import DONE, FAILED, MISSING
from storage.stored import StoredSweep

Whys = NDArray[np.int8]
KeyOf = Callable[[Sequence[int]], str]


class Reason(Enum):
    """Why a case must be solved."""

    MISSING = "missing"
    FAILED = "failed"
    STALE = "stale"
    FORCED = "forced"


REASONS = tuple(Reason)
# Code of a case whose answer stays; other codes are indices into REASONS.
STANDS = -1


def code(reason: Reason) -> int:
    """The code of a reason."""
    return REASONS.index(reason)


def why_solved(sweep: Sweep, stored: StoredSweep | None, key_of: KeyOf, forced: bool, run: str) -> Whys:
    """Why each case must be solved, int8[cases] in the order of `Sweep.cases`: a reason's code, or STANDS.

    Parameters
    ----------
    sweep : the request
    stored : the sweep with its record, None if there is none
    key_of : content key of a case, by its positions along the axes
    forced : whether to solve all cases again
    run : id of a run whose answers and failures stay nevertheless; "" for none
    """
    if stored is None:
        return np.full(sweep.size, code(Reason.MISSING), np.int8)
    places, status = _status(sweep, stored)

    def asked(name: str) -> NDArray[Any]:
        cells: NDArray[Any] = stored[name].values[np.ix_(*places)]
        return cells

    done, failed = status == DONE, status == FAILED
    why = np.where(done | failed, STANDS, code(Reason.MISSING))
    if run:
        own = asked("run") == run
        done, failed = done & ~own, failed & ~own
    if forced:
        why[done | failed] = code(Reason.FORCED)
    else:
        why[failed] = code(Reason.FAILED)
        keys = asked("key")
        for index in map(tuple, np.argwhere(done).tolist()):
            if keys[index] != key_of(index):
                why[index] = code(Reason.STALE)
    return why.astype(np.int8).ravel()


def answered(sweep: Sweep, stored: StoredSweep) -> int:
    """Number of cases of a sweep with an answer, or an error, in the store.

    Parameters
    ----------
    sweep : the request
    stored : the sweep with its record
    """
    _, status = _status(sweep, stored)
    return int((status != MISSING).sum())


def _status(sweep: Sweep, stored: StoredSweep) -> tuple[list[NDArray[np.intp]], NDArray[Any]]:
    """Positions in the store of each axis's labels, -1 if missing; and the status of each case."""
    places = [_places(labels, stored[name].values.tolist()) for name, labels in sweep.axes.items()]
    there = reduce(np.logical_and.outer, [along >= 0 for along in places])
    return places, np.where(there, stored["status"].values[np.ix_(*places)], MISSING)


def _places(labels: Sequence[Any], stored: Sequence[Any]) -> NDArray[np.intp]:
    """Positions of labels among those of the store, -1 for a label that is not there."""
    at = {label: place for place, label in enumerate(stored)}
    return np.array([at.get(label, -1) for label in labels], np.intp)
