"""Evaluate a rule of thumb for values of its names: where it holds, and what it goes for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

import numpy as np

from solvers.arrays import Flags
from solvers.errors import InvalidRules, Marked, expected
from solvers.players.language.fractions import Exact, common, product
from solvers.players.language.grammar import REMEDY, parsed
from solvers.players.language.named import spelled_out

FUNCTIONS = {"min": 2, "max": 2, "abs": 1, "floor": 1, "ceil": 1, "round": 1}
# Errors list at most this many positions, with names of at most this many characters.
FEW_POSITIONS, LONGEST_POSITION = 4, 40
# Largest whole number in a rule.
MOST_NUMBER = 10**6
COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    ">=": np.greater_equal,
    "<=": np.less_equal,
    "!=": np.not_equal,
    "==": np.equal,
    "=": np.equal,
    ">": np.greater,
    "<": np.less,
}
BUSTS_COST = "Busts in a row count only where they cost points: add busts= and cost=, or ask thumb_streak."
# Names of other contests, and why they are unknown here.
ELSEWHERE = {
    "turns_left": "A race has no number of turns. For a player alone, ask thumb_within_turns.",
    "opponent": "A rule can use it only in a race, to say when to hold.",
    "dice_left": "Only games whose throws are named by a number of dice, such as '3 dice', have it.",
    "out": "Only games with a cup have it.",
    "own_busts": BUSTS_COST,
    "opponent_busts": BUSTS_COST,
    "scored": 'Ask in a race of two: jeopardice solve pig players="best, 4 scoring turns".',
    "points": "Use it after `go for most`, in games with several ways to go on.",
}


@dataclass(frozen=True)
class Meaning:
    """A rule with values for its names.

    Parameters
    ----------
    rule : the text
    known : values of the names, arrays that broadcast together
    given : values of the numbers beside the rule
    positions : names of the positions, along the last axis of all arrays; empty if there is only one
    """

    rule: str
    known: Mapping[str, Exact]
    given: Mapping[str, Exact] = field(default_factory=dict)
    positions: Sequence[str] = ()

    def holds(self) -> Flags:
        """Return where the rule holds.

        Raises
        ------
        InvalidRules
            if it has no condition, or unknown names; the error names the column
        """
        stop = parsed(self.rule).children[0]
        (child,) = stop.children  # type: ignore[union-attr]
        if stop.data == "hold_at":  # type: ignore[union-attr]
            return self._compare(">=", self.known["turn_total"], self._sum(child))
        found = self._condition(child)
        return ~found if stop.data == "throw" else found  # type: ignore[union-attr]

    def goes_for(self) -> Exact | None:
        """Return the sum that the rule maximises; None if it names none.

        Raises
        ------
        InvalidRules
            as `holds`
        """
        children = parsed(self.rule).children
        return self._sum(children[1]) if len(children) > 1 else None

    def tests(self) -> list[Flags]:
        """Return for each test of the position in the rule its results by position.

        Raises
        ------
        InvalidRules
            as `holds`
        """
        # A quick exit, as a search evaluates many rules.
        if "position" not in self.rule:
            return []
        tree = parsed(self.rule)
        return [self._position(part) for data in ("is", "has") for part in tree.find_data(data)]

    def refused(self, rule: str, part: Any, remedy: str = REMEDY) -> InvalidRules:
        """Return the error for a part of the rule where something else was expected.

        Parameters
        ----------
        rule : what was expected
        part : the part of the tree
        remedy : what to do
        """
        column = part.meta.column
        got = Marked.at(spelled_out(self.rule), column)
        return expected("rule", f"{rule} at column {column}", got, remedy)

    def _condition(self, part: Any) -> Flags:
        """Where a condition is true."""
        if part.data in ("either", "both"):
            one, other = map(self._condition, part.children)
            return one | other if part.data == "either" else one & other
        if part.data == "denied":
            return ~self._condition(part.children[0])
        if part.data in ("is", "has"):
            return self._position(part)
        if part.data != "compared":
            raise self.refused("a condition, such as turn_total >= 25,", part)
        left, sign, right = part.children
        return self._compare(str(sign), self._sum(left), self._sum(right))

    def _position(self, part: Any) -> Flags:
        """Which positions have a name, or contain it."""
        text = str(part.children[-1])[1:-1]
        if not self.positions:
            remedy = "This game has only one position. Leave it out."
            raise self.refused("no position, as there is but one,", part, remedy)
        if part.data == "has":
            found = np.array([text in name for name in self.positions])
        else:
            sign = str(part.children[0])
            if sign not in ("=", "==", "!="):
                raise self.refused("= or != after `position`", part)
            found = np.array([text == name for name in self.positions])
        if not found.any():
            raise self.refused("the name of a position", part, _nearest_positions(text, self.positions))
        return ~found if str(part.children[0]) == "!=" else found

    def _compare(self, sign: str, left: Exact, right: Exact) -> Flags:
        bottom = common(left.bottom, right.bottom)
        return np.asarray(COMPARE[sign](left.over(bottom), right.over(bottom)))

    def _sum(self, part: Any) -> Exact:
        """The value of a sum."""
        if part.data == "whole":
            return self._whole(part)
        if part.data in ("name", "given"):
            return self._named(part)
        if part.data == "applied":
            return self._applied(part)
        if part.data == "negative":
            found = self._sum(part.children[0])
            return found._replace(top=-found.top)
        if part.data not in ("plus", "minus", "times", "over"):
            raise self.refused("a sum, which is no condition,", part)
        one, other = map(self._sum, part.children)
        if part.data == "over":
            return self._over(one, other, part.children[1])
        if part.data == "times":
            return Exact(product(one.top, other.top), common(one.bottom * other.bottom))
        bottom = common(one.bottom, other.bottom)
        signed = other.over(bottom) if part.data == "plus" else -other.over(bottom)
        return Exact(one.over(bottom) + signed, bottom)

    def _whole(self, part: Any) -> Exact:
        number = int(part.children[0])
        if number > MOST_NUMBER:
            raise self.refused(f"a number up to {MOST_NUMBER}", part)
        return Exact(np.array(number))

    def _named(self, part: Any) -> Exact:
        known = self.known if part.data == "name" else self.given
        name = str(part.children[0])
        if name not in known:
            braces = "{{{}}}" if part.data == "given" else "{}"
            rule = f"one of {', '.join(map(braces.format, known))}"
            remedy = ELSEWHERE.get(name) if part.data == "name" else None
            raise self.refused(rule, part, remedy or _nearest(name, list(known)))
        return known[name]

    def _applied(self, part: Any) -> Exact:
        """The value of a function."""
        name, *given = part.children
        if FUNCTIONS.get(str(name)) != len(given):
            takes = ", ".join(f"{own} of {count}" for own, count in FUNCTIONS.items())
            remedy = REMEDY if name in FUNCTIONS else _nearest(str(name), list(FUNCTIONS))
            raise self.refused(f"a function ({takes})", part, remedy)
        sums = list(map(self._sum, given))
        bottom = common(*(one.bottom for one in sums))
        tops = [one.over(bottom) for one in sums]
        if name in ("min", "max"):
            return Exact(np.minimum(*tops) if name == "min" else np.maximum(*tops), bottom)
        if name == "abs":
            return Exact(np.abs(tops[0]), bottom)
        if name == "ceil":
            return Exact(-(-tops[0] // bottom))
        return Exact(tops[0] // bottom if name == "floor" else (2 * tops[0] + bottom) // (2 * bottom))

    def _over(self, one: Exact, other: Exact, where: Any) -> Exact:
        """The quotient by a number."""
        if other.top.ndim or other.top.item() == 0:
            raise self.refused("a number other than 0 to divide by", where)
        divisor = int(other.top.item())
        signed = np.array(other.bottom if divisor > 0 else -other.bottom)
        return Exact(product(one.top, signed), common(one.bottom * abs(divisor)))


def _nearest_positions(name: str, positions: Sequence[str]) -> str:
    """The most similar position names, or else the shortest, and how many positions there are."""
    if len(positions) <= FEW_POSITIONS:
        return f"They are {_quoted(positions)}."
    near = [
        own for own in get_close_matches(name, positions, FEW_POSITIONS, 0.4) if len(own) <= LONGEST_POSITION
    ]
    if near:
        return f"Nearest of {len(positions)}: {_quoted(near)}."
    return f"There are {len(positions)}, such as {_quoted(sorted(positions, key=len)[:FEW_POSITIONS])}."


def _quoted(names: Sequence[str]) -> str:
    """Names of positions in quotes, as they may contain commas."""
    return "; ".join(f'"{name}"' for name in names)


def _nearest(name: str, known: Sequence[str]) -> str:
    """The most similar names, or else an example of a rule."""
    close = get_close_matches(name, known, 1)
    return f"Did you mean {close[0]!r}?" if close else REMEDY
