"""Where the cases of a sweep lie in a store: its axes, the longest tables of its cases, what they have in
common.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from configs.sweep import Sweep
from solvers.errors import expected
from solvers.questions.parameter import Parameter, Value
from solvers.questions.question import Dimension
from storage.layout import Asked, Layout, lay_out


def sweep_layout(sweep: Sweep) -> Layout:
    """Where the cases of a sweep lie in a store of its own."""
    question, kept = sweep.asked(), sweep.kept
    named = {name for output in kept for name in output.dims}
    dimensions = [dimension for dimension in question.dimensions if dimension.name in named]
    longest: dict[str, NDArray[Any]] = {}
    for index in sweep.cases() if dimensions else ():
        parameters = sweep.parameters_of(index)
        for dimension in dimensions:
            labels = np.asarray(dimension.labels(parameters))
            longest[dimension.name] = _longer(longest.get(dimension.name, labels), labels, dimension.name)
    return lay_out(
        sweep.axes,
        longest,
        kept,
        sweep.symmetric,
        {parameter.name: _attributes(parameter) for parameter in question.parameters},
        {dimension.name: _attributes(dimension) for dimension in dimensions},
        asked=Asked(question.name, question.version, fixed_parameters(sweep)),
    )


def fixed_parameters(sweep: Sweep) -> dict[str, Value]:
    """The parameters that are no axes: as the config has them, the others as they are by default."""
    names = [parameter.name for parameter in sweep.asked().parameters if parameter.name not in sweep.axes]
    complete = sweep.parameters_of((0,) * len(sweep.shape))
    return {name: complete[name] for name in names}


def _longer(one: NDArray[Any], other: NDArray[Any], name: str) -> NDArray[Any]:
    """The longer labels of two cases; the shorter must begin them, or cells would be mislabelled."""
    longer, shorter = (one, other) if one.size >= other.size else (other, one)
    if not np.array_equal(longer[: shorter.size], shorter):
        raise expected(
            f"{name}: labels",
            "the same in all cases, but for how many there are",
            shorter.tolist(),
            "Make a sweep of each.",
        )
    return longer


def _attributes(named: Parameter | Dimension) -> dict[str, str]:
    """What a plot writes at an axis, and what it means."""
    return {"units": named.unit, "long_name": named.long_name, "comment": named.meaning}
