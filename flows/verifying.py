"""`jeopardice verify`: certificates of stored answers, computed anew from what is stored."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from flows.border import FAILED as EXIT_FAILED
from flows.places import store_url
from flows.reading import the_sweep, wanted
from solvers.catalog import find
from solvers.errors import expected
from solvers.question import Question, Value
from storage.query import open_sweep, select
from storage.repository import Store
from storage.schema import DONE

console = Console(highlight=False)


def verify_store(store: str | None, sweep: str | None, selected: Sequence[str], tolerance: float) -> int:
    """Compute the certificate of every done case anew; return 0 if all are within the tolerance.

    Raises
    ------
    InvalidRules
        if the certificate needs an output that is not stored
    """
    place = Store.open(store_url(store))
    name = the_sweep(place, sweep)
    stored = open_sweep(place, name)
    axes = tuple(str(axis) for axis in stored["status"].dims)
    chosen = wanted(selected)
    for axis in chosen:
        if axis not in axes:
            raise expected("--sel", f"an axis among {', '.join(axes)}", axis, "Certificates are of whole cases.")
    dataset = select(stored, {axis: [label] for axis, label in chosen.items()})
    question = find(str(dataset.attrs["question"]))
    if question.version != dataset.attrs["question_version"]:
        console.print(f"Stored by version {dataset.attrs['question_version']} of the solver, verified by {question.version}.")
    places = np.argwhere(dataset["status"].values == DONE)
    worst, bad = 0.0, []
    for at in track(places, "verifying", console=console, transient=True, disable=not console.is_terminal):
        case = dataset.isel(dict(zip(axes, map(int, at), strict=True)))
        parameters = case_parameters(question, case, axes)
        certificate, scale = _certificate(question, parameters, case), _scale(question, case)
        worst = max(worst, certificate / scale)
        if not certificate <= tolerance * scale:
            bad.append(f"{', '.join(f'{axis}={parameters[axis]}' for axis in axes)}: {certificate:.3g}")
    console.print(f"{len(places) - len(bad)} of {len(places)} answers verified, largest certificate {worst:.1e}, accepted {tolerance:.0e}.")
    for text in bad[:20]:
        console.print(f"[red]not verified[/]: {text}")
    return EXIT_FAILED if bad else 0


def case_parameters(question: Question, case: xr.Dataset, axes: Sequence[str]) -> dict[str, Value]:
    """All parameters of a stored case by name."""
    labels = {axis: case[axis].item() for axis in axes}
    return question.complete({**case.attrs["config"]["parameters"], **labels})


def _certificate(question: Question, parameters: dict[str, Value], case: xr.Dataset) -> float:
    lengths = {dimension.name: dimension.labels(parameters).size for dimension in question.dimensions}
    try:
        return question.certify(parameters, _Stored(case, lengths))
    except KeyError as missing:
        raise expected(
            "verify", f"{missing.args[0]!r} among the stored variables", list(case.data_vars), "Keep it and run again."
        ) from None


def _scale(question: Question, case: xr.Dataset) -> float:
    """Values above 1, as expected scores, are as exact as floating-point numbers of their size can be."""
    values = [float(np.nanmax(np.abs(case[output.name].values))) for output in question.outputs if _is_value(output.name, case)]
    return max(1.0, *values)


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
