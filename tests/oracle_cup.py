"""Dice from a cup, slow and obvious: each die is a thing of its own, drawn and thrown one by one. Nothing of
the project is imported; a cup is read as plain data.

A die lies in the cup, aside (its face is known), or in hand, to be thrown again.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

Die = tuple[str, int]


class Table:
    """The dice of a turn on the table.

    Parameters
    ----------
    cup : the rules
    aside : the faces that dice aside show
    again : the dice that are thrown again
    """

    def __init__(self, cup: Any, aside: dict[Die, str], again: tuple[Die, ...]) -> None:
        self.cup, self.aside, self.again = cup, aside, again
        self.faces = {face.name: face for face in cup.faces}
        self.dice = {(kind.name, place): kind for kind in cup.kinds for place in range(kind.number)}

    @property
    def inside(self) -> list[Die]:
        """The dice in the cup."""
        return [die for die in self.dice if die not in self.aside and die not in self.again]

    def filled(self) -> "Table | None":
        """With dice enough in the cup to fill the hand; None where one must hold."""
        if len(self.inside) + len(self.again) >= self.cup.hand:
            return self
        kept = {die: face for die, face in self.aside.items() if not self.faces[face].returns}
        table = Table(self.cup, kept, self.again)
        return table if len(table.inside) + len(table.again) >= self.cup.hand else None

    def hands(self) -> list[tuple[Die, ...]]:
        """All hands that may be drawn, each as likely as the others."""
        lacking = self.cup.hand - len(self.again)
        return [self.again + drawn for drawn in combinations(self.inside, lacking)]

    def shown(self, hand: tuple[Die, ...], faces: tuple[str, ...]) -> "tuple[int, Table | None]":
        """Points, and the table after a throw; None where it busts."""
        aside, again, gain = dict(self.aside), list[Die](), 0
        for die, face in zip(hand, faces, strict=True):
            gain += self.faces[face].gain
            if self.faces[face].gain or self.faces[face].bust_at:
                aside[die] = face
            else:
                again.append(die)
        counts = Counter(aside.values())
        busted = any(counts[face.name] >= face.bust_at > 0 for face in self.cup.faces)
        return gain, None if busted else Table(self.cup, aside, tuple(again))

    @property
    def name(self) -> str:
        """What is on the table, in the words of the game's positions."""

        def listed(dice: list[Die]) -> str:
            counts = Counter(kind for kind, _ in dice)
            return ", ".join(
                f"{counts[kind.name]} {kind.name}" for kind in self.cup.kinds if counts[kind.name]
            )

        back = [die for die, face in self.aside.items() if self.faces[face].returns]
        out = [die for die, face in self.aside.items() if not self.faces[face].returns]
        where = ((back, "to return"), (out, "out"), (list(self.again), "again"))
        parts = [f"{listed(dice)} {place}" for dice, place in where if dice]
        busts = [face.name for face in self.cup.faces if face.bust_at]
        if len(busts) > 1 or any(face.gain and not face.returns for face in self.cup.faces):
            counts = Counter(self.aside.values())
            parts += [f"{counts[face]} {face}" for face in busts if counts[face]]
        return "; ".join(parts) or "nothing yet"


def thrown(table: Table) -> dict[tuple[int, str], Fraction]:
    """The chance of each gain and position, "bust" for a throw that busts, all hands and faces tried; what
    changes nothing is thrown again.
    """
    found: Counter[tuple[int, str]] = Counter()
    total, hands = Fraction(0), table.hands()
    for hand in hands:
        every = list(product(*(table.dice[die].faces for die in hand)))
        for faces in every:
            gain, after = table.shown(hand, faces)
            key = (0, "bust") if after is None else (gain, after.name)
            if key != (0, table.name):
                chance = Fraction(1, len(hands) * len(every))
                found[key] += chance  # type: ignore[assignment]
                total += chance
    return {key: Fraction(chance) / total for key, chance in found.items()}


def tables(cup: Any) -> Iterator[Table]:
    """Every table from which a turn may throw, one for each name."""
    waiting, known = [Table(cup, {}, ())], {"nothing yet"}
    while waiting:
        table = waiting.pop()
        yield table
        for hand in table.hands():
            for faces in product(*(table.dice[die].faces for die in hand)):
                after = table.shown(hand, faces)[1]
                filled = after.filled() if after is not None else None
                if filled is not None and filled.name not in known:
                    known.add(filled.name)
                    waiting.append(filled)


def throw(table: Table, random: Random) -> "tuple[int, Table | None]":
    """Draw and throw."""
    lacking = table.cup.hand - len(table.again)
    hand = table.again + tuple(random.sample(table.inside, lacking))
    return table.shown(hand, tuple(random.choice(table.dice[die].faces) for die in hand))
