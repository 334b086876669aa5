"""`jeopardice solve`: one case, here and now."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from configs.rules.shipped import shipped_rules
from flows.command_line.asked_case import case
from flows.command_line.asked_for import asked_for
from flows.compiling.answering import answered
from flows.quick_imports import quick_imports
from flows.terminal.head_starts import fairest_head_start
from flows.terminal.how_long import say_how_long, saying_that_it_works
from flows.terminal.printed_json import print_json
from flows.terminal.tables import Small, may_fit, print_small
from flows.terminal.titles import titled
from solvers import compiling
from solvers.contests.contest import CONTESTS
from solvers.errors import InvalidRules
from solvers.outputs import fairness
from solvers.outputs.output import Output
from solvers.questions.exact import Exact
from solvers.questions.games import GAMES
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from solvers.questions.rules import OWN
from solvers.wording.counts import begun

console = Console(highlight=False)
WIDTH = 79
HOW = """\
Name a game, and if you like a contest and players. Three examples:

  jeopardice solve pig                               two optimal players
  jeopardice solve pig players="best, hold at 20"    the best reply to a rule
  jeopardice solve farkle contest="equal turns" goal=40 tie=shared

{games}
{contests}
{players}
{numbers}
{keep}

More:
  jeopardice questions             list games, contests and players
  jeopardice questions pig         list them for one game
  jeopardice rules pig             show a file of rules, to write your own
  jeopardice solve --help          list the options
