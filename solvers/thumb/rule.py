"""A rule of thumb as a line of text: `hold at 25`, `hold when turn_total >= 21 + (opponent - banked) / 8`.

    hold at SUM               hold from this turn total on
    hold when CONDITION       hold there, throw elsewhere
    throw when CONDITION      throw there, hold elsewhere

A condition compares sums, and joins what it compares by `and`, `or` and `not`. A sum is of whole numbers and
of `turn_total`, `banked`, `opponent` and `goal`, by + - * / and brackets, with `min(x, y)`, `max(x, y)`,
`abs(x)`, `floor(x)`, `ceil(x)` and `round(x)`, a half being rounded upwards. Fractions are exact; one divides
by numbers only. `{a}` to `{d}` are numbers that are given beside the rule.

Nothing of it is run as Python: a grammar of this file is all there is.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags
from solvers.errors import InvalidRules, expected
from solvers.fixed.policies import Policy
from solvers.games.turn import HOLD, ROLL

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

NAMES = ("turn_total", "banked", "opponent", "goal")
# Numbers beside a rule.
NUMBERS = ("a", "b", "c", "d")
FUNCTIONS = {"min": 2, "max": 2, "abs": 1, "floor": 1, "ceil": 1, "round": 1}
LONGEST = 300
# Of whole numbers in it, and of what comes out: beyond it would not be exact.
MOST_NUMBER = 10**6
LARGEST = 10**17
REMEDY = "Write it like: hold when turn_total >= 21 + (opponent - banked) / 8 or banked >= 71."
GRAMMAR = r"""
start: "hold" "at" either -> hold_at
     | "hold" "when" either -> hold
     | ("throw" | "roll") "when" either -> throw
?either: both | either "or" both -> either
?both: denied | both "and" denied -> both
?denied: compared | "not" denied -> denied
?compared: total | total COMPARED total -> compared
?total: product | total "+" product -> plus | total "-" product -> minus
?product: signed | product "*" signed -> times | product "/" signed -> over
?signed: atom | "-" signed -> negative
?atom: INT -> whole | NAME -> name | "{" NAME "}" -> given | NAME "(" either ("," either)* ")" -> applied
     | "(" either ")"
