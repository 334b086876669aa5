"""Describe a syntax error in words: what was expected, at which column, and what was found."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from solvers.errors import Marked

if TYPE_CHECKING:
    from lark import UnexpectedInput

# Words for what may follow, by a terminal that always occurs with the others.
TOGETHER = {"POSITION": "a condition or a sum", "INT": "a number or a name", "TEXT": "a name in quotes"}
SIGNS = {"RPAR": ")", "RBRACE": "}", "COMPARED": "="}


def wanted(text: str, error: "UnexpectedInput") -> str:
    """Return what was expected at which column, and what was found there.

    Parameters
    ----------
    text : the text that was parsed
    error : the parser's error

    Examples
    --------
    >>> from solvers.players.language.grammar import parsed
    >>> parsed("hold art 20")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    solvers.errors.InvalidRules: rule: expected 'at' or 'when' at column 6 instead of 'art'.
      hold art 20
           ^
    ...
    """
    from lark import UnexpectedCharacters, UnexpectedToken

    if isinstance(error, UnexpectedCharacters):
        return (
            f"{_named({*(error.allowed or ()), '$END'})} at column {error.column} instead of {error.char!r}"
        )
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        return f"{_named(error.accepts or ())} at column {error.column} instead of {str(error.token)!r}"
    return f"{_named(getattr(error, 'accepts', None) or ())} at column {len(text) + 1}, where the text ends"


def marked(text: str, error: "UnexpectedInput") -> Marked:
    """Return the text marked at the column of its mistake.

    Parameters
    ----------
    text : the text that was parsed
    error : the parser's error
    """
    from lark import UnexpectedCharacters, UnexpectedToken

    ends = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    stops = isinstance(error, UnexpectedCharacters | UnexpectedToken) and not ends
    return Marked.at(text, error.column if stops else len(text) + 1)


def _named(allowed: Collection[str]) -> str:
    """Names of terminals in words."""
    for terminal, words in TOGETHER.items():
        if terminal in allowed:
            return words
    if "PLUS" in allowed:
        return f"an operator such as + or -, or {'the end' if '$END' in allowed else repr(SIGNS['RPAR'])},"
    return " or ".join(repr(SIGNS.get(terminal, terminal.lower())) for terminal in sorted(allowed))
