"""What can be asked, of a game, by so many players, or about something."""

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

# Words by which answers are found.
ANSWERS = "handicap, turns, lead, policy, regret"


class Listed(NamedTuple):
    """What can be asked.

    Attributes
    ----------
    game : name in the catalogue; "" for any
    described : its rules, where they are in a file
    rows : questions about the game
    found : what players can be asked about
    by_name : questions that only their names ask for
    """

    game: str
    described: "Described | None"
    rows: Sequence[Question]
    found: Sequence[Askable]
    by_name: Sequence[Question]


def listed(game: str, players: int | None, about: str) -> Listed:
    """What can be asked.

    Parameters
    ----------
    game : a game, or a file of rules; "" for any
    players : how many there are; None for any number
    about : text that is looked for in players, names, titles, and names and meanings of outputs; "" for any

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
    """As `listed`, of a game that is known already.

    Parameters
    ----------
    name : of the game in the catalogue; "" for any
    described : its rules, where they are its own
    players, about : as for `listed`
    said : how a person calls the game, for errors

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
    """The error where nothing is."""
    of = f" of {game}" if game else ""
    if about:
        return InvalidRules(
            f"--about: no question{of} mentions {about!r}. Try a contest (equal turns), a player (hold at) or"
            f" an answer ({ANSWERS})."
        )
    listed, number = f"jeopardice questions {game}".rstrip(), players or 0
    return InvalidRules(f"--players: nothing{of} is solved for {some(number, 'player')}. See `{listed}`.")


def _has(about: str, words: str, *rows: Question) -> bool:
    """Whether words, or what rows say of themselves, have a text."""
    said = [words]
    for row in rows:
        said += [row.name, row.title, row.contest.name]
        said += [f"{own.name} {own.long_name} {own.meaning}" for own in row.outputs]
    return about.lower() in " ".join(said).lower()


def _described(file: str) -> "Described":
    # Reading rules takes a parser, which nothing else needs.
    from configs.rules.load import load_game

    return load_game(file)


def _takes(one: Askable, game: "Described") -> bool:
    """Whether it is solved for these rules, with the least numbers for which there is no default."""
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
