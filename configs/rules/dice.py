"""Results of dice with their frequencies, by counting."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from configs.rules.part import Refused
from solvers.wording.counts import either

# Most steps of counting; six dice of six sides take some thousands.
MOST_STEPS = 1_000_000
MOST_SIDES, MOST_DICE = 1000, 100
USUAL = "A usual die is d6."
# Faces that must be among those thrown; a letter stands for any.
Wanted = Sequence[int | str]


class Shown(NamedTuple):
    """A result of dice: relevant faces individually, and sum and number of the others.

    Attributes
    ----------
    named : faces that some result asks for, sorted; no more of each than any result asks for
    others_sum, others : sum and number of all other dice
    """

    named: tuple[int, ...] = ()
    others_sum: int = 0
    others: int = 0

    def __str__(self) -> str:
        """As a person would say it."""
        rest = "another face" if self.others == 1 else f"{self.others} other faces"
        return either([*map(str, self.named), *([rest] if self.others else [])], "and")


def faces_of(die: str | Sequence[int]) -> tuple[int, ...]:
    """The faces of a die as written.

    Raises
    ------
    Refused
        if it is not a die

    Examples
    --------
    >>> faces_of("d4"), faces_of([1, 1, 6])
    ((1, 2, 3, 4), (1, 1, 6))
    """
    if not isinstance(die, str):
        if not die:
            raise Refused("die", "one face or more", "none")
        return tuple(die)
    sides = re.fullmatch(r"d(\d{1,4})", die)
    if sides is None or not 1 <= int(sides[1]) <= MOST_SIDES:
        several = re.fullmatch(r"(\d+)(d\d+)", die)
        remedy = f"A list has an entry for each die: [{several[2]}, {several[2]}]." if several else USUAL
        raise Refused("die", f"d1 to d{MOST_SIDES}, or a list of faces", repr(die), remedy)
    return tuple(range(1, int(sides[1]) + 1))


def counted(dice: Sequence[tuple[int, ...]], asked: Iterable[Wanted]) -> dict[Shown, int]:
    """All results of dice, as far as they differ, and in how many ways each comes.

    Parameters
    ----------
    dice : faces of each die
    asked : faces that results ask for

    Raises
    ------
    Refused
        if there are too many dice or outcomes

    Examples
    --------
    >>> for shown, ways in counted([(1, 2, 3), (1, 2, 3)], [[1]]).items():
    ...     print(shown.named, shown.others_sum, ways)
    (1,) 1 1
    (1,) 2 2
    (1,) 3 2
    () 4 1
    () 5 2
    () 6 1
    """
    if len(dice) > MOST_DICE:
        raise Refused("dice", f"at most {MOST_DICE}", str(len(dice)))
    wanted, steps = _most(dice, asked), 0
    found = {Shown(): 1}
    for faces in dice:
        each, more = Counter(faces), dict[Shown, int]()
        steps += len(found) * len(each)
        if steps > MOST_STEPS:
            remedy = "Throw fewer dice, with fewer faces, or ask for fewer of them."
            raise Refused("dice", "these dice have too many outcomes to count", "", remedy)
        for shown, ways in found.items():
            for face, times in each.items():
                after = _with(shown, face, wanted)
                more[after] = more.get(after, 0) + ways * times
        found = more
    return found


def _most(dice: Sequence[tuple[int, ...]], asked: Iterable[Wanted]) -> Counter[int]:
    """How many of each face are relevant."""
    found: Counter[int] = Counter()
    for wanted in asked:
        found |= Counter(face for face in wanted if isinstance(face, int))
        if any(isinstance(face, str) for face in wanted):
            found |= Counter({face: len(dice) for faces in dice for face in faces})
    return found


def _with(shown: Shown, face: int, wanted: Counter[int]) -> Shown:
    """The result with one more die."""
    if shown.named.count(face) < wanted[face]:
        return shown._replace(named=tuple(sorted((*shown.named, face))))
    return shown._replace(others_sum=shown.others_sum + face, others=shown.others + 1)


def taken(shown: Shown, wanted: Wanted) -> Shown | None:
    """The dice that remain without the wanted faces, None if these are not all there.

    Parameters
    ----------
    shown : from `counted`
    wanted : faces; a letter stands for any face, the same wherever it is repeated, the highest possible

    Examples
    --------
    >>> taken(Shown((1, 2, 2, 5)), [1, "n", "n"])
    Shown(named=(5,), others_sum=0, others=0)
    >>> taken(Shown((1, 2, 5)), ["n", "n"]) is None
    True
    """
    left = Counter(shown.named)
    for face, count in Counter(one for one in wanted if isinstance(one, int)).items():
        if left[face] < count:
            return None
        left[face] -= count
    letters = Counter(one for one in wanted if isinstance(one, str))
    rest = _matched(left, sorted(letters.values(), reverse=True))
    return None if rest is None else shown._replace(named=tuple(sorted(rest.elements())))


def _matched(left: Counter[int], counts: Sequence[int]) -> Counter[int] | None:
    """The remaining dice after different faces are taken `counts` times each, the highest first."""
    if not counts:
        return left
    for face in sorted(left, reverse=True):
        if left[face] >= counts[0]:
            # Another letter is another face.
            fewer = left.copy()
            kept = fewer.pop(face) - counts[0]
            rest = _matched(fewer, counts[1:])
            if rest is not None:
                rest[face] += kept
                return rest
    return None
