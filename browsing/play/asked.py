"""What a page is asked for: the game of a link, and how it is shown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from playing import games
from playing.saving import FIXED, MOST_MOVES, Saved, link, read_link
from playing.seeds import new_seed
from playing.setup import MOST_SEED, Setup, set_up
from solvers.errors import expected
from tasks.given import read_all

# Names of an address that are not the link's.
COACH, AFTER = "coach", "after"
# Of a form: an opponent by its name, before one that is chosen from a list.
NAMED = "named"
SEED = re.compile(r"[0-9]{1,16}")


@dataclass(frozen=True)
class Shown:
    """How a game is shown.

    Attributes
    ----------
    coaching : whether the coach says what choices are worth before they are made
    after : how many of your decisions are shown; None for all
    """

    coaching: bool = True
    after: int | None = None


def fresh(fields: Mapping[str, str]) -> Setup:
    """The setup of a new game, as a form asks for it.

    Parameters
    ----------
    fields : game, opponent, first, seed and the game's parameters, as texts; what is empty is the usual; what
        is `named` is the opponent, too

    Raises
    ------
    InvalidRules
        if it cannot be played
    """
    question = games.find(fields.get("game", "")).question
    filled = {name: text.strip() for name, text in fields.items() if text.strip()}
    given = {name: text for name, text in filled.items() if name not in (*FIXED, COACH, NAMED)}
    seed = filled.get("seed", "")
    if seed and not SEED.fullmatch(seed):
        raise expected("seed", f"a whole number to {MOST_SEED}, or nothing for a new one", seed)
    return set_up(
        fields["game"],
        read_all(question, (f"{name}={text}" for name, text in given.items())),
        opponent=filled.get(NAMED) or filled.get("opponent", ""),
        first=filled.get("first", ""),
        seed=int(seed) if seed else new_seed(),
    )


def of_game(fields: Mapping[str, str]) -> tuple[Saved, Shown]:
    """The game of an address, and how it is shown.

    Parameters
    ----------
    fields : of the address, as texts

    Raises
    ------
    InvalidRules
        if it is not one of a game
    """
    own = {name: text for name, text in fields.items() if name not in (COACH, AFTER)}
    saved = read_link(urlencode(own))
    return saved, Shown(coaching(fields), _after(fields.get(AFTER), len(saved.moves)))


def address(setup: Setup, moves: tuple[int, ...], shown: Shown) -> str:
    """The query of a page.

    Parameters
    ----------
    setup, moves : the game
    shown : how it is shown
    """
    own = {} if shown.coaching else {COACH: "off"}
    if shown.after is not None:
        own[AFTER] = str(shown.after)
    return "&".join(filter(None, [link(setup, moves), urlencode(own)]))


def coaching(fields: Mapping[str, str]) -> bool:
    """Whether the coach speaks.

    Parameters
    ----------
    fields : of an address

    Raises
    ------
    InvalidRules
        if it says neither
    """
    text = fields.get(COACH, "on")
    if text not in ("on", "off"):
        raise expected(COACH, "on or off", text)
    return text == "on"


def _after(text: str | None, moves: int) -> int | None:
    """How many decisions are shown; None if all are."""
    if text is None:
        return None
    if not text.isdecimal() or len(text) > len(str(MOST_MOVES)) or int(text) > moves:
        raise expected(AFTER, f"a whole number from 0 to {moves}, the decisions of this game", text)
    return None if int(text) == moves else int(text)
