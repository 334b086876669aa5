"""`jeopardice rules`: the rules of a game as understood, in words, for comparison with what was meant."""

from fractions import Fraction
from pathlib import Path
from textwrap import fill

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from configs.rules.finding import existing_rules
from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from configs.rules.written_out import written_out
from solvers.games.turn import Position, Throw, Turn
from solvers.questions.games import GAMES
from solvers.wording.counts import either, some

console = Console(highlight=False, emoji=False)
# Most rows of a throw, and most throws, that are printed.
MOST_ROWS = 40
MOST_THROWS = 40
WIDTH = 79
HOW = """\
A file of rules says what may happen in a turn. These games have one:

{games}

What to type:
  jeopardice rules pig                             explain the rules of Pig
  jeopardice rules pig --as-file > my_game.yaml    save them as a file to change
  jeopardice rules my_game.yaml                    explain your own rules
  jeopardice solve my_game.yaml                    solve your game

docs/design-a-game.md shows whole files, with dice and with choices.
"""


def explain(file: str, as_file: bool) -> None:
    """Print the rules of a file, or of a game that comes along; without a name, say what to type.

    Parameters
    ----------
    file : its path, or the name of a game; "" for none
    as_file : print a file with every chance written out instead

    Raises
    ------
    ConfigError
        if no game can be played by it
    """
    if not file:
        games = fill(", ".join(shipped_rules()), WIDTH, initial_indent="  ", subsequent_indent="  ")
        console.print(HOW.format(games=games), end="", markup=False, soft_wrap=True)
        return
    path = existing_rules(file)
    turn, usual_goal, again = load_game(path)
    if as_file:
        print(written_out(turn, usual_goal), end="")
        return
    names = [throw.name for throw in turn.throws]
    openings = either([names[opening] for opening in turn.openings])
    console.print(f"[bold]{escape(turn.name)}[/]: a turn opens with {escape(openings)}.", soft_wrap=True)
    if (unit := _unit(path)) != "points":
        console.print(f"Points are in {unit}.")
    if usual_goal is not None:
        console.print(f"The usual goal is {usual_goal}.")
    if again:
        # Some of the written throws are repeated.
        what = escape(either(list(again), "and"))
        console.print(f"The chances of {what} include the repeats that `again` asks for.", soft_wrap=True)
    if turn.least_score:
        console.print(f"Every turn scores at least {some(turn.least_score, 'point')}, even one that busts.")
    if turn.entry:
        console.print(f"A score of less than {some(turn.entry, 'point')} may not be banked.")
    for throw in turn.throws[:MOST_THROWS]:
        console.print()
        console.print(_table(throw, turn))
    if len(turn.throws) > MOST_THROWS:
        console.print(f"\n... and {some(len(turn.throws) - MOST_THROWS, 'more throw')}.")
    console.print()
    console.print(_positions(turn))
    if turn.must_throw:
        # The mean gain of a throw depends on the forced throws after it.
        return
    threshold = turn.critical_threshold()
    console.print(f"\nAt a turn total of {threshold} or more no roll gains on average.", soft_wrap=True)


def _unit(path: Path) -> str:
    """The unit of points of a shipped game."""
    game = next((game for name, game in GAMES.items() if shipped_rules().get(name) == path), None)
    return "points" if game is None else game.unit


def _table(throw: Throw, turn: Turn) -> Table:
    """A table of the results of a throw."""
    table = Table(title=escape(throw.name), title_justify="left", box=None, pad_edge=False)
    for name in ("result", "chance", "", "then"):
        table.add_column(name, justify="right" if name in ("chance", "") else "left")
    ends = (
        ("bust", throw.bust, "the turn total is lost"),
        ("wipe", throw.wipe, "the turn total and the banked score are lost"),
    )
    for name, chance, then in ends:
        if chance:
            table.add_row(name, *_chance(chance), then)
    for outcome in throw.outcomes[:MOST_ROWS]:
        where = turn.positions[outcome.position].name
        table.add_row(f"+{outcome.gain}", *_chance(outcome.probability), escape(where))
    if len(throw.outcomes) > MOST_ROWS:
        table.add_row("...", f"{len(throw.outcomes) - MOST_ROWS} more", "", "")
    return table


def _chance(chance: Fraction) -> tuple[str, str]:
    """A chance as a fraction, if that is short, and in percent."""
    short = chance.denominator <= 10**6
    return str(chance) if short else "", f"{100.0 * float(chance):.4g} %"


def _positions(turn: Turn) -> Table:
    """A table of a player's choices by position."""
    table = Table(
        title="what a player may do", title_justify="left", box=None, pad_edge=False, show_header=False
    )
    for position in turn.positions[:MOST_ROWS]:
        table.add_row(escape(position.name), escape(either(_ways(position, turn))))
    if len(turn.positions) > MOST_ROWS:
        table.add_row("...", f"{len(turn.positions) - MOST_ROWS} more")
    return table


def _ways(position: Position, turn: Turn) -> list[str]:
    """Holding, and all ways to go on."""
    if position.must_throw:
        return [f"must throw {turn.throws[position.ways[0].throw].name}"]
    found = ["hold"] if position.ways else ["must hold"]
    for way in position.ways:
        given_up = f" for {some(way.given_up, 'point')} less" if way.given_up else ""
        action = turn.actions[way.action]
        called = f" ({action})" if action != "roll" else ""
        found.append(f"throw {turn.throws[way.throw].name}{given_up}{called}")
    return found
