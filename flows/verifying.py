"""`jeopardice verify`: whether all that is stored is as it should be, and how that is known."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray
from rich.console import Console
from rich.markup import escape
from rich.progress import track

from flows.border import FAILED as EXIT_FAILED
from flows.exactly import Case, asking_for_more, verify_exactly
from flows.places import store_url
from flows.reading import cases_of, the_sweep
from solvers.catalog import find
from solvers.covering import Finding, cover, scale
from solvers.errors import expected
from solvers.question import Parameters, Question, Value
from storage.attributes import nested
from storage.query import axes_of, open_sweep
from storage.repository import Store
from storage.schema import DONE, fill_value

console = Console(highlight=False)
MOST_SHOWN = 20


def verify_store(store: str | None, sweep: str | None, selected: Sequence[str], tolerance: float, exact: bool = False) -> int:
    """Account for all that is stored of every done case, and solve it in fractions if asked to; return 0 if nothing is wrong.

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
    worst, bad, backing = 0.0, list[tuple[str, tuple[Finding, ...]]](), tuple[str, ...]()
    for case in track(cases, "verifying", console=console, transient=True, disable=not console.is_terminal):
        with asking_for_more(case):
            covered = cover(question, case.parameters, case.stored, tolerance)
        worst = float(np.maximum(worst, covered.certificate / case.scale))
        found = (*case.beside, *covered.findings)
        if found:
            bad.append((case.label, found))
        else:
            backing = covered.backing
    console.print(f"{len(cases) - len(bad)} of {len(cases)} answers verified, largest certificate {worst:.1e}, accepted {tolerance:.0e}.")
    for text in backing:
        console.print(text, soft_wrap=True)
    for label, found in bad[:MOST_SHOWN]:
        for finding in found:
            console.print(f"[red]not verified[/]: {escape(f'{label}: {finding}')}", soft_wrap=True)
    if len(bad) > MOST_SHOWN:
        console.print(f"... and {len(bad) - MOST_SHOWN} more answers.")
    return not bad


def _case(question: Question, dataset: xr.Dataset, axes: Sequence[str], at: NDArray[np.intp]) -> Case:
    found = dataset.isel(dict(zip(axes, map(int, at), strict=True)))
    parameters = case_parameters(question, found, axes)
    lengths = {dimension.name: dimension.labels(parameters).size for dimension in question.dimensions}
    label = ", ".join(f"{axis}={parameters[axis]}" for axis in axes)
    stored = _Stored(found, lengths)
    beside = tuple(_beside(question, parameters, found, lengths))
    return Case(label, parameters, tuple(map(str, found.data_vars)), stored, scale(question, stored), beside)


def _beside(question: Question, parameters: Parameters, case: xr.Dataset, lengths: dict[str, int]) -> Iterator[Finding]:
    """What is wrong beside the answer: labels that are not the question's, and numbers where a shorter table is padded."""
    for dimension in question.dimensions:
        if dimension.name in case.dims:
            right, stored = dimension.labels(parameters), case[dimension.name].values
            if not np.array_equal(right, stored[: right.size]):
                yield Finding(dimension.name, "", f"the labels {right}", f"{stored[: right.size]}")
    for output in question.outputs:
        if output.name in case.data_vars and output.dims:
            padding = np.ones(case[output.name].shape, bool)
            padding[tuple(slice(lengths[str(dim)]) for dim in case[output.name].dims)] = False
            stored, fill = case[output.name].values, fill_value(output)
            wrong = padding & ~(np.isnan(stored) if stored.dtype.kind == "f" else stored == fill)
            if wrong.any():
                at = np.unravel_index(int(wrong.argmax()), wrong.shape)
                cell = ", ".join(f"{dim}={case[dim].values[index]}" for dim, index in zip(output.dims, at, strict=True))
                yield Finding(output.name, cell, f"{fill}, for the table ends before", str(stored[at]))


def case_parameters(question: Question, case: xr.Dataset, axes: Sequence[str]) -> dict[str, Value]:
    """All parameters of a stored case by name."""
    labels = {axis: case[axis].item() for axis in axes}
    return question.complete({**nested(case.attrs, "config")["parameters"], **labels})


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
