"""The layout of a sweep's cases in a store: axes, longest tables of all cases, what they have in common."""

import numpy as np

from configs.sweep import Sweep
from solvers.questions.dimension import Dimension
from solvers.questions.parameter import Parameter, Value
from storage.layout import Asked, Layout, lay_out


def sweep_layout(sweep: Sweep) -> Layout:
    """The layout of a sweep's cases in a store of its own."""
    question = sweep.asked()
    return lay_out(
        sweep.axes,
        {name: np.asarray(labels) for name, labels in sweep.dims.items()},
        sweep.kept,
        sweep.symmetric,
        {parameter.name: _attributes(parameter) for parameter in question.parameters},
        {dimension.name: _attributes(dimension) for dimension in sweep.dimensions},
        asked=_asked(sweep),
        whole="" if question.together is None else question.together.parameter,
    )


def _asked(sweep: Sweep) -> Asked:
    """What all cases have in common, and what labels that are names stand for."""
    question, fixed = sweep.asked(), fixed_parameters(sweep)
    values = {**{name: (value,) for name, value in fixed.items()}, **sweep.values}
    named = {
        parameter.name: {str(parameter.label(value)): value for value in values[parameter.name]}
        for parameter in question.parameters
        if parameter.in_a_file
    }
    labels = {name: question.parameter(name).label(value) for name, value in fixed.items()}
    return Asked(question.name, question.version, labels, named)


def fixed_parameters(sweep: Sweep) -> dict[str, Value]:
    """The parameters that are not axes: from the config, or their defaults."""
    names = [parameter.name for parameter in sweep.asked().parameters if parameter.name not in sweep.axes]
    complete = sweep.parameters_of((0,) * len(sweep.shape))
    return {name: complete[name] for name in names}


def _attributes(named: Parameter | Dimension) -> dict[str, str]:
    """The label of an axis in plots, and its meaning."""
    return {"units": named.unit, "long_name": named.long_name, "comment": named.meaning}
