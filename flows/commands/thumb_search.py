"""`jeopardice thumb GAME`: the best rules of thumb of so many numbers, beside those of the literature."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from flows.commands.thumb import ask
from flows.errors import INTERRUPTED
from flows.how_long import say_how_long
from flows.printed_json import print_json
from flows.words import some
from solvers.errors import expected
from solvers.fixed.policies import Policy
from solvers.games import pig
from solvers.games.turn import Turn
from solvers.plans.plans import most_points
from solvers.published.thumbs import BY_POSITION, GOAL, PIG
from solvers.thumb import rule
from solvers.thumb.by_position.families import families_by_position
from solvers.thumb.by_position.search import ContestByPosition
from solvers.thumb.evaluation import evaluate
from solvers.thumb.families import Family, families
from solvers.thumb.language.grammar import NUMBERS
from solvers.thumb.search import Best, Contest, Tried, best, frontier

console = Console(highlight=False)
# A rule that stands for all, so that the other parameters are checked.
ANY_RULE = "hold at 1"
MEANT = (
    "n: numbers to keep in mind. loses, reply: what it lacks to a half of the games against optimal play, and"
    " against its best reply. first: what it wins against itself moving first. Each rule loses less, by what"
    " is shown, than all that were tried of as few numbers or fewer."
)
LOCAL = (
    "Best of all: every rule of its family was tried. Elsewhere: a coarse grid was, then steps downhill from"
    " its three best rules, until no number could be one more or one less, alone or together, for a lesser"
    " loss."
)
CUT_SHORT = "The search was cut short: elsewhere better ones may be near."
OF_NUMBERS = ("rule", *NUMBERS)


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
    game : its name, own, or a file of rules
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
    asked = ask(game, given)
    question, told = asked.question, asked.told
    for name in OF_NUMBERS:
        if name in told:
            raise expected(
                name,
                "no number of a rule where the best ones are searched",
                told[name],
                "Say rule=TEXT, too.",
            )
    if asked.alone:
        remedy = "Say rule=TEXT, too, or leave turns out: best rules are searched for races."
        raise expected("turns", "none without a rule", told["turns"], remedy)
    parameters = question.complete({**told, "rule": ANY_RULE})
    turn, goal = question.turn(parameters), int(parameters["goal"])
    if asked.by_position:
        say_how_long(question, parameters)
        contest: _Contest = _ByPosition(ContestByPosition(turn, goal))
    else:
        contest = _OneThrow(Contest(turn, goal))
    found, ended = _search(contest, numbers)
    rows, known = _rows(contest, told_apart(frontier(found)))
    if as_json:
        print_json(_document(game, parameters, found, rows, known, ended))
    else:
        _print(turn, goal, found, rows, known, ended)
    return INTERRUPTED if ended else 0


class _Contest(Protocol):
    """A game in which rules are tried, and who is known to play it how."""

    @property
    def tried(self) -> Tried:
        """In which."""

    def families(self, numbers: int) -> tuple[Family, ...]:
        """Families that are searched, of so many numbers at most."""

    def row(self, one: Best) -> Row:
        """The best rule of a family, as a row."""

    def known(self) -> list[Row]:
        """What the literature recommends."""


@dataclass(frozen=True)
class _OneThrow:
    """A game whose only way to go on is the same throw."""

    tried: Contest

    def families(self, numbers: int) -> tuple[Family, ...]:
        return families(self.tried.turn, self.tried.goal, numbers)

    def row(self, one: Best) -> Row:
        policy = rule.policy(one.family.text, self.tried.goal, one.family.named(one.numbers))
        return self._row(policy, one.text, one.family.numbers, _how(one))

    def known(self) -> list[Row]:
        usual = (self.tried.turn, self.tried.goal) == (pig.turn(), GOAL)
        return [self._row(own.policy(), own.words, own.numbers, own.source) for own in (PIG if usual else ())]

    def _row(self, policy: Policy, text: str, numbers: int, note: str) -> Row:
        found = evaluate(self.tried.turn, policy)
        return Row(text, numbers, note, found.loss, found.loss_to_reply, found.against_itself.wins_first)


@dataclass(frozen=True)
class _ByPosition:
    """A game with more to decide."""

    tried: ContestByPosition

    def families(self, numbers: int) -> tuple[Family, ...]:
        return families_by_position(self.tried.turn, self.tried.goal, numbers)

    def row(self, one: Best) -> Row:
        standing = self.tried.standing(one.family.text, one.family.named(one.numbers))
        return Row(one.text, one.family.numbers, _how(one), *standing)

    def known(self) -> list[Row]:
        rows = []
        for own in BY_POSITION.get(self.tried.turn.name, ()):
            if self.tried.turn.entry and not own.text:
                # Most points of every turn would hold below the entry.
                continue
            standing = self.tried.standing(own.text or most_points(self.tried.turn))
            rows.append(Row(own.text or "most points of every turn", own.numbers, own.source, *standing))
        return rows


def _search(contest: _Contest, numbers: int) -> tuple[list[Best], bool]:
    """The best of each family, and whether somebody ended the search."""
    every, found = contest.families(numbers), dict[str, Best]()
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
                progress.update(task, description=words)

        try:
            for family in every:
                best(contest.tried, family, tell)
                progress.advance(task)
        except KeyboardInterrupt:
            return list(found.values()), True
    return list(found.values()), False


def _rows(contest: _Contest, found: list[Best]) -> tuple[list[Row], list[Row]]:
    """The frontier, and what the literature recommends."""
    return [contest.row(one) for one in found], contest.known()


def told_apart(found: list[Best]) -> list[Best]:
    """Those whose loss does not look like that of one before, which has fewer numbers.

    Parameters
    ----------
    found : the frontier
    """
    kept = list[Best]()
    for one in found:
        if not kept or _percent(one.loss) != _percent(kept[-1].loss):
            kept.append(one)
    return kept


def _how(one: Best) -> str:
    """What is known of how good it is."""
    return f"best of all {one.tried}" if one.best_of_all else f"best of {one.tried} tried"


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
    searched, shown = {one.family.numbers for one in found}, {row.numbers for row in rows}
    no_better = sorted(searched - shown)
    title = f"[bold]{escape(turn.name)}[/], to {goal} in turn: the best of {some(tried, 'rule')} of thumb"
    console.print(title + (", cut short." if ended else "."), soft_wrap=True)
    console.print(_table(rows))
    if no_better:
        console.print(f"\nWith {_and(no_better)} numbers none was found that loses less, by what is shown.")
    if known:
        console.print("\nWhat the literature recommends:")
        console.print(_table(known))
    console.print(f"\n{MEANT} {CUT_SHORT if ended else LOCAL}")


def _and(numbers: Sequence[int]) -> str:
    """Numbers in a sentence.

    >>> _and([3]), _and([2, 3, 4])
    ('3', '2, 3 and 4')
    """
    *before, last = map(str, numbers)
    return f"{', '.join(before)} and {last}" if before else last


def _table(rows: Sequence[Row]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("n", justify="right", no_wrap=True)
    table.add_column("rule")
    for name in ("loses", "reply", "first"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        text = f"{escape(row.rule)}\n[dim]{escape(row.note)}[/]"
        numbers = _percent(row.loss), _percent(row.loss_to_reply), f"{row.first:.2%}"
        table.add_row(str(row.numbers or ""), text, *numbers)
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
