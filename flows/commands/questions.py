"""`jeopardice questions`: what can be solved, in the words with which to ask for it."""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from shlex import quote
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from flows.command_line.listed import listed
from flows.commands.questions_overview import say_overview
from flows.terminal.titles import titled
from solvers.catalog import QUESTIONS
from solvers.contests.contest import RACE, Contest
from solvers.games.own import text
from solvers.players.player import Kind
from solvers.questions.parameter import PLAIN_UNITS
from solvers.questions.question import GOAL, Question
from solvers.questions.rules import OWN, RULES
from solvers.wording.cells import is_about
from solvers.wording.counts import begun
from solvers.wording.listed import Askable
from solvers.wording.rewritten import in_words
from solvers.wording.seats import names_in
from solvers.wording.spoken import SPELLED, game_called, limits

if TYPE_CHECKING:
    from configs.rules.load import Described

console = Console(highlight=False)
# Greatest number of questions that are explained in full.
FEW = 3
LINE = 80
# Greatest number of questions listed that can only be asked by name.
MOST_NAMED = 13


def say(game: str, players: int | None, about: str) -> None:
    """Print what can be solved: a few questions in full, more with one line each, all on one page.

    Parameters
    ----------
    game, players, about : as for `listed`

    Raises
    ------
    InvalidRules
        as for `listed`
    """
    name, described, rows, found, by_name = listed(game, players, about)
    if not (name or players or about):
        say_overview(rows, console)
        _say_besides(_by_name([row for row in by_name if row.study]))
        return
    plain = _plain(found)
    if len(found) <= FEW:
        for one in found:
            _print_whole(one, name, described)
    else:
        _print_players(found if about else plain)
    besides = [*_signs(plain or found), *(_units(rows) if name else ()), *_by_name(by_name)]
    _say_besides(besides)
    if len(found) > FEW:
        # A command stays on one line, however long.
        more = "\n".join(_more(plain or found, game))
        console.print(more if besides else f"\n{more}", markup=False, soft_wrap=True)


def _say_besides(lines: Sequence[str]) -> None:
    """Print the notes after a table."""
    if lines:
        console.print("", *lines, sep="\n", markup=False)


def _by_name(rows: Sequence[Question]) -> list[str]:
    """Questions that can only be asked by name; the first ones if there are many."""
    more = f" and {len(rows) - MOST_NAMED} more" if len(rows) > MOST_NAMED else ""
    names = ", ".join(row.name for row in rows[:MOST_NAMED])
    return [f"Studies, asked by name: {names}{more}."] if rows else []


def _print_whole(one: Askable, game: str, described: "Described | None") -> None:
    """Print a question with its parameters, their ranges and meanings."""
    game = game or one.games[0]
    rows = _by_what_is_kept(one, game)
    row = next((row for keep, row in rows if keep == one.keep), one.rows[0])
    given = {} if described is None else {RULES.name: text(described.turn)}
    console.print(one.words, style="bold", markup=False)
    console.print(Padding(f"{titled(row, given)}.", (0, 0, 0, 2)), markup=False)
    if described is None and len(one.games) > 1:
        console.print(
            Padding(f"Games: {', '.join(map(game_called, one.games))}.", (0, 0, 0, 2)), markup=False
        )
    table = _two_columns()
    question = QUESTIONS.worded(one.wording(game))
    usual = {own.name: own.default for own in question.parameters}
    if described is not None and GOAL in usual:
        usual[GOAL] = question.usual_goal(described.usual_goal)
    for own in question.parameters:
        if own.name not in given:
            default = "" if usual[own.name] is None else f"={str(usual[own.name]).lower()}"
            table.add_row(f"{own.name}{default}", f"{own.meaning} {begun(own.rule)}.")
    console.print(Padding(table, (0, 0, 0, 2)))
    for keep, other in rows:
        if other is not row:
            said = f"With keep={','.join(keep)}: {titled(other, given)}."
            console.print(Padding(said, (0, 0, 0, 2)), markup=False)


def _by_what_is_kept(one: Askable, game: str) -> list[tuple[tuple[str, ...], Question]]:
    """The questions about a game, each with the outputs that require it; none for the simplest."""
    number = len(one.wording(OWN).seats)
    asked = [(in_words(row, QUESTIONS.values(), number), row) for row in one.rows if is_about(row, game)]
    return [(words.keep, row) for words, row in asked if words is not None]


