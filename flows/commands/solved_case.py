"""One case, solved here and now, as a dataset like a sweep's."""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import xarray as xr

from flows.compiling.answering import answered
from flows.terminal.titles import titled
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from storage.schema import attributes, shown


def solved(question: Question, parameters: Mapping[str, Value], names: Collection[str]) -> xr.Dataset:
    """Solve a case and keep these outputs.

    Parameters
    ----------
    question : of the catalogue
    parameters : all by name
    names : of the outputs that are read off the solution; others may take long
    """
    solution = answered(question, parameters)
    variables = {
        output.name: (output.dims, output.read(solution), _plain(attributes(output)))
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
    }
    return xr.Dataset(variables, coords=fixed | labels, attrs=attrs)


def _described(named: Any) -> dict[str, str]:
    words = {"units": shown(named.unit), "long_name": named.long_name, "comment": named.meaning}
    return {name: text for name, text in words.items() if text}


def _plain(attrs: dict[str, Any]) -> dict[str, Any]:
    """Attributes without the fill value, which speaks of stored numbers."""
    return {name: value for name, value in attrs.items() if not name.startswith("_")}