COMPARED: ">=" | "<=" | "!=" | "==" | "=" | ">" | "<"
NAME: /(?!(hold|at|when|throw|roll|or|and|not)\b)[a-z_]+/
%import common.INT
%import common.WS
%ignore WS
"""
COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    ">=": np.greater_equal,
    "<=": np.less_equal,
    "!=": np.not_equal,
    "==": np.equal,
    "=": np.equal,
    ">": np.greater,
    "<": np.less,
}


class Exact(NamedTuple):
    """Fractions with one denominator.

    Attributes
    ----------
    top : int64[...]
    bottom : 1 or more
    """

    top: NDArray[np.int64]
    bottom: int = 1

    def over(self, bottom: int) -> NDArray[np.int64]:
        """The same with a multiple of its denominator."""
        return _product(self.top, np.array(bottom // self.bottom))


def _bottom(*bottoms: int) -> int:
    """A denominator for all of these."""
    found = lcm(*bottoms)
    if found > LARGEST:
        raise expected("rule", f"denominators up to {LARGEST:.0e}", "more", "Divide by smaller numbers.")
    return found


def _product(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """The product, which must fit where it is counted."""
    if float(np.abs(one).max()) * float(np.abs(other).max()) > LARGEST:
        raise expected("rule", f"sums up to {LARGEST:.0e}", "more", "Use smaller numbers, or fewer products.")
    return one * other


def policy(rule: str, goal: int, numbers: Mapping[str, int] | None = None) -> Policy:
    """The policy that a rule means, at all scores.

    Parameters
    ----------
    rule : as it is written
    goal : points to win, 2 or more
    numbers : what stands for {a} to {d}

    Raises
    ------
    InvalidRules
        if it is no rule, saying at which column

    Examples
    --------
    >>> policy("hold when turn_total >= 3 or banked = 1", 4).rolls[0, :2, 0].tolist()
    [[1, 1, 1, 0], [1, 0, 0, 0]]
    """
    holds = _meant(rule, np.arange(goal, dtype=np.int64), goal, numbers or {})
    rolls = np.broadcast_to(np.where(holds, np.int8(HOLD), np.int8(ROLL)), (goal,) * 3).copy()
    # A turn opens with a throw.
    rolls[..., 0] = ROLL
    return Policy(rule, rolls[None])


def check(rule: str, goal: int, numbers: Mapping[str, int]) -> None:
    """Refuse what is no rule, or none with these numbers.

    Parameters
    ----------
    rule, goal, numbers : as in `policy`

    Raises
    ------
    InvalidRules
        if it is none, saying at which column
    """
    # Sums are largest in a corner.
    _meant(rule, np.array([0, goal - 1]), goal, numbers)


def _meant(rule: str, along: NDArray[np.int64], goal: int, numbers: Mapping[str, int]) -> Flags:
    """Where it holds, for these scores and turn totals."""
    known = {
        "banked": Exact(along[:, None, None]),
        "opponent": Exact(along[:, None]),
        "turn_total": Exact(along),
        "goal": Exact(np.array(goal)),
    }
    given = {name: Exact(np.array(number)) for name, number in numbers.items()}
    return _Meaning(rule, known, given).holds()


@lru_cache
def _parser() -> "Lark":
    # Most cases have no rule to read.
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr", propagate_positions=True)


@lru_cache(maxsize=64)
def _parsed(rule: str) -> "Tree[Token]":
    from lark import LarkError, UnexpectedInput, UnexpectedToken

    if len(rule) > LONGEST:
        raise expected("rule", f"at most {LONGEST} characters", f"{len(rule)} of them", REMEDY)
    try:
        return _parser().parse(rule)
    except UnexpectedInput as error:
        ended = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        column = len(rule) + 1 if ended else error.column
        raise expected("rule", f"a rule that goes on otherwise at column {column}", rule, REMEDY) from None
    except LarkError:
        raise expected("rule", "a rule", rule, REMEDY) from None


class _Meaning:
    """What a rule means where its names have these values.

    Parameters
    ----------
    rule : as it is written
    known : values of the names
    given : of the numbers beside it
    """

    def __init__(self, rule: str, known: Mapping[str, Exact], given: Mapping[str, Exact]) -> None:
        self._rule, self._known, self._given = rule, known, given

    def holds(self) -> Flags:
        """Where it holds."""
        tree = _parsed(self._rule)
        (child,) = tree.children
        if tree.data == "hold_at":
            return self._compare(">=", self._known["turn_total"], self._sum(child))
        found = self._condition(child)
        return ~found if tree.data == "throw" else found

    def _condition(self, part: Any) -> Flags:
        """Where it is true."""
        if part.data in ("either", "both"):
            one, other = map(self._condition, part.children)
            return one | other if part.data == "either" else one & other
        if part.data == "denied":
            return ~self._condition(part.children[0])
        if part.data != "compared":
            raise self._refused("a condition, such as turn_total >= 25,", part)
        left, sign, right = part.children
        return self._compare(str(sign), self._sum(left), self._sum(right))

    def _compare(self, sign: str, left: Exact, right: Exact) -> Flags:
        bottom = _bottom(left.bottom, right.bottom)
        return np.asarray(COMPARE[sign](left.over(bottom), right.over(bottom)))

    def _sum(self, part: Any) -> Exact:
        """What it comes to."""
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
            raise self._refused("a sum, which is no condition,", part)
        one, other = map(self._sum, part.children)
        if part.data == "over":
            return self._over(one, other, part.children[1])
        if part.data == "times":
            return Exact(_product(one.top, other.top), _bottom(one.bottom * other.bottom))
        bottom = _bottom(one.bottom, other.bottom)
        signed = other.over(bottom) if part.data == "plus" else -other.over(bottom)
        return Exact(one.over(bottom) + signed, bottom)

    def _whole(self, part: Any) -> Exact:
        number = int(part.children[0])
        if number > MOST_NUMBER:
            raise self._refused(f"a number up to {MOST_NUMBER}", part)
        return Exact(np.array(number))

    def _named(self, part: Any) -> Exact:
        known = self._known if part.data == "name" else self._given
        name = str(part.children[0])
        if name not in known:
            braces = "{{{}}}" if part.data == "given" else "{}"
            rule = f"one of {', '.join(map(braces.format, known))}"
            raise self._refused(rule, part)
        return known[name]

    def _applied(self, part: Any) -> Exact:
        """A function of sums."""
        name, *given = part.children
        if FUNCTIONS.get(str(name)) != len(given):
            takes = ", ".join(f"{own} of {count}" for own, count in FUNCTIONS.items())
            raise self._refused(f"a function ({takes})", part)
        sums = list(map(self._sum, given))
        bottom = _bottom(*(one.bottom for one in sums))
        tops = [one.over(bottom) for one in sums]
        if name in ("min", "max"):
            return Exact(np.minimum(*tops) if name == "min" else np.maximum(*tops), bottom)
        if name == "abs":
            return Exact(np.abs(tops[0]), bottom)
        if name == "ceil":
            return Exact(-(-tops[0] // bottom))
        return Exact(tops[0] // bottom if name == "floor" else (2 * tops[0] + bottom) // (2 * bottom))

    def _over(self, one: Exact, other: Exact, where: Any) -> Exact:
        """A quotient by a number."""
        if other.top.ndim or other.top.item() == 0:
            raise self._refused("a number other than 0 to divide by", where)
        divisor = int(other.top.item())
        signed = np.array(other.bottom if divisor > 0 else -other.bottom)
        return Exact(_product(one.top, signed), _bottom(one.bottom * abs(divisor)))

    def _refused(self, rule: str, part: Any) -> InvalidRules:
        return expected("rule", f"{rule} at column {part.meta.column}", self._rule, REMEDY)
