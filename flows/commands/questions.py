"""`jeopardice questions`: what can be asked, in the words in which it is asked."""

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from flows.game_or_file import file_of
from flows.words import begun
from solvers.catalog import QUESTIONS
from solvers.contests.contest import Contest
from solvers.errors import expected
from solvers.questions.games import GAMES
from solvers.questions.parameter import PLAIN_UNITS
from solvers.questions.question import Question
from solvers.questions.rules import OWN
from solvers.wording.cells import says_who
from solvers.wording.listed import Askable, askable
from solvers.wording.names import WORDS

console = Console(highlight=False)
# Of so few questions there is room to say what they ask for.
FEW = 3
# More players are not counted one by one.
MANY = 101
MORE = """
More of a game:   jeopardice questions pig
of some of it:    jeopardice questions pig --players 3 --about "hold at"
to ask:           jeopardice solve pig players="best, hold at 20" goal=50"""


def say(game: str, players: int | None, about: str) -> None:
    """Print what can be asked: of few questions with all parameters, of more a line each, of all by contest.

    Parameters
    ----------
    game : a game, or a file of rules; "" for any
    players : how many there are; None for any number
    about : text that is looked for in titles and in what outputs mean; "" for any

    Raises
    ------
    InvalidRules
        if there is no such game, or nothing is found
    """
    known = "" if not game else game if file_of(game, [*GAMES]) is None else OWN
    rows = [row for row in QUESTIONS.values() if _is_about(row, known, about)]
    found = [one for one in askable(rows) if players is None or one.is_for(players)]
    studies = [row for row in rows if players is None and (row.study or (game and not says_who(row)))]
    if not found and not studies:
        raise expected(
            "questions", "some that are answered", "none", f"Type: jeopardice questions {game}".rstrip()
        )
    if len(found) <= FEW:
        for one in found:
            _print_whole(one, game)
    elif game or players is not None or about:
        _print_players(found)
    else:
        _print_contests(found)
    if game:
        _say_units(rows)
    if studies:
        console.print(f"\nStudies, by name: {', '.join(row.name for row in studies)}.", markup=False)
    if len(found) > FEW:
        console.print(MORE, markup=False)


def _is_about(row: Question, game: str, about: str) -> bool:
    text = " ".join([row.title, row.contest.name, *(own.meaning for own in row.outputs)])
    return (not game or row.is_about(game)) and about.lower() in text.lower()


def _print_whole(one: Askable, game: str) -> None:
    """With parameters, their ranges and what they mean."""
    row = one.rows[0]
    games = [own.game.name for own in one.rows if own.game is not None]
    console.print(one.words, style="bold", markup=False)
    console.print(Padding(f"{begun(row.title)}.", (0, 0, 0, 2)), markup=False)
    if not game:
        console.print(Padding("Games: " + " ".join(dict.fromkeys(games)), (0, 0, 0, 2)), markup=False)
    table = _two_columns()
    for own in row.parameters:
        default = "" if own.default is None else f"={str(own.default).lower()}"
        table.add_row(f"{own.name}{default}", f"{own.meaning} {begun(own.rule)}.")
    console.print(Padding(table, (0, 0, 0, 2)))


def _print_players(found: Sequence[Askable]) -> None:
    """The players of each contest, one kind after the other."""
    table = _two_columns()
    for contest, ways in _by_contest(found).items():
        table.add_row(WORDS[contest], "; ".join(dict.fromkeys(one.players for one in ways)))
    console.print(table, markup=False)


def _print_contests(found: Sequence[Askable]) -> None:
    """How many may play in each contest, and in which games."""
    table = _two_columns()
    for contest, ways in _by_contest(found).items():
        games = dict.fromkeys(row.game.name for one in ways for row in one.rows if row.game is not None)
        numbers = [number for number in range(1, MANY) if any(one.is_for(number) for one in ways)]
        table.add_row(WORDS[contest], f"{_counted(numbers)}; {_named(list(games))}")
    console.print(table, markup=False)


def _say_units(rows: Sequence[Question]) -> None:
    """In what scores are counted, where that is not points."""
    units = {own.unit for row in rows for own in row.parameters if "points" in own.unit}
    for unit in sorted(units - set(PLAIN_UNITS)):
        console.print(f"Scores are in {unit}.", markup=False)


def _by_contest(found: Sequence[Askable]) -> dict[Contest, list[Askable]]:
    grouped: dict[Contest, list[Askable]] = {}
    for one in found:
        grouped.setdefault(one.contest, []).append(one)
    return grouped


def _counted(numbers: Sequence[int]) -> str:
    if numbers == [1]:
        return "one player"
    return f"{numbers[0]} players" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]} players"


def _named(games: Sequence[str]) -> str:
    """Games by name; where rules of one's own are taken, any game is, though not by all players."""
    if OWN not in games:
        return ", ".join(games) or "dice"
    if len(games) == len(GAMES):
        return "any game"
    return ", ".join([*(game for game in games if game != OWN), "a file of rules"])


def _two_columns() -> Table:
    return Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
