"""Requests in Python, as the words that the command takes."""

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from jeopardice.rules import Game

if TYPE_CHECKING:
    from flows.command_line.asked_case import Case

Players: TypeAlias = str | int | Sequence[str | Sequence[str]]
Keep: TypeAlias = str | Sequence[str]
What: TypeAlias = str | os.PathLike[str] | Game


def named(what: What) -> str:
    """The game, the file or the question, as the command takes it.

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
    if isinstance(what, str | os.PathLike):
        return os.fspath(what)
    from solvers.errors import expected

    remedy = "Make a game of it first: jp.game(...)." if isinstance(what, Mapping) else ""
    raise expected("game", "a name, a path, or what jp.game returns", what, remedy)


def names_of(keep: Keep | None) -> list[str]:
    """Names of outputs, from a list of them or a text with commas between them.

    >>> names_of("value, hold_at"), names_of(["value"]), names_of(None)
    (['value', 'hold_at'], ['value'], [])
    """
    from solvers.wording.names import names_of as split

    return list(split(keep if isinstance(keep, str) else ",".join(keep or ())))


def case_of(
    what: What, contest: str | None, players: Players | None, keep: Keep | None, given: Mapping[str, Any]
) -> "Case":
    """The requested case.

    Parameters
    ----------
    what : a name, a path, or a game
    contest, players, keep : as `solve` takes them
    given : parameters by name

    Raises
    ------
    InvalidRules
        if there is no such question, or a parameter is not one of its own
    """
    from flows.command_line.asked_case import case
    from flows.command_line.asked_for import asked_for

    words = [] if contest is None else [f"contest={contest}"]
    words += [] if players is None else [f"players={spelled(players)}"]
    words += [f"keep={','.join(names)}"] if (names := names_of(keep)) else []
    asked = asked_for(named(what), [*words, *(_text(name, value) for name, value in given.items())])
    return case(asked, what.given(asked.question) if isinstance(what, Game) else {})


def spelled(players: Players) -> str:
    """Players in one line, as the command takes them.

    >>> spelled(["best", "hold at 25"]), spelled(3)
    ('best, hold at 25', '3')
    """
    if isinstance(players, str | int):
        return str(players)
    return ", ".join(one if isinstance(one, str) else f"[{', '.join(one)}]" for one in players)


def _text(name: str, value: Any) -> str:
    """NAME=VALUE."""
    plain = value.item() if hasattr(value, "item") and getattr(value, "ndim", 0) == 0 else value
    if not isinstance(plain, bool | int | float | str | os.PathLike):
        from solvers.errors import expected

        several = isinstance(plain, Sequence | range) or hasattr(plain, "__iter__")
        remedy = "Several values are an axis: jp.sweep takes them." if several else ""
        raise expected(name, "one value", plain, remedy)
    text = str(plain).lower() if isinstance(plain, bool) else str(plain)
    return f"{name}={text}"
