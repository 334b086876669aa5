"""How many dice a throw rolls and how many are set aside for good, from the names of throws and positions."""

import re
from functools import lru_cache

from solvers.games.turn import Turn

DICE, OUT = re.compile(r"(\d+) dic?e"), re.compile(r"(?:^|; )([^;]*) out(?:;|$)")


def dice_of(turn: Turn) -> tuple[int, ...] | None:
    """Return the number of dice of each throw; None if the names do not all say it.

    Examples
    --------
    >>> from solvers.games import pig, ten_thousand
    >>> dice_of(ten_thousand.turn()), dice_of(pig.turn())
    ((5, 4, 3, 2, 1), None)
    """
    found = list[int]()
    for throw in turn.throws:
        if (one := DICE.fullmatch(throw.name)) is None:
            return None
        found.append(int(one[1]))
    return tuple(found)


def out_of(turn: Turn) -> tuple[int, ...] | None:
    """Return the number of dice set aside for good at each position; None if no name says it."""
    return _out_of(tuple(position.name for position in turn.positions))


@lru_cache(maxsize=8)
def _out_of(names: tuple[str, ...]) -> tuple[int, ...] | None:
    """As `out_of`, cached by names: a search asks for every rule, and a game with a cup has thousands."""
    found = [OUT.search(name) for name in names]
    if not any(found):
        return None
    return tuple(sum(map(int, re.findall(r"\d+", one[1]))) if one else 0 for one in found)