"""
PLAYERS = """\
best, optimal, "hold at 20", "keep pace", or a rule such as "hold when\
 turn_total >= 20". The first player in the list moves first. players=3\
 means three best players."""


def ask(name: str, given: Sequence[str], as_json: bool, exact: bool = False) -> None:
    """Solve a game or a question with parameters as NAME=VALUE, and print its numbers, or everything as JSON;
    without a name, print what to type.

    Raises
    ------
    InvalidRules
        if there is no such question or parameter, or it cannot be solved in fractions as requested
    """
    if not name:
        _say_how()
        return
    with quick_imports():
        asked = asked_for(name, given)
    with saying_that_it_works():
        question, parameters, shown = case(asked)
        _solve(question, shown, parameters, as_json, exact)


def _solve(
    question: Question, shown: Sequence[Output], parameters: dict[str, Value], as_json: bool, exact: bool
) -> None:
    say_how_long(question, parameters)
    started = compiling.perf_counter()
    kept = [
        output.name
        for output in shown
        if as_json or not output.dims or _has_room(question, parameters, output)
    ]
    solution = answered(question, parameters, None if exact else kept)
    seconds = compiling.perf_counter() - started
    fraction = _exactly(question, parameters, solution) if exact else None
    if as_json:
        document = _document(question, shown, parameters, solution, seconds)
        if fraction is not None:
            document["exact"] = {
                "meaning": fraction.meaning,
                "fraction": str(fraction.number),
                "difference": fraction.difference,
            }
        print_json(document)
        return
    _print_numbers(question, shown, parameters, solution, seconds)
    if fraction is not None:
        console.print(
            f"{fraction.meaning} = {fraction.text}. The floats differ by at most {fraction.difference:.1e}.",
            soft_wrap=True,
        )


def _exactly(question: Question, parameters: dict[str, Value], solution: Any) -> Exact:
    if question.exact is None:
        raise InvalidRules(f"--exact: {question.name} cannot be solved in fractions. Leave --exact out.")
    return question.exact(parameters, {output.name: output.read(solution) for output in question.outputs})


def _document(
    question: Question, shown: Sequence[Output], parameters: dict[str, Value], solution: Any, seconds: float
) -> dict[str, Any]:
    dims = {
        dimension.name: np.asarray(dimension.labels(parameters)).tolist() for dimension in question.dimensions
    }
    return {
        "question": question.name,
        "version": question.version,
        "parameters": parameters,
        "seconds": seconds,
        "dimensions": dims,
        "outputs": {
            output.name: {"dims": output.dims, "unit": output.unit, "values": _plain(output.read(solution))}
            for output in shown
        },
    }


def _plain(values: NDArray[Any]) -> Any:
    """Nested lists; JSON has no NaN, so null stands for it."""
    cells = values.astype(object)
    if values.dtype.kind == "f":
        cells[np.isnan(values)] = None
    return cells.tolist()


def _print_numbers(
    question: Question, shown: Sequence[Output], parameters: dict[str, Value], solution: Any, seconds: float
) -> None:
    table = Table(
        title=escape(titled(question, parameters)),
        title_justify="left",
        show_header=False,
        box=None,
        pad_edge=False,
    )
    for name, value in parameters.items():
        parameter = question.parameter(name)
        table.add_row(name, escape(_text(parameter.label(value))), _unit(parameter.unit))
    table.add_section()
    for output in shown:
        if not output.dims:
            table.add_row(output.long_name, *_number(output, output.read(solution).item()))
    table.add_row("time", f"{seconds:.3g}", "s")
    console.print(table)
    _say_what_is_fair({output.name: output for output in shown if not output.dims}, solution)
    left = [
        output for output in shown if output.dims and not _print_table(question, parameters, solution, output)
    ]
    if left:
        names = ", ".join(f"{output.name}[{', '.join(output.dims)}]" for output in left)
        console.print(f"\nAdd --json to print these, too: {names}.", markup=False)


def _say_what_is_fair(shown: dict[str, Output], solution: Any) -> None:
    """The fairest head start of two players in a sentence, where it is among the numbers."""
    points, wins = (
        shown.get(output.name) for output in (fairness.handicap, fairness.handicap_win_probability)
    )
    if points is None or wins is None:
        return
    head_start, chance = points.read(solution).item(), wins.read(solution).item()
    if head_start == head_start and chance == chance:
        said = fairest_head_start(head_start, points.unit, chance)
        console.print(f"\n{said}", markup=False)


def _number(output: Output, value: float) -> tuple[str, str]:
    """A number and its unit; or the meaning of a missing number."""
    if value != value:
        return output.nothing or "none", ""
    return f"{value:.15g}", _unit(output.unit)


def _print_table(question: Question, parameters: dict[str, Value], solution: Any, output: Output) -> bool:
    """Print an output if there is room for it, which is checked before it is computed."""
    if not _has_room(question, parameters, output):
        return False
    labels, values = _labels(question, parameters, output), output.read(solution)
    return print_small(
        Small(output.name, output.long_name, output.unit, output.dims, labels, values, output.flags), console
    )


def _has_room(question: Question, parameters: dict[str, Value], output: Output) -> bool:
    if len(output.dims) > 2:
        return False
    return may_fit([own.size for own in _labels(question, parameters, output)], console.width)


def _labels(question: Question, parameters: dict[str, Value], output: Output) -> tuple[NDArray[Any], ...]:
    known = {dimension.name: dimension for dimension in question.dimensions}
    return tuple(np.asarray(known[dim].labels(parameters)) for dim in output.dims)


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _unit(unit: str) -> str:
    return "" if unit == "1" else unit


def _say_how() -> None:
    """Print what to type, on one screen."""
    games = dict.fromkeys([*GAMES, *shipped_rules()])
    of = {
        "games": f"{', '.join(game for game in games if game != OWN)}, or a file of rules.",
        "contests": f"{', '.join(CONTESTS)}. The default is a race.",
        "players": PLAYERS,
        "numbers": "goal=100, and the other parameters of a question.",
        "keep": "keep=expected_turns,value prints these outputs, not the usual ones.",
    }
    said = {
        name: fill(text, WIDTH, initial_indent=f"{begun(name):<10}", subsequent_indent=10 * " ")
        for name, text in of.items()
    }
    console.print(HOW.format(**said), highlight=False, markup=False)
