"""How complete each sweep is, and how exact. Only the status and the certificates are read."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from browsing.explorer.faults import worded
from solvers.catalog import find
from solvers.errors import SolverError
from storage.query import axes_of, open_sweep
from storage.repository import Store
from storage.schema import DONE, FAILED


@dataclass(frozen=True)
class Coverage:
    """The coverage of a sweep.

    Parameters
    ----------
    name, title : of the sweep
    question : title of the question
    cases, done, failed : numbers of cases
    certificates : the largest value of each over all cases
    launched : time of its last run, ISO 8601 in UTC
    fault : why nothing else is known; "" for no error
    """

    name: str
    title: str = ""
    question: str = ""
    cases: int = 0
    done: int = 0
    failed: int = 0
    certificates: tuple[tuple[str, float], ...] = ()
    launched: str = ""
    fault: str = ""

    @property
    def missing(self) -> int:
        """Number of cases without an answer and without an error."""
        return self.cases - self.done - self.failed


def coverage(name: str, dataset: xr.Dataset) -> Coverage:
    """Return the coverage of an opened sweep.

    Parameters
    ----------
    name : name of the sweep
    dataset : from `open_sweep`
    """
    status = np.asarray(dataset["status"].values)
    done = status == DONE
    largest = []
    for certificate in _certificates(dataset):
        values = dataset[certificate].where(xr.DataArray(done, dims=dataset["status"].dims)).values
        if np.isfinite(values).any():
            largest.append((certificate, float(np.nanmax(values))))
    return Coverage(
        name,
        title=str(dataset.attrs.get("title", name)),
        question=str(dataset.attrs.get("question_title", "")),
        cases=status.size,
        done=int(done.sum()),
        failed=int((status == FAILED).sum()),
        certificates=tuple(largest),
        launched=str(dataset.attrs.get("launched", ""))[:19],
    )


def overview(store: Store) -> list[Coverage]:
    """Return the coverage of all sweeps; one that cannot be read has the error, and does not hide others."""
    found = []
    for name in store.sweeps():
        try:
            found.append(coverage(name, open_sweep(store, name)))
        except Exception as error:
            found.append(Coverage(name, fault=worded(error, store.url)))
    return found


def facts(found: Coverage) -> list[str]:
    """Return certificates and the last run, in words.

    Parameters
    ----------
    found : coverage of one sweep
    """
    said = [f"largest {name} {value:.1e}" for name, value in found.certificates]
    return [*said, f"last run {found.launched.replace('T', ' ')} UTC"] if found.launched else said


def _certificates(dataset: xr.Dataset) -> list[str]:
    """Certificates with one number per case; empty if this version does not know the question."""
    try:
        names = find(str(dataset.attrs.get("question", ""))).certificates
    except SolverError:
        return []
    axes = set(axes_of(dataset))
    return [name for name in names if name in dataset and set(dataset[name].dims) <= axes]
