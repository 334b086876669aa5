"""Questions about a game, for a number of players, or that mention a text."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from flows.command_line.game_or_file import game_and_file
from solvers.catalog import QUESTIONS
from solvers.errors import InvalidRules
from solvers.games.own import text
from solvers.questions.parameter import Value
from solvers.questions.question import GOAL, Question
from solvers.questions.rules import OWN, RULES
from solvers.wording.cells import is_about, says_who
from solvers.wording.counts import some
from solvers.wording.listed import Askable, askable

if TYPE_CHECKING:
    from configs.rules.load import Described

# Words to search for.
ANSWERS = "handicap, turns, lead, policy, regret"


class Listed(NamedTuple):
    """The questions found.

    Attributes
    ----------
    game : name in the catalogue; "" for any
    described : its rules if they are in a file
    rows : questions about the game
    found : combinations of players that can be asked about
    by_name : questions that can only be asked by name
    """

    game: str
    described: "Described | None"
    rows: Sequence[Question]
    found: Sequence[Askable]
    by_name: Sequence[Question]


def listed(game: str, players: int | None, about: str) -> Listed:
    """The questions about a game, for a number of players, that mention a text.

    Parameters
    ----------
    game : a game, or a file of rules; "" for any
    players : number of players; None for any
    about : text to search for in players, names, titles, and names and meanings of outputs; "" for any

    Raises
    ------
    InvalidRules
        if there is no such game, or nothing is found
    """
    name, file = game_and_file(game) if game else ("", None)
    return listed_of(name, None if file is None else _described(file), players, about, game)


def listed_of(
    name: str, described: "Described | None", players: int | None, about: str, said: str = ""
) -> Listed:
    """Like `listed`, for a game that is already known.

    Parameters
    ----------
    name : name of the game in the catalogue; "" for any
    described : its rules if they are in a file
    players, about : as for `listed`
    said : how a person names the game, for errors

    Raises
    ------
    InvalidRules
        if nothing is found
    """
    rows = [row for row in QUESTIONS.values() if not name or is_about(row, name)]
    if described is not None:
        rules = text(described.turn)
        rows = [row for row in rows if row.parameter(RULES.name).refused(rules) is None]
    found = [one for one in askable(rows, players) if _has(about, one.words, *one.rows)]
    if described is not None:
        found = [one for one in found if _takes(one, described)]
    by_name = [row for row in rows if players is None and not says_who(row) and _has(about, "", row)]
    if not found and not by_name:
        raise _nothing_found(said, players, about)
    return Listed(name, described, rows, found, by_name)


def _nothing_found(game: str, players: int | None, about: str) -> InvalidRules:
    """The error if nothing is found."""
    of = f" of {game}" if game else ""
    if about:
        return InvalidRules(
            f"--about: no question{of} mentions {about!r}. Try a contest (equal turns), a player (hold at) or"
            f" an answer ({ANSWERS})."
        )
    listed, number = f"jeopardice questions {game}".rstrip(), players or 0
    return InvalidRules(f"--players: nothing{of} is solved for {some(number, 'player')}. See `{listed}`.")


def _has(about: str, words: str, *rows: Question) -> bool:
    """Whether a text is in these words, or in the descriptions of the questions."""
    said = [words]
    for row in rows:
        said += [row.name, row.title, row.contest.name]
        said += [f"{own.name} {own.long_name} {own.meaning}" for own in row.outputs]
    return about.lower() in " ".join(said).lower()


def _described(file: str) -> "Described":
    # Imported here, as only this needs the parser of rules.
    from configs.rules.load import load_game

    return load_game(file)


def _takes(one: Askable, game: "Described") -> bool:
    """Whether it is solved for these rules, with the least numbers for parameters without default."""
    try:
        question = QUESTIONS.worded(one.wording(OWN))
        given: dict[str, Value] = {RULES.name: text(game.turn)}
        if (goal := question.usual_goal(game.usual_goal)) is not None:
            given[GOAL] = goal
        for own in question.parameters:
            if own.default is None and own.name not in given:
                given[own.name] = own.codes[0] if own.codes else max(1, int(own.minimum or 0))
        question.complete(given)
    except InvalidRules:
        return False
    return True
