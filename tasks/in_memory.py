"""A sweep's answers in memory, as a dataset with the form of a stored one."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from configs.sweep import Sweep
from solvers.outputs.output import Variable
from storage.attributes import FILL, flat
from storage.group import coordinate_attributes
from storage.layout import Layout
from storage.schema import RECORD, TEXT, attributes, fill_value
from tasks.block import Block, turned
from tasks.case import Answer
from tasks.room import attributes as provenance
from tasks.room import run_metadata

if TYPE_CHECKING:
    import xarray as xr

# Variables of the record that make sense for answers that are not stored.
TOLD = ("status", "error", "seconds")


class Filled:
    """Arrays of a layout, filled block by block.

    Parameters
    ----------
    layout : layout of the cases
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        record = [own for own in RECORD if own.name in TOLD]
        self._variables: dict[str, Variable] = {own.name: own for own in (*record, *layout.variables)}
        self._arrays = {name: _empty(own, layout) for name, own in self._variables.items()}

    def add(self, block: Block, answers: Sequence[Answer]) -> None:
        """Add the answers of a block, and those of their mirrors.

        Parameters
        ----------
        block : the solved block
        answers : answers of its cases, in order
        """
        for case, answer in zip(block.cases, answers, strict=True):
            for mirror, place in enumerate(case.places):
                row: Mapping[str, Any] = {**answer.row, "seconds": 0.0} if mirror else answer.row
                for name in self._arrays.keys() & row.keys():
                    self._arrays[name][place.index] = row[name]
                for name, array in answer.arrays.items():
                    given = turned(array, self._variables[name].dims, place.transposition)
                    # A table may be shorter than that of the longest case; the rest stays padding.
                    inside = tuple(slice(0, length) for length in given.shape)
                    self._arrays[name][place.index][inside] = given

    def dataset(self, sweep: Sweep) -> "xr.Dataset":
        """The dataset, labelled like that of `storage.query.open_sweep`, with the errors of cases.

        Parameters
        ----------
        sweep : the sweep
        """
        import xarray as xr

        layout = self._layout
        axes = tuple(layout.axes)
        variables = {
            name: ((*axes, *own.dims), self._arrays[name], _described(own))
            for name, own in self._variables.items()
        }
        labels = {name: np.asarray(own) for name, own in (*layout.axes.items(), *layout.dims.items())}
        attrs = {**layout.dim_attrs, **layout.axis_attrs}
        coords: dict[str, Any] = {
            name: (name, own, coordinate_attributes(name, attrs.get(name, {})))
            for name, own in labels.items()
        }
        coords |= {
            name: ((), value, coordinate_attributes(name, attrs.get(name, {})))
            for name, value in layout.asked.fixed.items()
            if name not in coords
        }
        made = xr.Dataset(variables, coords, flat(provenance(sweep, run_metadata())))
        return xr.decode_cf(made).load()


def _described(variable: Variable) -> dict[str, Any]:
    """Attributes of a variable; its fill value is a number, where a store has JSON."""
    attrs = attributes(variable)
    return attrs | {FILL: fill_value(variable)} if FILL in attrs else attrs


def _empty(variable: Variable, layout: Layout) -> NDArray[Any]:
    dtype = object if variable.dtype == TEXT else variable.dtype
    shape = layout.shape(variable) if variable.dims else tuple(map(len, layout.axes.values()))
    return np.full(shape, fill_value(variable), dtype)
