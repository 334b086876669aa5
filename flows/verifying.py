"""`jeopardice verify`: certificates of stored answers, computed anew from what is stored."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from flows.border import FAILED as EXIT_FAILED
from flows.exactly import Case, asking_for_more, verify_exactly
from flows.places import store_url
from flows.reading import cases_of, the_sweep
from solvers.catalog import find
from solvers.errors import expected
from solvers.question import Question, Value
from storage.attributes import nested
from storage.query import axes_of, open_sweep
from storage.repository import Store
from storage.schema import DONE

console = Console(highlight=False)


def verify_store(store: str | None, sweep: str | None, selected: Sequence[str], tolerance: float, exact: bool = False) -> int:
    """Compute the certificate of every done case anew, and solve it in fractions if asked to; return 0 if all are within the tolerance.

    Raises
    ------
    InvalidRules
        if the certificate needs an output that is not stored, or the question cannot be solved in fractions
    """
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep)
    stored = open_sweep(place, name, masked=False)
    axes = axes_of(stored)
    dataset = cases_of(stored, selected, "Certificates are of whole cases.")
    question = find(str(dataset.attrs["question"]))
    solve = question.exact
    if exact and solve is None:
        raise expected("--exact", "a question that can be solved in fractions", question.name, "Verify it without.")
    if question.version != dataset.attrs["question_version"]:
        console.print(f"Stored by version {dataset.attrs['question_version']} of the solver, verified by {question.version}.")
    cases = [_case(question, dataset, axes, at) for at in np.argwhere(dataset["status"].values == DONE)]
    good = _all_certified(question, cases, tolerance)
    if exact and solve is not None:
        good = verify_exactly(solve, cases, tolerance, console) and good
    return 0 if good else EXIT_FAILED


def _all_certified(question: Question, cases: Sequence[Case], tolerance: float) -> bool:
    worst, bad = 0.0, []
    for case in track(cases, "verifying", console=console, transient=True, disable=not console.is_terminal):
        with asking_for_more(case):
            certificate = question.certify(case.parameters, case.stored)
        worst = max(worst, certificate / case.scale)
        if not certificate <= tolerance * case.scale:
            bad.append(f"{case.label}: {certificate:.3g}")
    console.print(f"{len(cases) - len(bad)} of {len(cases)} answers verified, largest certificate {worst:.1e}, accepted {tolerance:.0e}.")
    for text in bad[:20]:
        console.print(f"[red]not verified[/]: {text}")
    return not bad


def _case(question: Question, dataset: xr.Dataset, axes: Sequence[str], at: NDArray[np.intp]) -> Case:
    found = dataset.isel(dict(zip(axes, map(int, at), strict=True)))
    parameters = case_parameters(question, found, axes)
    lengths = {dimension.name: dimension.labels(parameters).size for dimension in question.dimensions}
    label = ", ".join(f"{axis}={parameters[axis]}" for axis in axes)
    return Case(label, parameters, tuple(map(str, found.data_vars)), _Stored(found, lengths), _scale(question, found))


def case_parameters(question: Question, case: xr.Dataset, axes: Sequence[str]) -> dict[str, Value]:
    """All parameters of a stored case by name."""
    labels = {axis: case[axis].item() for axis in axes}
    return question.complete({**nested(case.attrs, "config")["parameters"], **labels})


def _scale(question: Question, case: xr.Dataset) -> float:
    """Values above 1, as expected scores, are as exact as floating-point numbers of their size can be."""
    values = [float(np.nanmax(np.abs(case[output.name].values))) for output in question.outputs if _is_value(output.name, case)]
    return max([1.0, *values])


def _is_value(name: str, case: xr.Dataset) -> bool:
    return name in ("value", "throw_value", "expected_score", "win_probability") and name in case


class _Stored(dict[str, NDArray[Any]]):
    """A case's stored arrays by name, without padding, read when they are asked for."""

    def __init__(self, case: xr.Dataset, lengths: dict[str, int]) -> None:
        super().__init__()
        self._case, self._lengths = case, lengths

    def __contains__(self, name: object) -> bool:
        return name in self._case.data_vars

    def __missing__(self, name: str) -> NDArray[Any]:
        if name not in self._case.data_vars:
            raise KeyError(name)
        found = self._case[name]
        return np.asarray(found.isel({dim: slice(self._lengths[str(dim)]) for dim in found.dims}).values)
