"""The done cases of a stored sweep, one by one, for `verify`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from solvers.questions.covering import Finding, cell, scale
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from storage.attributes import nested
from storage.query import meant
from storage.schema import DONE, fill_value


@dataclass(frozen=True)
class StoredCase:
    """A stored case; each array is read once, when needed.

    Attributes
    ----------
    question : its question
    label : its labels on the axes, such as "goal=7"
    parameters : all parameters by name
    data : its stored variables, padded
    """

    question: Question
    label: str
    parameters: dict[str, Value]
    data: xr.Dataset

    @cached_property
    def stored(self) -> "_Unpadded":
        """Arrays by name, without padding."""
        return _Unpadded(self.data, self._lengths)

    @cached_property
    def scale(self) -> float:
        """The largest value if that is more than 1, else 1."""
        return scale(self.question, self.stored)

    def beside(self) -> Iterator[Finding]:
        """Errors besides the answer: labels that are not the question's, numbers in place of padding."""
        for dimension in self.question.dimensions:
            if dimension.name in self.data.dims:
                right, stored = dimension.labels(self.parameters), self.data[dimension.name].values
                if not np.array_equal(right, stored[: right.size]):
                    yield Finding(dimension.name, "", f"the labels {right}", f"{stored[: right.size]}")
        for output in self.question.outputs:
            if output.name in self.data.data_vars and output.dims:
                stored, fill = self.data[output.name].load().values, fill_value(output)
                padding = np.ones(stored.shape, bool)
                padding[tuple(slice(self._lengths[dim]) for dim in output.dims)] = False
                wrong = padding & ~(np.isnan(stored) if stored.dtype.kind == "f" else stored == fill)
                if wrong.any():
                    at = np.unravel_index(int(wrong.argmax()), wrong.shape)
                    labels = {dim: self.data[dim].values for dim in output.dims}
                    yield Finding(
                        output.name,
                        cell(output.dims, labels, at),
                        f"{fill}, for the table ends before",
                        str(stored[at]),
                    )

    @cached_property
    def _lengths(self) -> dict[str, int]:
        return {
            dimension.name: dimension.labels(self.parameters).size for dimension in self.question.dimensions
        }


@dataclass(frozen=True)
class DoneCases:
    """Each done case, made when it is iterated over, so that a large sweep does not fill the memory.

    Parameters
    ----------
    question : question of the sweep
    dataset : the sweep or a part of it, as stored
    axes : names of its axes
    """

    question: Question
    dataset: xr.Dataset
    axes: Sequence[str]

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[StoredCase]:
        for at in self._places:
            case = self.dataset.isel(dict(zip(self.axes, map(int, at), strict=True)))
            parameters = case_parameters(self.question, case, self.axes)
            label = ", ".join(f"{axis}={case[axis].item()}" for axis in self.axes)
            yield StoredCase(self.question, label, parameters, case)

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        return np.argwhere(self.dataset["status"].values == DONE)


def case_parameters(question: Question, case: xr.Dataset, axes: Sequence[str]) -> dict[str, Value]:
    """All parameters of a stored case by name.

    Parameters
    ----------
    question : that it answers
    case : one case, or a sweep of which one case is left along some axes
    axes : that it is labelled along
    """
    config = nested(case.attrs, "config")
    named = [*axes, *(axis for axis in config.get("axes", {}) if axis not in axes)]
    given = {axis: meant(case, axis, case[axis].item()) for axis in named}
    return question.complete({**config["parameters"], **given})


class _Unpadded(dict[str, NDArray[Any]]):
    """A case's stored arrays by name, without padding, read when accessed."""

    def __init__(self, case: xr.Dataset, lengths: dict[str, int]) -> None:
        super().__init__()
        self._case, self._lengths = case, lengths

    def __contains__(self, name: object) -> bool:
        return name in self._case.data_vars

    def __missing__(self, name: str) -> NDArray[Any]:
        if name not in self._case.data_vars:
            raise KeyError(name)
        found = self._case[name].load()
        return np.asarray(found.isel({dim: slice(self._lengths[str(dim)]) for dim in found.dims}).values)
