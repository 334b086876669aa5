"""What can be solved, on one page: numbers of players by game and contest, and what to type."""

from collections.abc import Collection, Iterable
from textwrap import wrap

from rich.console import Console
from rich.table import Table

from solvers.contests.contest import CONTESTS
from solvers.questions.games import GAMES
from solvers.questions.question import Question
from solvers.wording.listed import numbers_of_players
from solvers.wording.spoken import game_called

# Combined contests are included in these.
SHOWN = [contest for contest in CONTESTS.values() if not contest.rules]
PLAYERS = """\
Players: best, best threshold, optimal, hold at 20, keep pace, 4 scoring turns,
always 5 dice, most points, or a rule such as: hold when turn_total >= 20.
"""
MORE = """\
  jeopardice solve                     show how to ask, with examples
  jeopardice questions pig             list players; of three: --players 3
  jeopardice questions --about tie     list what mentions ties
  jeopardice rules pig                 show a file of rules, which is a game
"""


def say_overview(rows: Collection[Question], console: Console) -> None:
    """Print the page.

    Parameters
    ----------
    rows : questions of the catalogue
    console : the console
    """
    console.print("Number of players for which each contest of each game is solved:\n")
    console.print(_table(rows), markup=False)
    console.print()
    for contest in SHOWN:
        console.print(f"{contest.name:<15} {contest.meaning}", markup=False)
    console.print(f"\n{PLAYERS}{MORE}", markup=False, end="")


def _table(rows: Collection[Question]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("")
    for contest in SHOWN:
        table.add_column(_narrow(contest.name), no_wrap=True)
    for game in GAMES:
        of = [numbers_of_players(rows, game, contest) for contest in SHOWN]
        table.add_row(game_called(game), *map(_ranges, of))
    return table


def _narrow(words: str) -> str:
    """Break words into lines no longer than the longest word.

    >>> _narrow("busts in a row")
    'busts\\nin a\\nrow'
    """
    return "\n".join(wrap(words, max(map(len, words.split()))))


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers as text, with successive ones as a range.

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
