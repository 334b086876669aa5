"""The grammar of a rule of thumb: `hold at 25`, `hold when turn_total >= 6 and dice_left < 6`.

    hold at SUM               hold from this turn total on
    hold when CONDITION       hold where it is true, roll elsewhere
    throw when CONDITION      roll where it is true, hold elsewhere
    ..., go for most SUM      of several ways to go on, take the one that maximises this

A condition compares sums; `and`, `or` and `not` join conditions. A sum has whole numbers, names, + - * / and
brackets, with `min(x, y)`, `max(x, y)`, `abs(x)`, `floor(x)`, `ceil(x)` and `round(x)`, which rounds halves
up. Fractions are exact; the divisor must be a number. `{a}` to `{d}` are numbers given beside the rule.
`position = "NAME"` tests the position after the last throw, `position has "WORDS"` whether its name contains
these. Some rules have names (`solvers.players.language.named`).

No text is ever run as Python; this grammar is all that is accepted.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from solvers.errors import expected
from solvers.players.language.named import spelled_out
from solvers.players.language.syntax import marked, wanted

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

# Names in braces for numbers beside a rule.
NUMBERS = ("a", "b", "c", "d")
# Name for the number of turns that the player has ended by holding.
SCORED = "scored"
LONGEST = 300
REMEDY = "Write it like: hold when turn_total >= 21 + (opponent - banked) / 8 or banked >= 71."
GRAMMAR = r"""
start: stop ("," "go" "for" "most" either)?
stop: "hold" "at" either -> hold_at
    | "hold" "when" either -> hold
    | ("throw" | "roll") "when" either -> throw
?either: both | either "or" both -> either
?both: denied | both "and" denied -> both
?denied: compared | "not" denied -> denied
?compared: total | total COMPARED total -> compared
         | "position" COMPARED TEXT -> is | "position" "has" TEXT -> has
?total: product | total "+" product -> plus | total "-" product -> minus
?product: signed | product "*" signed -> times | product "/" signed -> over
?signed: atom | "-" signed -> negative
?atom: INT -> whole | NAME -> name | "{" NAME "}" -> given | NAME "(" either ("," either)* ")" -> applied
     | "(" either ")"
COMPARED: ">=" | "<=" | "!=" | "==" | "=" | ">" | "<"
NAME: /(?!(hold|at|when|throw|roll|or|and|not|go|for|most|has|position)\b)[a-z_]+/
TEXT: /"[^"]*"/
%import common.INT
%import common.WS
%ignore WS
"""


@lru_cache(maxsize=64)
def parsed(rule: str) -> "Tree[Token]":
    """Parse a rule to a tree: where it holds and, if it says so, what it goes for.

    Raises
    ------
    InvalidRules
        if it is no rule; the error names the column
    """
    from lark import LarkError, UnexpectedInput

    if len(rule) > LONGEST:
        raise expected("rule", f"at most {LONGEST} characters", len(rule), REMEDY)
    try:
        return _parser().parse(spelled_out(rule))
    except UnexpectedInput as error:
        raise expected("rule", wanted(rule, error), marked(rule, error), REMEDY) from None
    except LarkError:
        raise expected("rule", "a rule", rule, REMEDY) from None


@lru_cache(maxsize=64)
def names_in(rule: str) -> frozenset[str]:
    """Return the names in a rule's sums.

    >>> sorted(names_in("hold when turn_total > banked or position = \\"any\\", go for most points"))
    ['banked', 'points', 'turn_total']
    """
    return frozenset(str(part.children[0]) for part in parsed(rule).find_data("name"))


@lru_cache
def _parser() -> "Lark":
    # Imported late, as most cases have no rule.
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr", propagate_positions=True)
