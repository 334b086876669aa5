"""Translate a request in Python into the words that the command takes."""

import os
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypeAlias

from jeopardice.rules import Game
from solvers.errors import expected

if TYPE_CHECKING:
    from flows.command_line.asked_case import Case

Players: TypeAlias = str | int | Sequence[str | Sequence[str]]
Keep: TypeAlias = str | Sequence[str]
# Arguments of `solve` and `sweep` besides parameters. No parameter has a similar name.
ARGUMENTS = ("contest", "players", "keep")
What: TypeAlias = str | os.PathLike[str] | Game


def named(what: What) -> str:
    """Return the game, file or question as text for the command.

    Parameters
    ----------
    what : a name, a path, or a game

    Raises
    ------
    InvalidRules
        if it is none of these
    """
    if isinstance(what, Game):
        return what.asked
    if isinstance(what, str | os.PathLike) and os.fspath(what):
        return os.fspath(what)
    remedy = "Make a game of it first: jp.game(...)." if isinstance(what, Mapping) else ""
    raise expected("game", "a name, a path, or what jp.game returns", what, remedy)


def names_of(keep: Keep | None) -> list[str]:
    """Return names of outputs as a list.

    Raises
    ------
    InvalidRules
        if an item of the list is not a text

    Examples
    --------
    >>> names_of("value, hold_at"), names_of(["value"]), names_of(None)
    (['value', 'hold_at'], ['value'], [])
    """
    from solvers.wording.names import names_of as split

    if keep is None:
        return []
    listed: list[Any] = list(keep) if not isinstance(keep, str) and hasattr(keep, "__iter__") else [keep]
    if others := [one for one in listed if not isinstance(one, str)]:
        raise expected("keep", "names of outputs", others[0])
    return list(split(",".join(listed)))


def case_of(
    what: What, contest: str | None, players: Players | None, keep: Keep | None, given: Mapping[str, Any]
) -> "Case":
    """Return the requested case.

    Parameters
    ----------
    what : a name, a path, or a game
    contest, players, keep : as `solve` takes them
    given : parameters by name

    Raises
    ------
    InvalidRules
        if there is no such question, or it has no such parameter
    """
    from flows.command_line.asked_case import case
    from flows.command_line.asked_for import asked_for

    refuse_misspelled(given)
    words = [] if contest is None else [f"contest={contest}"]
    words += [] if players is None else [f"players={spelled(players)}"]
    words += [f"keep={','.join(names)}"] if (names := names_of(keep)) else []
    asked = asked_for(named(what), [*words, *(_text(name, value) for name, value in given.items())])
    return case(asked, what.given(asked.question) if isinstance(what, Game) else {})


def refuse_misspelled(given: Mapping[str, Any]) -> None:
    """Refuse a misspelled argument, such as `player`, which Python passes on as a parameter.

    Parameters
    ----------
    given : parameters by name

    Raises
    ------
    InvalidRules
        if a name resembles one of ARGUMENTS
    """
    for name in given:
        if near := get_close_matches(name, ARGUMENTS, 1, 0.8):
            raise expected(
                "arguments", f"a parameter, or {', '.join(ARGUMENTS)}", name, f"Did you mean {near[0]!r}?"
            )


def spelled(players: Players) -> str:
    """Return players as one line of text, as the command takes them.

    Raises
    ------
    InvalidRules
        if they are not a list, or one of them is not a text

    Examples
    --------
    >>> spelled(["best", "hold at 25"]), spelled(3)
    ('best, hold at 25', '3')
    """
    number = plain_of(players)
    if isinstance(number, str | int):
        return str(number)
    if isinstance(players, Mapping) or not hasattr(players, "__iter__"):
        raise expected("players", "a list by seat, or text with commas", players)
    return ", ".join(
        f"[{', '.join(map(_player, one))}]" if isinstance(one, list | tuple) else _player(one)
        for one in players
    )


def _player(one: object) -> str:
    if isinstance(one, str):
        return one
    remedy = f'Write "hold at {one}" for a player who holds at {one}.' if isinstance(one, int) else ""
    raise expected("players", "text for each player", one, remedy)


def plain_of(value: Any) -> Any:
    """Convert a value from its NumPy or xarray type to Python's; a whole float becomes an int.

    >>> import numpy as np
    >>> plain_of(np.float64(100)), plain_of(np.int64(5)), plain_of(0.5), plain_of("first")
    (100, 5, 0.5, 'first')
    """
    plain = value.item() if hasattr(value, "item") and getattr(value, "ndim", 0) == 0 else value
    if isinstance(plain, os.PathLike):
        return os.fspath(plain)
    return int(plain) if isinstance(plain, float) and plain.is_integer() else plain


def _text(name: str, value: Any) -> str:
    """Return NAME=VALUE."""
    plain = plain_of(value)
    if not isinstance(plain, bool | int | float | str | os.PathLike):
        several = isinstance(plain, Sequence | range) or hasattr(plain, "__iter__")
        remedy = "Several values are an axis: jp.sweep takes them." if several else ""
        raise expected(name, "one value", plain, remedy)
    text = str(plain).lower() if isinstance(plain, bool) else str(plain)
    return f"{name}={text}"
