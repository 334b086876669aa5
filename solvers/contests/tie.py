"""Tie rules: what equal scores mean at the end of a contest with equal turns."""

from collections.abc import Iterable
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple


class Tie(IntEnum):
    """Who wins with equal scores at or beyond the goal; the codes are on disk."""

    FIRST = 0
    LAST = 1
    SHARED = 2
    AGAIN = 3

    @property
    def word(self) -> str:
        """As a person writes it."""
        return self.name.lower()

    @property
    def rule(self) -> "Rule":
        """The meaning of this tie rule."""
        return _RULES[self]


class Rule(NamedTuple):
    """The meaning of a tie rule.

    Attributes
    ----------
    worth : value of a tie of two to the player who moves first in a round; None if it must be solved for
    meaning : who wins a tie of two, as a clause
    title : the same in a few words
    among : who wins a tie of three players or of two of them; "" if this is not solved for three players
    """

    worth: Fraction | None
    meaning: str
    title: str
    among: str = ""


_RULES = {
    Tie.FIRST: Rule(
        Fraction(1),
        "the first player wins",
        "a tie for the first player",
        "the first of them in the round wins",
    ),
    Tie.LAST: Rule(
        Fraction(0),
        "the second player wins, who reached the score last",
        "a tie for the second player",
        "the last of them wins, who reached the score last",
    ),
    Tie.SHARED: Rule(
        Fraction(1, 2), "they share the win", "a tie shared", "they share the win in equal parts"
    ),
    Tie.AGAIN: Rule(
        None,
        "they play more rounds until one is ahead",
        "a tie going on in rounds",
        "they play further rounds of one turn each, until one of them is ahead",
    ),
}
# Tie rules that are solved for three players; for two players all are.
OF_THREE = tuple(tie for tie in Tie if tie.rule.among)
# Value of a tie to the player who moves first in a round, unless it must be solved for.
WORTH = {tie: float(tie.rule.worth) for tie in Tie if tie.rule.worth is not None}
# Their names as words of a sentence: "first, last or shared".
SETTLED = " or ".join(", ".join(tie.word for tie in WORTH).rsplit(", ", 1))


def told(clauses: Iterable[tuple[Tie, str]]) -> str:
    """Explain tie rules in sentences, each with its code, word and meaning.

    Parameters
    ----------
    clauses : pairs of a tie rule and its meaning

    Examples
    --------
    >>> told([(Tie.FIRST, "the first player wins"), (Tie.SHARED, "they share it")])
    '0, first: the first player wins. 2, shared: they share it.'
    """
    return " ".join(f"{tie.value}, {tie.word}: {meaning}." for tie, meaning in clauses)


def codes(ties: Iterable[Tie]) -> tuple[str, ...]:
    """Words for the codes 0, 1, 2, ..., with "" for a code that is not among these rules.

    Parameters
    ----------
    ties : the rules

    Examples
    --------
    >>> codes([Tie.FIRST, Tie.SHARED])
    ('first', '', 'shared')
    """
    words = {tie.value: tie.word for tie in ties}
    return tuple(words.get(code, "") for code in range(max(words) + 1))
