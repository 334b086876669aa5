"""`jeopardice thumb GAME rule=TEXT`: what a rule of thumb gives away, and where it goes wrong, in words."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from flows.given import read
from flows.printed_json import print_json
from flows.quick_imports import quick_imports
from solvers.catalog import QUESTIONS, find
from solvers.errors import expected
from solvers.questions.parameter import Value
from solvers.questions.question import Question
from solvers.thumb.evaluation import Evaluation
from solvers.thumb.rule import NUMBERS

console = Console(highlight=False)
ROOM = "thumb."
OPPONENTS = (("optimal", "optimal play"), ("itself", "itself"), ("reply", "its best reply"))


def thumb_question(game: str) -> Question:
    """The question about rules of thumb of a game.

    Raises
    ------
    InvalidRules
        if rules of thumb are not for that game, or there is none of that name
    """
    with quick_imports():
        name = f"{ROOM}{game}"
        if name not in QUESTIONS:
            known = [other.removeprefix(ROOM) for other in QUESTIONS if other.startswith(ROOM)]
            remedy = (
                "Rules of thumb are for games of one throw again and again. Of a file of rules ask: thumb own"
                " rules=FILE."
            )
            raise expected("game", f"one of {', '.join(known)}", game, remedy)
        return find(name)


def say_rule(game: str, given: Sequence[str], as_json: bool) -> None:
    """Print what a rule wins, what it gives away, and in which regions.

    Parameters
    ----------
    game : its name, or own
    given : parameters of the question as NAME=VALUE, the rule among them
    as_json : print everything as JSON

    Raises
    ------
    InvalidRules
        if the game or a parameter is not one
    """
    question = thumb_question(game)
    told = dict(read(question, text) for text in given)
    # A sweep has them along its axes; here they would be 0 without a word.
    for name in NUMBERS:
        if f"{{{name}}}" in str(told.get("rule")) and name not in told:
            raise expected(
                name, f"a number, as the rule has {{{name}}}", "none", f"Say {name}=20, for instance."
            )
    parameters = question.complete(told)
    found: Evaluation = question.solve(**parameters)
    if as_json:
        print_json(_document(question, parameters, found))
        return
    console.print(f"[bold]{escape(written_out(parameters))}[/]", soft_wrap=True)
    console.print(f"{escape(found.turn.name)}, to {parameters['goal']} in turn.\n", soft_wrap=True)
    console.print(_chances(question, found))
    console.print(
        f"\nOf a game it gives away {found.loss:.4%} to optimal play, {found.loss_to_reply:.4%} to its best"
        f" reply.\nIt decides {found.visits[..., 1:].sum():.1f} times a game, and {found.right_decisions:.1%}"
        f" of that right. Residual {found.residual:.0e}.",
        soft_wrap=True,
    )
    if found.regions:
        console.print()
        console.print(_regions(found))


def written_out(parameters: dict[str, Value]) -> str:
    """The rule with its numbers in place.

    >>> written_out({"rule": "hold at {a}", "a": 25})
    'hold at 25'
    """
    rule = str(parameters["rule"])
    for name, value in parameters.items():
        rule = rule.replace(f"{{{name}}}", str(value))
    return rule


def _won(question: Question, found: Evaluation) -> dict[str, tuple[float, float, float]]:
    """The rule's chances to win over both seats, moving first and moving second, by whom it meets."""

    def chance(name: str) -> float:
        return float(question.output(name).read(found))

    won = {}
    for name, _ in OPPONENTS:
        first, second = (chance(f"wins_against_{name}_{seat}") for seat in ("first", "second"))
        won[name] = (first + second) / 2.0, first, second
    return won


def _chances(question: Question, found: Evaluation) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("wins against", "in either seat", "moving first", "moving second"):
        table.add_column(name, justify="left" if name == "wins against" else "right", no_wrap=True)
    won = _won(question, found)
    for name, words in OPPONENTS:
        table.add_row(words, *(f"{chance:.6f}" for chance in won[name]))
    return table


def _regions(found: Evaluation) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("of what it gives away", justify="right", no_wrap=True)
    table.add_column("where it goes wrong")
    for region in found.regions:
        table.add_row(f"{region.share:.1%}", region.sentence)
    left = 1.0 - sum(region.share for region in found.regions)
    table.add_row(f"{left:.1%}", "elsewhere")
    return table


def _document(question: Question, parameters: dict[str, Value], found: Evaluation) -> dict[str, Any]:
    return {
        "question": question.name,
        "version": question.version,
        "parameters": parameters,
        "rule": written_out(parameters),
        "outputs": {output.name: output.read(found).item() for output in question.outputs if not output.dims},
        "regions": [
            {
                "sentence": region.sentence,
                "action": question.game.actions[region.throws] if question.game else "",
                "share": region.share,
                **{name: getattr(region, name) for name in ("turn_total", "banked", "opponent", "behind")},
            }
            for region in found.regions
        ],
    }
