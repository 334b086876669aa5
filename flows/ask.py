"""`jeopardice solve`: one case, here and now."""

import json
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from solvers.catalog import QUESTIONS, find
from solvers.errors import expected
from solvers.exact.answer import Exact
from solvers.question import Parameter, Question, Value

console = Console(highlight=False)


def ask(name: str, given: Sequence[str], as_json: bool, exact: bool = False) -> None:
    """Solve a question with parameters as NAME=VALUE and print its numbers, or everything as JSON; without a name, list the questions.

    Raises
    ------
    InvalidRules
        if the question or a parameter is not one, or it cannot be solved in fractions and should be
    """
    if not name:
        _list_questions()
        return
    question = find(name)
    parameters = question.complete(dict(_read(question, text) for text in given))
    started = time.perf_counter()
    solution = question.solve(**parameters)
    seconds = time.perf_counter() - started
    fraction = _exactly(question, parameters, solution) if exact else None
    if as_json:
        document = _document(question, parameters, solution, seconds)
        if fraction is not None:
            document["exact"] = {"meaning": fraction.meaning, "fraction": str(fraction.number), "difference": fraction.difference}
        print(json.dumps(document, allow_nan=False))
        return
    _print_numbers(question, parameters, solution, seconds)
    if fraction is not None:
        console.print(f"{fraction.meaning} = {fraction.text}; the floats differ by {fraction.difference:.1e} at most.", soft_wrap=True)


def _exactly(question: Question, parameters: dict[str, Value], solution: Any) -> Exact:
    if question.exact is None:
        raise expected("--exact", "a question that can be solved in fractions", question.name, "Solve it without.")
    return question.exact(parameters, {output.name: np.asarray(output.of(solution)) for output in question.outputs})


def _read(question: Question, text: str) -> tuple[str, Value]:
    name, equals, value = text.partition("=")
    if not equals:
        raise expected("parameter", "NAME=VALUE", text, "Its parameters: " + ", ".join(own.name for own in question.parameters) + ".")
    parameter = question.parameter(name)
    return name, parameter.check(_value(parameter, value))


def _value(parameter: Parameter, text: str) -> Any:
    flags = {"true": True, "false": False}
    if parameter.kind is bool:
        return flags.get(text.lower(), text)
    try:
        return parameter.kind(text)
    except ValueError:
        return text


def _document(question: Question, parameters: dict[str, Value], solution: Any, seconds: float) -> dict[str, Any]:
    dims = {dimension.name: np.asarray(dimension.labels(parameters)).tolist() for dimension in question.dimensions}
    return {
        "question": question.name,
        "version": question.version,
        "parameters": parameters,
        "seconds": seconds,
        "dimensions": dims,
        "outputs": {
            output.name: {"dims": output.dims, "unit": output.unit, "values": _plain(np.asarray(output.of(solution)))}
            for output in question.outputs
        },
    }


def _plain(values: NDArray[Any]) -> Any:
    """Nested lists; JSON has no NaN, and null is what it says instead."""
    cells = values.astype(object)
    if values.dtype.kind == "f":
        cells[np.isnan(values)] = None
    return cells.tolist()


def _print_numbers(question: Question, parameters: dict[str, Value], solution: Any, seconds: float) -> None:
    table = Table(title=question.title, title_justify="left", show_header=False, box=None, pad_edge=False)
    for name, value in parameters.items():
        table.add_row(name, str(value).lower(), _unit(question.parameter(name).unit))
    table.add_section()
    for output in question.outputs:
        if not output.dims:
            table.add_row(output.long_name, f"{output.of(solution):.15g}", _unit(output.unit))
    table.add_row("time", f"{seconds:.3g}", "s")
    console.print(table)
    tables = [f"{output.name}[{', '.join(output.dims)}]" for output in question.outputs if output.dims]
    console.print("With --json also " + ", ".join(tables) + ".", soft_wrap=True, markup=False)


def _unit(unit: str) -> str:
    return "" if unit == "1" else unit


def _list_questions() -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    for question in QUESTIONS.values():
        names = " ".join(own.name + ("" if own.default is None else f"={str(own.default).lower()}") for own in question.parameters)
        table.add_row(f"[bold]{question.name}[/]")
        table.add_row(f"  {question.title}.")
        table.add_row(f"  {names}")
    console.print(table)
