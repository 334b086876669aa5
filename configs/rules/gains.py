"""The gain of a result, as an arithmetic expression of what the dice show."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lark import Lark, LarkError, Token, Transformer, UnexpectedInput, v_args

from configs.rules.part import Refused
from solvers.players.language.syntax import wanted

# sum: of all dice; dice: their number; rest and others: the same for dice that `show` has not taken.
NAMES = ("sum", "dice", "rest", "others")
GRAMMAR = r"""
?start: total
?total: product | total "+" product -> add | total "-" product -> subtract
?product: atom | product "*" atom -> multiply
?atom: INT -> number | NAME -> name | "-" atom -> negative | "(" total ")"
NAME: /[a-z]+/
%import common.INT
%import common.WS
%ignore WS
"""
# Longest expression, so that nesting stays below Python's recursion limit.
LONGEST = 100
REMEDY = f"Write a whole number, or a sum with {', '.join(NAMES)}, such as 2 * sum."


@lru_cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr")


@v_args(inline=True)
class _Sum(Transformer[Token, int]):
    """Evaluates an expression."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        super().__init__()
        self._numbers = numbers

    def number(self, text: Token) -> int:
        """A number."""
        return int(text)

    def name(self, text: Token) -> int:
        """The value of a name."""
        return self._numbers[str(text)]

    def add(self, one: int, other: int) -> int:
        """The sum of two."""
        return one + other

    def subtract(self, one: int, other: int) -> int:
        """The difference of two."""
        return one - other

    def multiply(self, one: int, other: int) -> int:
        """The product of two."""
        return one * other

    def negative(self, one: int) -> int:
        """The negative of a number."""
        return -one


@lru_cache(maxsize=1024)
def parsed(text: str, known: tuple[str, ...] = NAMES) -> Any:
    """Parse an expression for `gained`.

    Parameters
    ----------
    text : the expression as written
    known : names that it may contain; empty if there are no dice

    Raises
    ------
    Refused
        if it is invalid, with the column
    """
    if len(text) > LONGEST:
        raise Refused("gain", f"at most {LONGEST} characters", f"{len(text)} of them", REMEDY)
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise Refused("gain", wanted(text, error), repr(text), REMEDY) from None
    except LarkError:
        raise Refused("gain", "a sum", repr(text), REMEDY) from None
    for token in tree.scan_values(lambda value: isinstance(value, Token) and value.type == "NAME"):
        if token not in known:
            rule = f"one of {', '.join(known)}" if known else "a number"
            raise Refused("gain", f"{rule} at column {token.column}", repr(str(token)), REMEDY)
    return tree


def gained(tree: Any, numbers: Mapping[str, int]) -> int:
    """The value of an expression.

    Parameters
    ----------
    tree : from `parsed`
    numbers : values of its names
    """
    return int(_Sum(numbers).transform(tree))