def _print_players(found: Sequence[Askable]) -> None:
    """Print the players of each contest, one kind after the other."""
    table = _two_columns()
    names: dict[str, list[str]] = {}
    for contest, ways in _by_contest(found):
        names.setdefault("; ".join(one.briefly for one in ways), []).append(contest.name)
    width = max(map(len, chain(*names.values())))
    for players, own in names.items():
        for line in _packed(own, width):
            table.add_row(line, players)
    console.print(table, markup=False)


def _packed(names: Sequence[str], width: int) -> list[str]:
    """Join names with commas into few lines of a given width.

    >>> _packed(["most points", "fewest turns", "one turn"], 22)
    ['most points, one turn', 'fewest turns']
    """
    lines: list[str] = []
    for name in names:
        place = next((own for own, line in enumerate(lines) if len(f"{line}, {name}") <= width), None)
        if place is None:
            lines.append(name)
        else:
            lines[place] += f", {name}"
    return lines


def _plain(found: Sequence[Askable]) -> list[Askable]:
    """Without entries that another entry covers, and that a search still finds.

    These are what only some outputs of the same players need; rules that count their scoring turns, where any
    rule is allowed; optimal play against itself, where two best players are; and three of a kind, where there
    may be more.
    """
    said = {(one.contest, one.players) for one in found}
    counting, any_rule = (SPELLED[kind] % "n" for kind in (Kind.COUNTING, Kind.RULE))

    def is_said(one: Askable) -> bool:
        plain = one.players.replace(counting, any_rule)
        if {player.kind for player in one.rows[0].players.all} == {Kind.OPTIMAL}:
            plain = plain.replace(SPELLED[Kind.OPTIMAL], SPELLED[Kind.BEST])
        return (plain != one.players and (one.contest, plain) in said) or _is_of_more(one, found)

    return [one for one in found if not one.keep and not is_said(one)]


def _is_of_more(one: Askable, found: Sequence[Askable]) -> bool:
    """Whether players who are all of a kind are among those of a line for several numbers of them."""
    players = one.rows[0].players
    several = [
        row for other in found if other.contest == one.contest for row in other.rows if row.players.count
    ]
    return not any(row.players.count for row in one.rows) and any(
        {*players.all} == {*row.players.all} and limits(row)[0] <= len(players.seats) <= limits(row)[1]
        for row in several
    )


def _more(found: Sequence[Askable], game: str) -> list[str]:
    """An example of what to type next: the shortest entry, preferably of a race and with a number."""
    one = min(
        [own for own in found if "{n}" in own.players] or found,
        key=lambda own: (bool(own.keep), own.contest != RACE, len("".join(_typed(own)))),
    )
    players = _typed(one)
    numbers = "".join(f" {name}=5" for name in names_in(", ".join(players)))
    name = quote(game or one.games[0])
    numbers += " rules=FILE" if game == OWN else ""
    numbers += f" keep={','.join(one.keep)}" if one.keep else ""
    about = " ".join(players[-1].split()[:2])
    more = f'More: jeopardice questions {name} --players {len(players)} --about "{about}"'
    # The default contest is a race.
    contest = "" if one.contest == RACE else f' contest="{one.contest.name}"'
    asked = f"Ask:  jeopardice solve {name}{contest}"
    said = f'players="{", ".join(players)}"{numbers}'
    between = " " if len(asked) + len(said) < LINE else " \\\n        "
    return [more, f"{asked}{between}{said}"]


def _typed(one: Askable) -> list[str]:
    """One choice of players for an entry."""
    return [seat[0].text for seat in one.wording(OWN).seats]


def _signs(found: Sequence[Askable]) -> list[str]:
    """What a rule, brackets and braces stand for, where there are any."""
    said = " ".join(one.brief for one in found) if len(found) > FEW else ""
    signs = {
        "rule": "A rule: hold at 20, hold when turn_total >= {n}, keep pace, and any other.",
        "[": "[a, b] is one of these players; {n} is a number, given as n=5.",
    }
    return [words for sign, words in signs.items() if sign in said]


def _units(rows: Sequence[Question]) -> list[str]:
    """The unit of scores if it is not points."""
    units = {own.unit for row in rows for own in row.parameters if "points" in own.unit}
    return [f"Scores are in {unit}." for unit in sorted(units - set(PLAIN_UNITS))]


def _by_contest(found: Sequence[Askable]) -> Iterator[tuple[Contest, list[Askable]]]:
    """The entries of each contest, in the order of contests."""
    for contest, ways in groupby(found, lambda one: one.contest):
        yield contest, list(ways)


def _two_columns() -> Table:
    return Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
