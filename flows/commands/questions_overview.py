"""What can be asked, on one page: how many players of which games in which contests, and what to type."""

from collections.abc import Collection, Iterable

from rich.console import Console
from rich.table import Table

from solvers.questions.games import GAMES
from solvers.questions.question import Question
from solvers.wording.listed import numbers_of_players
from solvers.wording.names import CONTESTS
from solvers.wording.spoken import game_called

# What a contest is, by how it is called.
MEANT = {
    "race": "the first to reach the goal wins; they move in turn",
    "equal turns": "a race in which a round is played to its end",
    "busts in a row": "several busts in a row cost points; also: equal turns with busts",
    "alone": "one player who wants to reach the goal within some turns",
    "most points": "one player who wants most points in some turns",
    "fewest turns": "one player who wants to reach the goal in fewest turns",
    "one turn": "one player who wants most points in one turn",
    "at once": "a race in which all take their turns at the same time",
    "showdown": "all take one turn and do not see each other; most points win",
}
PLAYERS = """\
Players: best, best threshold, optimal, hold at 20, keep pace, 4 scoring turns,
always 5 dice, most points, or a rule such as: hold when turn_total >= 20.
"""
MORE = """\
  jeopardice solve                   how to ask, with examples
  jeopardice questions pig           which players are solved
  jeopardice questions --players 3   of three players
  jeopardice questions --about tie   whatever mentions ties
  jeopardice rules                   files of rules, which are games, too
"""


def say_overview(rows: Collection[Question], console: Console) -> None:
    """Print the page.

    Parameters
    ----------
    rows : of the catalogue
    console : where to
    """
    console.print("For how many players each contest of each game is solved:\n")
    console.print(_table(rows), markup=False)
    console.print()
    for word, meaning in MEANT.items():
        console.print(f"{word:<15} {meaning}", markup=False)
    console.print(f"\n{PLAYERS}\n{MORE}", markup=False, end="")


def _table(rows: Collection[Question]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("")
    for word in MEANT:
        table.add_column(word.replace(" ", "\n", 1), no_wrap=True)
    for game in GAMES:
        of = [numbers_of_players(rows, game, CONTESTS[word]) for word in MEANT]
        table.add_row(game_called(game), *map(_ranges, of))
    return table


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers, successive ones as a range.

    >>> _ranges({2, 3, 4, 6})
    '2-4, 6'
    """
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(str(own[0]) if len(own) == 1 else f"{own[0]}-{own[-1]}" for own in found)
