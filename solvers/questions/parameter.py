"""A parameter of a question: its type, range and default, and the check of a value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from solvers.errors import Refusal, expected

type_names = {bool: "true or false", int: "a whole number", float: "a number", str: "a line of text"}
# Units that need not be printed.
PLAIN_UNITS = ("", "1", "points")
# Example of a number in error messages, if it is in range.
USUAL = 20

Value = bool | int | float | str
Parameters = Mapping[str, Value]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a question.

    Parameters
    ----------
    name : name in a config and on an axis
    kind : bool, int, float or str
    meaning : one sentence
    unit : "points", "1", or "" for a flag
    minimum, maximum : inclusive range; None for no limit
    default : value if none is given; None if one must be given
    fits : function of all parameters that raises InvalidRules if this one conflicts with others; None if it
        cannot
    words : two or three words for the axis of a plot; by default the name in words
    refuses : function of a value of the right kind that says why it is not accepted, or returns None; None if
        all values are accepted
    called : for a text from a file, function of the text that returns the name shown for it; None if values
        are shown as they are
    codes : meanings of the numbers 0, 1, 2, ..., "" for a number that is not accepted; for text, all accepted
        values; else empty
    """

    name: str
    kind: type[bool] | type[int] | type[float] | type[str]
    meaning: str
    unit: str = "1"
    minimum: float | None = None
    maximum: float | None = None
    default: Value | None = None
    fits: "Callable[[Parameters], None] | None" = None
    words: str = ""
    refuses: Callable[[Any], Refusal | None] | None = None
    called: Callable[[str], str] | None = None
    codes: tuple[str, ...] = ()

    @property
    def long_name(self) -> str:
        """The label of a plot's axis."""
        return self.words or self.name.replace("_", " ")

    @property
    def in_a_file(self) -> bool:
        """Whether users give the path of a file, whose text becomes the value."""
        return self.called is not None

    def label(self, value: Value) -> Value:
        """Return what is shown for a value: the value itself, or its name."""
        return value if self.called is None else self.called(str(value))

    @property
    def rule(self) -> str:
        """What is accepted, in words.

        >>> Parameter("goal", int, "Points to win.", "chips (50 points)", 2, 400).rule
        'a whole number from 2 to 400, in chips (50 points)'
        """
        if self.in_a_file:
            return "the name of a file of rules"
        if self.kind is str and self.codes:
            return f"one of {', '.join(self.codes)}"
        if "" in self.codes:
            return f"one of {', '.join(str(code) for code, word in enumerate(self.codes) if word)}"
        limits = (
            "" if self.minimum is None or self.maximum is None else f" from {self.minimum} to {self.maximum}"
        )
        return (
            type_names[self.kind]
            + limits
            + (f", in {self.unit}" if self.unit not in (*PLAIN_UNITS, self.name) else "")
        )

    @property
    def remedy(self) -> str:
        """What to type if the parameter is missing.

        >>> Parameter("n", int, "Number.", "", 1, 300).remedy
        'Add it, such as n=20.'
        """
        if self.in_a_file:
            return f"Name a file or a shipped game: {self.name}=pig."
        if self.kind is str and not self.codes:
            return f"Add {self.name}=TEXT. {self.meaning}"
        return f"Add it, such as {self.name}={self._such_as}."

    @property
    def _such_as(self) -> str:
        if self.codes:
            return self.codes[0]
        if self.kind is bool:
            return "true"
        least, most = self.minimum or 0, self.maximum or USUAL
        return str(self.kind(max(least, min(USUAL, most))))

    def check(self, value: object) -> Value:
        """Return a value converted to the parameter's type.

        Raises
        ------
        InvalidRules
            if the type or the range is wrong; for an int, 3.0 is refused, and true is not a number
        """
        if (refused := self.refused(value)) is not None:
            raise expected(self.name, *refused)
        return self.kind(cast(Any, value))

    def refused(self, value: object) -> Refusal | None:
        """Return why `check` would refuse a value; None if it would not."""
        if self.kind is bool or self.kind is str:
            accepted = isinstance(value, bool | np.bool_ if self.kind is bool else str)
        else:
            wholes, numbers = (int, np.integer), (int, np.integer, float, np.floating)
            accepted = isinstance(value, numbers if self.kind is float else wholes) and not isinstance(
                value, bool | np.bool_
            )
        if not accepted or (self.kind is str and self.codes and value not in self.codes):
            return Refusal(self.rule, value)
        kept: Any = self.kind(cast(Any, value))
        if self.minimum is not None and self.maximum is not None and not self.minimum <= kept <= self.maximum:
            return Refusal(self.rule, value)
        if self.kind is int and self.codes and not self.codes[kept]:
            return Refusal(self.rule, value)
        return None if self.refuses is None else self.refuses(kept)
