"""One turn in fractions, its value being an affine function (a line) of unknown values."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from solvers.games.turn import Turn

# Constant, and coefficients of the unknown values.
Line = tuple[Fraction, ...]
ZERO, ONE = Fraction(0), Fraction(1)


class Worth(NamedTuple):
    """A value, and the line through it."""

    value: Fraction
    line: Line

    def left_to_other(self) -> "Worth":
        """The other player's value, 1 minus this one."""
        constant, *slopes = self.line
        return Worth(1 - self.value, (1 - constant, *(-slope for slope in slopes)))


def known(value: Fraction | int, slots: int) -> Worth:
    """A constant, as a line with `slots` coefficients."""
    return Worth(Fraction(value), (Fraction(value), *[ZERO] * (slots - 1)))


def unknown(value: Fraction, slot: int, slots: int) -> Worth:
    """The unknown value of a slot, with an estimate as its value."""
    return Worth(value, tuple(ONE if index == slot else ZERO for index in range(slots)))


def added(parts: Sequence[tuple[Fraction, Worth]]) -> Worth:
    """A weighted sum of at least one part."""
    value = sum((chance * worth.value for chance, worth in parts), ZERO)
    slots = range(len(parts[0][1].line))
    return Worth(
        value,
        tuple(
            sum((chance * worth.line[slot] for chance, worth in parts if worth.line[slot]), ZERO)
            for slot in slots
        ),
    )


def best_turn(
    turn: Turn, span: tuple[int, int], held: Callable[[int], Worth], bust: Worth, wiped: Worth
) -> Worth:
    """Value of the turn under the policy that is best by the values; a tie holds.

    Parameters
    ----------
    turn : any turn
    span : score before the turn, and the score from which on the player holds
    held : function from a score to the value of holding it; at the score before the turn, of holding with
        nothing
    bust, wiped : values of a bust and of a wipe
    """
    start, end = span
    thrown: dict[tuple[int, int], Worth] = {}

    def standing(x: int, position: int) -> Worth:
        best = held(x)
        for way in turn.positions[position].ways if x < end else ():
            ahead = thrown[x - way.given_up, way.throw]
            best = ahead if ahead.value > best.value else best
        return best

    for x in range(end - 1, start - 1, -1):
        # A throw without a gain leads to one later in the list.
        for index in reversed(range(len(turn.throws))):
            throw = turn.throws[index]
            parts = [(one.probability, standing(x + one.gain, one.position)) for one in throw.outcomes]
            thrown[x, index] = added([*parts, (throw.bust, bust), (throw.wipe, wiped)])
    return max((thrown[start, opening] for opening in turn.openings), key=lambda worth: worth.value)
