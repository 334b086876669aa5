"""What dice show, and how often: counted, not drawn."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import factorial, prod

from solvers.errors import expected

# Of all that dice may show, whoever is first. Six dice of six sides show 462 different things.
MOST_SHOWN = 100_000
MOST_SIDES = 1000

# Faces, sorted.
Shown = tuple[int, ...]


def faces_of(die: str | Sequence[int]) -> tuple[int, ...]:
    """The faces of a die as it is written.

    Raises
    ------
    InvalidRules
        if it is none

    Examples
    --------
    >>> faces_of("d4"), faces_of([1, 1, 6])
    ((1, 2, 3, 4), (1, 1, 6))
    """
    if not isinstance(die, str):
        if not die:
            raise expected("die", "one face or more", list(die))
        return tuple(die)
    sides = re.fullmatch(r"d(\d{1,4})", die)
    if sides is None or not 1 <= int(sides[1]) <= MOST_SIDES:
        raise expected("die", f"d1 to d{MOST_SIDES}, or a list of faces", die, "A usual die is d6.")
    return tuple(range(1, int(sides[1]) + 1))


def counted(dice: Sequence[tuple[int, ...]]) -> dict[Shown, int]:
    """All that dice may show, in no order, and in how many ways.

    Parameters
    ----------
    dice : faces of each

    Raises
    ------
    InvalidRules
        if that is more than anybody wants

    Examples
    --------
    >>> counted([(1, 2), (1, 2)])
    {(1, 1): 1, (1, 2): 2, (2, 2): 1}
    """
    kinds = Counter(dice)
    size = prod(_several(len(set(faces)), count) for faces, count in kinds.items())
    if size > MOST_SHOWN:
        raise expected("dice", f"some that show at most {MOST_SHOWN} different things", size)
    found: dict[Shown, int] = {(): 1}
    for faces, count in kinds.items():
        more = list(_alike(faces, count))
        together: dict[Shown, int] = {}
        for (one, ways), (other, times) in product(found.items(), more):
            shown = tuple(sorted(one + other))
            together[shown] = together.get(shown, 0) + ways * times
        found = together
    return found


def _several(faces: int, count: int) -> int:
    """How many different things so many dice alike may show."""
    return factorial(faces + count - 1) // (factorial(count) * factorial(faces - 1))


def _alike(faces: tuple[int, ...], count: int) -> Iterator[tuple[Shown, int]]:
    """What dice alike show, and in how many ways."""
    each = Counter(faces)
    for shown in combinations_with_replacement(sorted(each), count):
        ways = factorial(count)
        for face, times in Counter(shown).items():
            ways = ways // factorial(times) * each[face] ** times
        yield shown, ways


def taken(shown: Shown, wanted: Sequence[int | str]) -> Shown | None:
    """Those of the dice that are wanted, None if they are not all there.

    Parameters
    ----------
    shown : what the dice show
    wanted : faces; a letter stands for any, the same wherever it comes again, the highest that there is

    Examples
    --------
    >>> taken((1, 2, 2, 5), [1, "n", "n"]), taken((1, 2, 5), ["n", "n"])
    ((1, 2, 2), None)
    """
    left = Counter(shown)
    for face, count in Counter(one for one in wanted if isinstance(one, int)).items():
        if left[face] < count:
            return None
        left[face] -= count
    letters = Counter(one for one in wanted if isinstance(one, str))
    rest = _matched(left, sorted(letters.values(), reverse=True))
    return None if rest is None else tuple(sorted((Counter(shown) - rest).elements()))


def _matched(left: Counter[int], counts: Sequence[int]) -> Counter[int] | None:
    """What is left when different faces have been taken so many times each, the highest first."""
    if not counts:
        return left
    for face in sorted(left, reverse=True):
        if left[face] >= counts[0]:
            fewer = left.copy()
            # Another letter is another face.
            del fewer[face]
            rest = _matched(fewer, counts[1:])
            if rest is not None:
                rest[face] += left[face] - counts[0]
                return rest
    return None
