"""One case, solved now, as a dataset like a sweep's."""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import xarray as xr

from flows.compiling.answering import answered
from flows.terminal.titles import titled
from solvers.outputs.output import Output
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from storage.attributes import flat
from storage.schema import attributes, shown


def solved(question: Question, parameters: Mapping[str, Value], names: Collection[str]) -> xr.Dataset:
    """Solve a case and keep these outputs.

    Parameters
    ----------
    question : a question of the catalogue
    parameters : all parameters by name
    names : names of the outputs to read off the solution; others may take long
    """
    solution = answered(question, parameters, list(names))
    variables = {
        output.name: (output.dims, np.asarray(output.read(solution), output.dtype), _told(output))
        for output in question.outputs
        if output.name in names
    }
    shown_dims = {dim for dims, _, _ in variables.values() for dim in dims}
    labels = {
        own.name: (own.name, np.asarray(own.labels(parameters)), _described(own))
        for own in question.dimensions
        if own.name in shown_dims
    }
    given = {own.name: ((), own.label(parameters[own.name]), _described(own)) for own in question.parameters}
    fixed = {name: label for name, label in given.items() if name not in labels}
    attrs = {
        "title": titled(question, parameters),
        "question": question.name,
        "question_title": question.title,
        "question_version": question.version,
        "config": {"question": question.name, "parameters": dict(parameters)},
    }
    return xr.Dataset(variables, coords=fixed | labels, attrs=flat(attrs))


def _described(named: Any) -> dict[str, str]:
    words = {"units": shown(named.unit), "long_name": named.long_name, "comment": named.meaning}
    return {name: text for name, text in words.items() if text}


def _told(output: Output) -> dict[str, Any]:
    """Attributes without the fill value, which only stored numbers have."""
    return {name: value for name, value in attributes(output).items() if not name.startswith("_")}
