"""Answers checked by a route that shares no kernel with the solver."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from flows.compiling.telling import compiles
from jeopardice.border import public
from jeopardice.sweeping import bar

if TYPE_CHECKING:
    import xarray as xr

    from solvers.outputs.output import Output
    from tasks.stored_cases import DoneCases, StoredCase
    from tasks.verification import Verification

REMEDY = "Pass what jp.solve, jp.sweep or jp.open returns; variables and cases may be left out."


@public
@compiles
def verify(dataset: "xr.Dataset", *, tolerance: float = 1e-12, progress: bool = True) -> "Verification":
    """Check an answer, number by number, as `jeopardice verify` does.

    Each output is proved, recomputed from others, or compared with a new solution. Where the proof needs
    outputs that the dataset lacks, the case is solved again.

    Parameters
    ----------
    dataset : that `solve`, `sweep` or `open` returned, or a part of it
    tolerance : largest residual and difference that are accepted; relative where values exceed 1
    progress : whether to show a progress bar on standard error, if there are several cases

    Returns
    -------
    Verification
        true if nothing is wrong; printed, it says what is, and how each output is known to be right

    Raises
    ------
    InvalidRules
        if it is no such dataset, has no answer, or the tolerance is no number of 0 or more

    Examples
    --------
    >>> import jeopardice as jp
    >>> ds = jp.solve("pig", goal=20, keep="value")
    >>> print(jp.verify(ds))  # doctest: +ELLIPSIS
    1 of 1 case verified. Largest residual ...e-16 (accepted: 1e-12).
    Proved: value.
    Recomputed from other outputs: residual.
    >>> lie = ds.copy(deep=True)
    >>> lie.value[3, 5] += 1e-6
    >>> found = jp.verify(lie)
    >>> bool(found), found.wrong[0][1][0].variable
    (False, 'value')
    """
    from solvers.errors import expected
    from tasks.verification import verified

    if not isinstance(tolerance, int | float) or not tolerance >= 0.0:
        raise expected("tolerance", "a number of 0 or more", tolerance)
    cases = _cases(dataset)
    if not len(cases):
        raise expected("dataset", "at least one case with an answer", None, REMEDY)
    with bar(len(cases), progress and len(cases) > 1) as tell:
        return verified(_telling(cases, tell), tolerance, lambda case, needed: None)


def _cases(dataset: "xr.Dataset") -> "DoneCases":
    import xarray as xr

    from solvers.catalog import find
    from solvers.errors import expected
    from storage.attributes import nested
    from storage.query import axes_of
    from storage.schema import DONE
    from tasks.stored_cases import DoneCases

    if not isinstance(dataset, xr.Dataset):
        raise expected("dataset", "an xarray.Dataset", type(dataset).__name__, REMEDY)
    for name in ("question", "config"):
        if name not in dataset.attrs:
            raise expected("dataset", f"an attribute `{name}`, which says what is answered", None, REMEDY)
    axes = nested(dataset.attrs, "config").get("axes", {})
    for name in axes:
        if name not in dataset.coords or (name in dataset.dims and "status" not in dataset):
            raise expected("dataset", f"labels of {name} and a `status` along them", None, REMEDY)
    # One case has no status.
    whole = dataset if "status" in dataset else dataset.assign(status=((), DONE))
    return DoneCases(find(str(dataset.attrs["question"])), whole, axes_of(whole))


def _telling(cases: "DoneCases", tell: Callable[[int], object]) -> "Iterator[StoredCase]":
    for case in cases:
        yield replace(case, data=_as_stored(case))
        tell(1)


def _as_stored(case: "StoredCase") -> "xr.Dataset":
    """The case with its variables as they are stored, in kind and order of dimensions.

    Where xarray opens what has a fill value, whole numbers are floats with NaN.
    """
    stored = {
        output.name: _whole(_along(case.data[output.name], output), output)
        for output in case.question.outputs
        if output.name in case.data
    }
    return case.data.assign(stored)


def _along(variable: "xr.DataArray", output: "Output") -> "xr.DataArray":
    from solvers.errors import expected

    if {*variable.dims} != {*output.dims}:
        rule, got = (f"along {', '.join(map(str, dims))}" for dims in (output.dims, variable.dims))
        raise expected(
            f"dataset, {output.name}", rule if output.dims else "one number for each case", got, REMEDY
        )
    return variable.transpose(*output.dims)


def _whole(variable: "xr.DataArray", output: "Output") -> "xr.DataArray":
    import numpy as np

    from storage.schema import fill_value

    if variable.dtype.kind != "f" or np.dtype(output.dtype).kind not in "iu":
        return variable
    filled = variable.load().fillna(fill_value(output))
    # What is not whole is left for the proof to find.
    return filled.astype(output.dtype) if (filled == filled.round()).all() else variable
