"""Write a game, its setup and the person's decisions, as a short link or a JSON document, and read it again.

    v=1&game=pig&goal=100&opponent=optimal&first=you&seed=7&moves=rrrhrh

A decision is h to hold, r for the first other choice, or w and a number for further ones: w5 rolls five dice
in Hog. Parameters with default values are left out.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from playing import games
from playing.setup import Setup, set_up
from solvers.errors import expected
from solvers.games.turn import HOLD, ROLL
from solvers.questions.parameter import Value
from tasks.given import read_all

VERSION = 1
FIXED = ("v", "game", "opponent", "first", "seed", "moves")
# A game of Pig to 1000 between players who hold at 1 has about 2000 decisions.
MOST_MOVES = 20_000
# Longest link: all its decisions with at most four characters each, and what comes before.
MOST_CHARACTERS = 4 * MOST_MOVES + 2000
REMEDY = "Copy all of it, as it was printed or saved."
LETTERS = {HOLD: "h", ROLL: "r"}
MOVE = re.compile(r"h|r|w([1-9][0-9]{1,2}|[2-9])")


@dataclass(frozen=True)
class Saved:
    """A saved game.

    Attributes
    ----------
    setup : setup of the game
    moves : the person's decisions
    """

    setup: Setup
    moves: tuple[int, ...]


def link(setup: Setup, moves: Iterable[int]) -> str:
    """Return a game as the query of a link.

    Parameters
    ----------
    setup : setup of the game
    moves : the person's decisions

    Examples
    --------
    >>> link(set_up("pig", seed=7), [1, 1, 0])
    'v=1&game=pig&goal=100&opponent=optimal&first=you&seed=7&moves=rrh'
    """
    fields: dict[str, object] = {"v": VERSION, "game": setup.game, "goal": setup.goal}
    usual = {own.name: own.default for own in setup.playable.question.parameters}
    fields |= {name: _text(value) for name, value in setup.rules if value != usual[name]}
    fields |= {"opponent": setup.opponent, "first": setup.first, "seed": setup.seed}
    return urlencode(fields | {"moves": _written(moves)})


def move(place: int) -> str:
    """Return a decision as written in a link.

    Parameters
    ----------
    place : place of the choice

    Examples
    --------
    >>> move(0), move(1), move(5)
    ('h', 'r', 'w5')
    """
    return LETTERS.get(place, f"w{place}")


def read_link(text: str) -> Saved:
    """Return a game from a link, or from its part after the question mark.

    Parameters
    ----------
    text : the link

    Raises
    ------
    InvalidRules
        if it is not the link of a game

    Examples
    --------
    >>> read_link("https://example.org/play?v=1&game=piglet&seed=7&moves=rrh").moves
    (1, 1, 0)
    """
    if len(text) > MOST_CHARACTERS:
        raise expected("link", f"at most {MOST_CHARACTERS} characters", len(text), REMEDY)
    query = re.split(r"[?#]", text.strip())[-1]
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=True)
    except ValueError:
        raise expected("link", "v=1&game=...&moves=...", text[:80], REMEDY) from None
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise expected("link", "each name once", query[:80], REMEDY)
    _check_version(fields.get("v"))
    question = games.find(fields.get("game", "")).question
    given = read_all(question, (f"{name}={text}" for name, text in fields.items() if name not in FIXED))
    return _saved({name: text for name, text in fields.items() if name in FIXED}, given)


def document(setup: Setup, moves: Iterable[int]) -> str:
    """Return a game as a JSON document.

    Parameters
    ----------
    setup : setup of the game
    moves : the person's decisions
    """
    fields = {"v": VERSION, "game": setup.game, "parameters": setup.parameters, "opponent": setup.opponent}
    fields |= {"first": setup.first, "seed": setup.seed, "moves": _written(moves)}
    return json.dumps(fields, indent=2) + "\n"


def read_document(text: str) -> Saved:
    """Return a game from a JSON document.

    Parameters
    ----------
    text : text of the document

    Raises
    ------
    InvalidRules
        if it is not the document of a game
    """
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise expected("saved game", "a JSON document", f"{text[:40]!r}: {error}", REMEDY) from None
    if not isinstance(fields, dict) or not isinstance(fields.get("parameters", {}), dict):
        raise expected("saved game", "a JSON object whose `parameters` are an object", text[:80], REMEDY)
    _check_version(fields.get("v"))
    given = fields.pop("parameters", {})
    return _saved(fields, given)


def _check_version(version: object) -> None:
    if str(version) != str(VERSION):
        raise expected("v", str(VERSION), version, "This is not a saved game, or one of another version.")


def _saved(fields: Mapping[str, object], given: Mapping[str, object]) -> Saved:
    """A game from its fields, as texts or JSON values."""
    for name in fields:
        if name not in FIXED:
            raise expected("saved game", f"{', '.join(FIXED)} and parameters", name, REMEDY)
    texts = {name: str(fields.get(name, "")) for name in FIXED}
    if not re.fullmatch(r"[0-9]{1,16}", texts["seed"]):
        raise expected("seed", "a whole number", fields.get("seed"), REMEDY)
    setup = set_up(
        texts["game"],
        given,
        opponent=texts["opponent"],
        first=texts["first"],
        seed=int(texts["seed"]),
    )
    return Saved(setup, _moves(texts["moves"]))


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _written(moves: Iterable[int]) -> str:
    return "".join(map(move, moves))


def _moves(text: str) -> tuple[int, ...]:
    """Decisions from their text."""
    letters = {letter: place for place, letter in LETTERS.items()}
    found: list[int] = []
    end = 0
    while end < len(text) and len(found) < MOST_MOVES:
        one = MOVE.match(text, end)
        if one is None:
            raise expected("moves", "h, r, or w and a number", text[end : end + 8], REMEDY)
        found.append(letters[one[0]] if one[1] is None else int(one[1]))
        end = one.end()
    if end < len(text):
        raise expected("moves", f"at most {MOST_MOVES} decisions", f"{len(text)} characters", REMEDY)
    return tuple(found)
