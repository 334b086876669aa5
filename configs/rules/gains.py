"""What a result gains, as a sum of what the dice show."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lark import Lark, LarkError, Token, Transformer, UnexpectedInput, v_args

from configs.rules.part import Refused
from solvers.players.language.syntax import wanted

# sum: of all dice; dice: how many they are; rest and others: the same of those that `show` has not taken.
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
# What nests deeper than Python would follow is longer.
LONGEST = 100
REMEDY = f"Write a whole number, or a sum with {', '.join(NAMES)}, such as 2 * sum."


@lru_cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr")


@v_args(inline=True)
class _Sum(Transformer[Token, int]):
    """Adds it up."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        super().__init__()
        self._numbers = numbers

    def number(self, text: Token) -> int:
        """A number."""
        return int(text)

    def name(self, text: Token) -> int:
        """What a name stands for."""
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
        """Less than nothing."""
        return -one


@lru_cache(maxsize=1024)
def parsed(text: str, known: tuple[str, ...] = NAMES) -> Any:
    """A sum, to be given to `gained`.

    Parameters
    ----------
    text : as it is written
    known : names that may be in it; none where nothing is thrown

    Raises
    ------
    Refused
        if it is none, saying at which column
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
    """What a sum comes to.

    Parameters
    ----------
    tree : from `parsed`
    numbers : what its names stand for
    """
    return int(_Sum(numbers).transform(tree))
