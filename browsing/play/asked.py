"""The request of a page: the game of a link, and how it is shown."""

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

# Names in an address that are not the link's.
COACH, AFTER = "coach", "after"
# Field of a form: a typed opponent, which takes precedence over the list.
NAMED = "named"
SEED = re.compile(r"[0-9]{1,16}")


@dataclass(frozen=True)
class Shown:
    """How a game is shown.

    Attributes
    ----------
    coaching : whether the coach shows the values of choices before they are made
    after : number of the person's decisions that are shown; None for all
    """

    coaching: bool = True
    after: int | None = None


def fresh(fields: Mapping[str, str]) -> Setup:
    """Return the setup of a new game from a form.

    Parameters
    ----------
    fields : game, opponent, first, seed and the game's parameters, as texts; empty ones have their defaults;
        `named` is a typed opponent

    Raises
    ------
    InvalidRules
        if a value is not accepted
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
    """Return the game of an address, and how it is shown.

    Parameters
    ----------
    fields : fields of the address, as texts

    Raises
    ------
    InvalidRules
        if it is not the address of a game
    """
    own = {name: text for name, text in fields.items() if name not in (COACH, AFTER)}
    saved = read_link(urlencode(own))
    return saved, Shown(coaching(fields), _after(fields.get(AFTER), len(saved.moves)))


def address(setup: Setup, moves: tuple[int, ...], shown: Shown) -> str:
    """Return the query of a page.

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
    """Return whether the coach speaks.

    Parameters
    ----------
    fields : fields of an address

    Raises
    ------
    InvalidRules
        if the value is neither on nor off
    """
    text = fields.get(COACH, "on")
    if text not in ("on", "off"):
        raise expected(COACH, "on or off", text)
    return text == "on"


def _after(text: str | None, moves: int) -> int | None:
    """Number of decisions that are shown; None for all."""
    if text is None:
        return None
    if not text.isdecimal() or len(text) > len(str(MOST_MOVES)) or int(text) > moves:
        raise expected(AFTER, f"a whole number from 0 to {moves}, the decisions of this game", text)
    return None if int(text) == moves else int(text)
