"""`jeopardice thumb GAME`: the best rules of thumb of so many numbers, beside those of the literature."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from flows.commands.thumb import thumb_question
from flows.errors import INTERRUPTED
from flows.given import read
from flows.printed_json import print_json
from flows.words import some
from solvers.errors import expected
from solvers.fixed.policies import Policy
from solvers.games import pig
from solvers.games.turn import Turn
from solvers.published.thumbs import GOAL, PIG
from solvers.questions.parameter import Value
from solvers.thumb import rule
from solvers.thumb.evaluation import evaluate
from solvers.thumb.families import families
from solvers.thumb.search import Best, Contest, best, frontier

console = Console(highlight=False)
# A rule that stands for all, so that the other parameters are checked.
ANY_RULE = "hold at 1"
MEANT = (
    "n: numbers to keep in mind. loses, reply: what it lacks to a half of the games against optimal play, and"
    " against its best reply. first: what it wins against itself moving first. Each rule loses less than all"
    " that were tried of as few numbers or fewer."
)
LOCAL = (
    "Best of all: every rule of its family was tried. Elsewhere: a coarse grid was, then steps downhill,"
    " until no number could be one more or one less, alone or together, for a lesser loss."
)
CUT_SHORT = "The search was cut short: elsewhere better ones may be near."
OF_NUMBERS = ("rule", *rule.NUMBERS)


class Row(NamedTuple):
    """A rule in the table.

    Attributes
    ----------
    rule : as text
    numbers : how many there are to be kept in mind
    note : how it was found, or who recommends it
    loss, loss_to_reply : chance to win that it lacks to a half, against optimal play and its best reply
    first : its chance to win against itself when it moves first
    """

    rule: str
    numbers: int
    note: str
    loss: float
    loss_to_reply: float
    first: float


def say_best(game: str, given: Sequence[str], numbers: int, as_json: bool) -> int:
    """Search families of rules, and print the best ones by how many numbers they have.

    Parameters
    ----------
    game : its name, or own
    given : parameters as NAME=VALUE, without a rule
    numbers : that a rule may have at most
    as_json : print everything as JSON

    Returns
    -------
    The exit code: 0, or that of Ctrl-C, after which what was found is printed.

    Raises
    ------
    InvalidRules
        if the game or a parameter is not one
    """
    question = thumb_question(game)
    told: dict[str, Value] = dict(read(question, text) for text in given)
    for name in OF_NUMBERS:
        if name in told:
            raise expected(
                name,
                "no number of a rule where the best ones are searched",
                told[name],
                "Say rule=TEXT, too.",
            )
    parameters = question.complete({**told, "rule": ANY_RULE})
    turn, goal = question.turn(parameters), int(parameters["goal"])
    found, ended = _search(turn, goal, numbers)
    rows = [
        _row(turn, _policy(one, goal), one.text, one.family.numbers, _how(one)) for one in frontier(found)
    ]
    known = [
        _row(turn, own.policy(), own.words, own.numbers, own.source)
        for own in (PIG if (turn, goal) == (pig.turn(), GOAL) else ())
    ]
    if as_json:
        print_json(_document(game, parameters, found, rows, known, ended))
    else:
        _print(turn, goal, found, rows, known, ended)
    return INTERRUPTED if ended else 0


def _search(turn: Turn, goal: int, numbers: int) -> tuple[list[Best], bool]:
    """The best of each family, and whether somebody ended the search."""
    every, found = families(turn, goal, numbers), dict[str, Best]()
    aside = Console(stderr=True, highlight=False)
    columns = (TextColumn("families"), BarColumn(20), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal) as progress:
        task = progress.add_task("", total=len(every))

        def tell(so_far: Best) -> None:
            found[so_far.family.text] = so_far
            if so_far.tried % 10 == 0:
                words = (
                    f"{some(so_far.tried, 'rule')} of {so_far.family.numbers}, best loses {so_far.loss:.3%}"
                )
                progress.update(task, description=f"{words}, the best loses {so_far.loss:.3%}")

        try:
            contest = Contest(turn, goal)
            for family in every:
                best(contest, family, tell)
                progress.advance(task)
        except KeyboardInterrupt:
            return list(found.values()), True
    return list(found.values()), False


def _policy(one: Best, goal: int) -> Policy:
    return rule.policy(one.family.text, goal, one.family.named(one.numbers))


def _how(one: Best) -> str:
    """What is known of how good it is."""
    return f"best of all {one.tried}" if one.best_of_all else f"best of {one.tried} tried"


def _row(turn: Turn, policy: Policy, text: str, numbers: int, note: str) -> Row:
    found = evaluate(turn, policy)
    return Row(text, numbers, note, found.loss, found.loss_to_reply, found.against_itself.wins_first)


def _print(turn: Turn, goal: int, found: list[Best], rows: list[Row], known: list[Row], ended: bool) -> None:
    """Print tables and what they mean.

    Parameters
    ----------
    turn, goal : the game
    found : the best of each family
    rows : the frontier
    known : what the literature recommends
    ended : whether the search was cut short
    """
    tried = sum(one.tried for one in found)
    title = f"[bold]{escape(turn.name)}[/], to {goal} in turn: the best of {some(tried, 'rule')} of thumb"
    console.print(title + (", cut short." if ended else "."), soft_wrap=True)
    console.print(_table(rows))
    if known:
        console.print("\nWhat the literature recommends:")
        console.print(_table(known))
    console.print(f"\n{MEANT} {CUT_SHORT if ended else LOCAL}")


def _table(rows: Sequence[Row]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("n", justify="right", no_wrap=True)
    table.add_column("rule")
    for name in ("loses", "reply", "first"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        text = f"{escape(row.rule)}\n[dim]{escape(row.note)}[/]"
        numbers = _percent(row.loss), _percent(row.loss_to_reply), f"{row.first:.2%}"
        table.add_row(str(row.numbers), text, *numbers)
    return table


def _percent(loss: float) -> str:
    """A loss; none that there is looks like nothing.

    >>> _percent(0.02107), _percent(1e-7), _percent(0.0)
    ('2.107%', '<0.001%', '0.000%')
    """
    return "<0.001%" if 1e-12 < loss < 0.5e-5 else f"{loss:.3%}"


def _document(
    game: str, parameters: Any, found: list[Best], rows: list[Row], known: list[Row], ended: bool
) -> dict[str, Any]:
    """All that was found, for programs.

    Parameters
    ----------
    game, parameters : what was asked
    found : the best of each family
    rows : the frontier
    known : what the literature recommends
    ended : whether the search was cut short
    """
    asked = {name: value for name, value in parameters.items() if name not in OF_NUMBERS}
    return {
        "game": game,
        "parameters": asked,
        "complete": not ended,
        "families": [
            {
                "family": one.family.text,
                "numbers": one.family.named(one.numbers),
                "loss": one.loss,
                "tried": one.tried,
                "best_of_all": one.best_of_all,
            }
            for one in found
        ],
        "frontier": [row._asdict() for row in rows],
        "literature": [row._asdict() for row in known],
    }
