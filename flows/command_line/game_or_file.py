"""A game as a person names it: of the catalogue, a shipped file of rules, or another file."""

from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path

from configs.rules.finding import find_rules, nearest
from configs.rules.shipped import shipped_rules
from solvers.errors import expected
from solvers.questions.games import GAMES
from solvers.questions.rules import OWN

SEARCH = "Search by a word: jeopardice questions --about WORD."


def game_and_file(name: str) -> tuple[str, str | None]:
    """The game of the catalogue that is meant, and the file of its rules if there is one.

    Parameters
    ----------
    name : the name as typed

    Raises
    ------
    InvalidRules
        if there is neither such a game nor such a file
    """
    file = file_of(name, [game for game in GAMES if name == OWN or game != OWN])
    return name if file is None else OWN, file


def file_of(game: str, known: Collection[str]) -> str | None:
    """The file of rules that is meant, None for a game of the catalogue.

    Parameters
    ----------
    game : the game as named
    known : accepted games of the catalogue

    Raises
    ------
    InvalidRules
        if there is neither such a game nor such a file
    """
    if game in known and not Path(game).is_file():
        return None
    file = find_rules(game)
    if file is not None:
        return str(file)
    if Path(game).suffix or len(Path(game).parts) > 1:
        near = nearest(game)
        remedy = f"Did you mean {near!r}?" if near else "Check the path."
        raise expected("game", "a file of rules, or a game", f"{game}: no such file", remedy)
    names = list(dict.fromkeys([*known, *shipped_rules()]))
    close = get_close_matches(game, names, 1)
    remedy = f"Did you mean {close[0]!r}?" if close else SEARCH
    raise expected("game", f"one of {', '.join(names)}, or a file of rules", game, remedy)
