"""`jeopardice thumb GAME`: the best rules of thumb by number of parameters, and those of the literature."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from flows.commands.thumb.contests import (
    AloneByPosition,
    ByPosition,
    Column,
    OneThrow,
    OneThrowAlone,
    Row,
    TriedContest,
    how,
    percent,
)
from flows.commands.thumb.one_rule import Asked, ask
from flows.commands.thumb.progress import searching
from flows.commands.thumb.titles import in_equal_turns, in_streak, in_turn, within
from flows.terminal.errors import INTERRUPTED
from flows.terminal.how_long import say_how_long
from flows.terminal.printed_json import print_json
from solvers.contests.tie import Tie
from solvers.errors import InvalidRules
from solvers.players.language.grammar import NUMBERS
from solvers.questions.parameter import PLAIN_UNITS, Value
from solvers.streak.question import rule_of
from solvers.thumb.alone.contest import ContestAlone
from solvers.thumb.equal_turns.evaluation import ContestOfEqualTurns
from solvers.thumb.in_a_race import ContestInTurn
from solvers.thumb.search import Best, best, frontier
from solvers.thumb.streak.evaluation import ContestOfStreak
from solvers.wording.counts import some

console = Console(highlight=False)
# A placeholder rule, so that the other parameters can be checked.
ANY_RULE = "hold at 1"
LOCAL = (
    "Best of all: every rule of its kind was tried. Elsewhere: the best of a coarse grid, improved"
    " step by step until changing its numbers by one, alone or together, no longer lowers the loss."
)
CUT_SHORT = "The search was stopped early, so better rules may exist."
LEFT_OUT = "Numbers that are missing were not yet computed when you pressed Ctrl-C."
OF_NUMBERS = ("rule", *NUMBERS)


def say_best(game: str, given: Sequence[str], numbers: int, as_json: bool) -> int:
    """Search families of rules, and print the best ones by how many numbers they have.

    Parameters
    ----------
    game : name of the game, own, or a file of rules
    given : parameters as NAME=VALUE, without a rule
    numbers : most numbers in a rule
    as_json : whether to print everything as JSON

    Returns
    -------
    the exit code: 0, or that of Ctrl-C, after which the rules found are printed

    Raises
    ------
    InvalidRules
        if there is no such game or parameter
    """
    asked = ask(game, given)
    question, told = asked.question, asked.told
    for name in OF_NUMBERS:
        if name in told:
            raise InvalidRules(
                f"{name}: {name}={told[name]} is a number of a rule, and no rule is given. Add rule=TEXT, or"
                f" leave {name} out to search for the best rules."
            )
    parameters = question.complete({**told, "rule": ANY_RULE})
    contest = _contest(asked, parameters)
    found, ended = _search(contest, numbers)
    rows, known, left_out = _standing(contest, found)
    if as_json:
        print_json(_document(game, parameters, found, rows, known, ended or left_out))
    else:
        _print(contest, found, rows, known, ended)
        if (unit := question.parameter("goal").unit) not in PLAIN_UNITS:
            console.print(f"Points in these rules are in {unit}.", soft_wrap=True)
        if left_out:
            console.print(LEFT_OUT)
    return INTERRUPTED if ended or left_out else 0


def _contest(asked: Asked, parameters: dict[str, Value]) -> TriedContest:
    """The contest in which rules are tried."""
    turn, goal = asked.question.turn(parameters), int(parameters["goal"])
    unit = asked.question.parameter("goal").unit
    _say_how_long_optimal_play_takes(asked, parameters)
    if asked.alone:
        turns = int(parameters["turns"])
        alone = AloneByPosition if asked.by_position else OneThrowAlone
        return alone(ContestAlone(turn, goal, turns), within(turn.name, goal, turns, unit))
    if asked.streak:
        streak = rule_of(parameters)
        return ByPosition(ContestOfStreak(turn, goal, streak), in_streak(turn.name, goal, streak, unit))
    if asked.equal_turns:
        tie = Tie(int(parameters["tie"]))
        return ByPosition(ContestOfEqualTurns(turn, goal, tie), in_equal_turns(turn.name, goal, tie, unit))
    race = ByPosition if asked.by_position else OneThrow
    return race(ContestInTurn(turn, goal), in_turn(turn.name, goal, unit))


def _say_how_long_optimal_play_takes(asked: Asked, parameters: dict[str, Value]) -> None:
    """Print the time of optimal play if it is long; that of one rule with all proofs is far longer."""
    question = asked.of_optimal_play
    known = {one.name for one in question.parameters}
    given = {name: value for name, value in parameters.items() if name in known}
    say_how_long(question, question.complete(given), "Optimal play, which comes first, takes about")


def _search(contest: TriedContest, numbers: int) -> tuple[list[Best], bool]:
    """The best rule of each family, and whether the user ended the search."""
    every, found = contest.families(numbers), dict[str, Best]()
    with searching(every) as search:

        def tell(so_far: Best) -> None:
            found[so_far.family.text] = so_far
            search.tell(so_far)

        try:
            for family in every:
                best(contest.tried, family, tell)
                search.leave(family)
        except KeyboardInterrupt:
            return list(found.values()), True
    return list(found.values()), False


def _standing(contest: TriedContest, found: list[Best]) -> tuple[list[Row], list[Row], bool]:
    """Evaluate the best rules and those of the literature, which may take longer than the search.

    Parameters
    ----------
    contest : contest in which rules were tried
    found : the best rule of each family

    Returns
    -------
    rows, known : of the best rules, and of the literature
    left_out : whether the user interrupted this
    """
    kept = told_apart(frontier(found))
    rows, known = list[Row](), list[Row]()
    with Console(stderr=True).status("") as status:
        try:
            for one in kept:
                status.update(f"Evaluating: {escape(one.text)}")
                rows.append(contest.row(one))
            status.update("Evaluating the rules of the literature")
            # If no rule was tried, there may be no optimal play yet to compare others with.
            known.extend(contest.known() if found else ())
        except KeyboardInterrupt:
            rest = kept[len(rows) :]
            rows += [Row(one.text, one.family.numbers, how(one), {"loss": one.loss}) for one in rest]
            return rows, known, True
    return rows, known, False


def told_apart(found: list[Best]) -> list[Best]:
    """Rules whose printed loss differs from that of the rule before, which has fewer numbers.

    Parameters
    ----------
    found : the frontier
    """
    kept = list[Best]()
    for one in found:
        if not kept or percent(one.loss) != percent(kept[-1].loss):
            kept.append(one)
    return kept


def _print(contest: TriedContest, found: list[Best], rows: list[Row], known: list[Row], ended: bool) -> None:
    """Print tables and what they mean.

    Parameters
    ----------
    contest : contest in which rules were tried
    found : the best rule of each family
    rows : the frontier
    known : rules of the literature
    ended : whether the search was interrupted
    """
    tried = sum(one.tried for one in found)
    if not found:
        console.print("The search was stopped before a rule was tried.")
        return
    searched, shown = {one.family.numbers for one in found}, {row.numbers for row in rows}
    no_better = sorted(searched - shown)
    title = f"{contest.title}: the best of {some(tried, 'rule')} of thumb"
    console.print(title + (", stopped early." if ended else "."))
    console.print(_table(contest.columns, rows))
    if no_better:
        console.print(f"\nNo rule with {_and(no_better)} numbers was found that loses less.")
    if known:
        console.print("\nWhat the literature recommends:")
        console.print(_table(contest.columns, known))
    console.print(f"\n{contest.meant} {CUT_SHORT if ended else LOCAL}")


def _and(numbers: Sequence[int]) -> str:
    """Numbers in a sentence.

    >>> _and([3]), _and([2, 3, 4])
    ('3', '2, 3 and 4')
    """
    *before, last = map(str, numbers)
    return f"{', '.join(before)} and {last}" if before else last


def _table(columns: Sequence[Column], rows: Sequence[Row]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("n", justify="right", no_wrap=True)
    table.add_column("rule")
    for column in columns:
        table.add_column(column.head, justify="right", no_wrap=True)
    for row in rows:
        text = f"{escape(row.rule)}\n[dim]{escape(row.note)}[/]"
        figures = row.figures
        shown = (column.shown(figures[column.name]) if column.name in figures else "" for column in columns)
        table.add_row(str(row.numbers or ""), text, *shown)
    return table


def _document(
    game: str, parameters: Any, found: list[Best], rows: list[Row], known: list[Row], ended: bool
) -> dict[str, Any]:
    """The results as a document for programs.

    Parameters
    ----------
    game, parameters : the request
    found : the best rule of each family
    rows : the frontier
    known : rules of the literature
    ended : whether the search was interrupted
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
        "frontier": [_as_document(row) for row in rows],
        "literature": [_as_document(row) for row in known],
    }


def _as_document(row: Row) -> dict[str, Any]:
    return {"rule": row.rule, "numbers": row.numbers, "note": row.note, **row.figures}
