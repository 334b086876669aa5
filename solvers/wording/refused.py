"""Errors for requests that no row answers. Each names the nearest requests that are solved."""

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from itertools import permutations

from solvers.contests.contest import CONTESTS
from solvers.errors import InvalidRules, expected
from solvers.outputs.output import Output
from solvers.questions.question import Question
from solvers.wording.cells import Cell, cells, is_about, is_for, says_who
from solvers.wording.keeping import Chosen, is_told_apart, outputs_of, telling
from solvers.wording.names import Wording
from solvers.wording.seats import Told, read, spelled
from solvers.wording.spoken import game_called, limits, told_by, with_more

# At most 4 alternatives of a kind are named; all orders are tried for up to 4 players.
MOST_NAMED, MOST_ORDERED = 4, 4


def refused(asked: Wording, told: Sequence[Told], catalogue: Collection[Question]) -> InvalidRules:
    """Return the error for a request that no row answers.

    Parameters
    ----------
    asked : the request
    told : its players, one for each seat
    catalogue : all rows
    """
    games = list(dict.fromkeys(row.game.name for row in catalogue if row.game is not None))
    if asked.game not in games:
        return expected("game", f"one of {', '.join(games)}", asked.game)
    game = game_called(asked.game)
    others = [game for game in games if cells(asked._replace(game=game), told, catalogue)]
    contests = [
        word for word, contest in CONTESTS.items() if cells(asked._replace(contest=contest), told, catalogue)
    ]
    orders = permutations(told) if len(told) <= MOST_ORDERED else ()
    ordered = [order for order in dict.fromkeys(orders) if cells(asked, order, catalogue)]
    near = [
        ("these players in the order", [spelled([(one,) for one in order]) for order in ordered]),
        ("these players in this contest of", list(map(game_called, others))),
        (f"these players of {game} in the contest", contests),
        (f"{asked.contest.name} of {game} for players", _players(told, _of_contest(asked, catalogue))),
    ]
    said = [f"Solved: {what} {_listed(names)}." for what, names in near if names]
    return expected(
        "players",
        f"some that are solved in the contest {asked.contest.name!r} of {game}",
        spelled(asked.seats),
        " ".join(said),
    )


def without(asked: Wording, name: str, catalogue: Collection[Question]) -> InvalidRules | None:
    """Return the error for a parameter that only rows for other players have; None if no row has it.

    Parameters
    ----------
    asked : the request
    name : name of the parameter
    catalogue : all rows
    """
    told = [seat[0] for seat in asked.seats]
    rows = [row for row in _of_contest(asked, catalogue) if any(own.name == name for own in row.parameters)]
    if not rows:
        return None
    remedy = f"These players have it: {_listed(_players(told, rows))}."
    answering = cells(asked, told, catalogue)
    for place, cell in enumerate(answering):
        chosen = Chosen(cell, answering[:place])
        if cell.question in rows and name not in cell.bound and is_told_apart(chosen):
            remedy = f"It goes with other outputs of these players: keep={','.join(telling([chosen]))}."
            break
    return expected(name, f"a parameter of {asked.name}", name, remedy)


def not_kept(
    asked: Wording, told: Sequence[Told], answering: Sequence[Cell], catalogue: Collection[Question]
) -> InvalidRules:
    """Return the error for outputs in `keep` that no row for these players has, or none has together.

    Parameters
    ----------
    asked : the request, with `keep`
    told : its players, one for each seat
    answering : rows that answer for them, the simplest first
    catalogue : all rows
    """
    keep, name = asked.keep, asked._replace(keep=()).name
    each = list(map(outputs_of, answering))
    known = list(dict.fromkeys(output for outputs in each for output in outputs))
    unknown = next((output for output in keep if output not in known), None)
    if unknown is None:
        rule = f"outputs of {name} that are solved together"
        remedy = f"Ask for each of these by itself: {_listed(_together(keep, each))}."
        return expected("keep", rule, ", ".join(keep), remedy)
    if rows := [row for row in _of_contest(asked, catalogue) if _has(row, unknown)]:
        remedy = f"These players have it: {_listed(_players(told, rows))}."
        return expected("keep", f"an output of {name}", unknown, remedy)
    return no_output(name, unknown, known)


def no_output(name: str, output: str, outputs: Sequence[str]) -> InvalidRules:
    """Return the error for an output that a question does not have.

    Parameters
    ----------
    name : name of the question
    output : name of the output
    outputs : names of the outputs that it has
    """
    near = get_close_matches(output, outputs, 1)
    remedy = f"Did you mean {near[0]!r}?" if near else f"It has {', '.join(outputs)}."
    return expected("keep", f"an output of {name}", output, remedy)


def not_in_common(asked: Wording, outputs: Sequence[Output]) -> InvalidRules | None:
    """Return the error for an output that not all listed players share; None if all outputs are shared.

    Parameters
    ----------
    asked : the request; each player's row has its outputs
    outputs : the outputs that all rows share
    """
    names = [own.name for own in outputs]
    other = next((name for name in asked.keep if name not in names), None)
    if other is None:
        return None
    rule = f"an output that all players of {asked._replace(keep=()).name} have"
    remedy = f"They have in common: {', '.join(names)}. Or ask for each alone."
    return expected("keep", rule, other, remedy)


def _has(row: Question, output: str) -> bool:
    return any(own.name == output for own in row.outputs)


def _together(keep: Sequence[str], each: Sequence[Sequence[str]]) -> list[str]:
    """The outputs in `keep`, in the fewest groups that single rows have, the largest first."""
    left, parts = [*keep], []
    while left:
        most = max(([name for name in left if name in outputs] for outputs in each), key=len)
        left = [name for name in left if name not in most]
        parts.append(", ".join(most))
    return parts


def _of_contest(asked: Wording, catalogue: Collection[Question]) -> list[Question]:
    """The rows about a game and a contest."""
    return [
        row
        for row in catalogue
        if says_who(row) and row.contest == asked.contest and is_about(row, asked.game)
    ]


def _players(told: Sequence[Told], rows: Collection[Question]) -> list[str]:
    """Players of rows, as text: the same number of players first, then the most of the same kinds."""
    found: dict[str, list[Question]] = {}
    for row in rows:
        found.setdefault(told_by(row), []).append(row)

    def far(players: str) -> tuple[int, int]:
        kinds = {player.kind for row in found[players] for player in row.players.all}
        fits = any(is_for(row, told[0].count or len(told)) for row in found[players])
        number = 0 if fits else 1 + min(_from(len(told), row, players) for row in found[players])
        return number, -sum(one.kind in kinds for one in told)

    return [with_more(players, found[players]) for players in sorted(found, key=far)]


def _from(number: int, row: Question, players: str) -> int:
    """Distance between a number of players and those that a row is for."""
    least, most = limits(row) if row.players.count else (len(read(players)),) * 2
    return abs(number - min(max(number, least), most))


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return "; ".join(names[:MOST_NAMED]) + more
