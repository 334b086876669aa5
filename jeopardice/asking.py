"""A table of the questions that can be asked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from jeopardice.asked import What, named
from jeopardice.border import public
from jeopardice.rules import Game

if TYPE_CHECKING:
    import pandas as pd

    from flows.command_line.listed import Listed
    from solvers.questions.question import Question

# The most useful columns stand first and last: pandas drops those between in a narrow terminal.
COLUMNS = ("contest", "games", "keep", "title", "outputs", "parameters", "players")


@public
def questions(
    game: What | None = None, players: int | None = None, about: str | None = None
) -> "pd.DataFrame":
    """List what can be asked, one row for each combination of contest and players.

    Parameters
    ----------
    game : name, path of a file of rules, or what `game` returns; None for any
    players : number of players; None for any number
    about : text to search for in players, titles, and names and meanings of outputs; None for any

    Returns
    -------
    pandas.DataFrame
        `contest`, `players`, `keep`: as `solve` takes them, with numbers in braces to be given as parameters;
        `title`: one line; `outputs`: names; `parameters`: accepted values by name; `games`: games that the
        question exists for. For a question without players, `players` has the question's name: ask by that.

    Raises
    ------
    InvalidRules
        if there is no such game, or nothing is found

    Examples
    --------
    >>> import jeopardice as jp
    >>> table = jp.questions("pig", players=2, about="handicap")
    >>> table.players[0], table.parameters[0]["goal"]
    ('best, best', 'a whole number from 2 to 1000; 100 by default')
    """
    import pandas as pd

    from flows.command_line.listed import listed, listed_of

    if isinstance(game, Game):
        found = listed_of(game.asked, game.described, players, about or "", game.name)
    else:
        found = listed("" if game is None else named(game), players, about or "")
    rows = [*_in_words(found), *_by_name(found)]
    return pd.DataFrame(rows, columns=pd.Index(COLUMNS))


def _in_words(found: "Listed") -> Iterator[tuple[Any, ...]]:
    from solvers.catalog import QUESTIONS

    for one in found.found:
        question = QUESTIONS.worded(one.wording(found.game or one.games[0]))
        games = _games(found, one.games)
        parts = question.title, *_parts(question, found)
        yield one.contest.name, games, list(one.keep), *parts, one.players


def _by_name(found: "Listed") -> Iterator[tuple[Any, ...]]:
    for row in found.by_name:
        games = _games(found, [] if row.game is None else [row.game.name])
        yield row.contest.name, games, [], row.title, *_parts(row, found), row.name


def _games(found: "Listed", known: list[str]) -> list[str]:
    if found.described is not None:
        return [found.described.turn.name]
    return [found.game] if found.game else known


def _parts(question: "Question", found: "Listed") -> tuple[list[str], dict[str, str]]:
    """Names of outputs, and the accepted values of each parameter."""
    from solvers.questions.rules import RULES

    taken = {}
    for own in question.parameters:
        default = "" if own.default is None else f"; {str(own.default).lower()} by default"
        if own.name != RULES.name or found.described is None:
            taken[own.name] = f"{own.rule}{default}"
    return [own.name for own in question.outputs], taken
