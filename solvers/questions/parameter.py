"""What a question asks for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from solvers.errors import Refusal, expected

type_names = {bool: "true or false", int: "a whole number", float: "a number", str: "a line of text"}
# Units that go without saying where a parameter is named.
PLAIN_UNITS = ("", "1", "points")
# What is typed for a number if it may be.
USUAL = 20

Value = bool | int | float | str
Parameters = Mapping[str, Value]


@dataclass(frozen=True)
class Parameter:
    """One thing a question asks for.

    Parameters
    ----------
    name : as written in a config and as the name of an axis
    kind : bool, int, float or str
    meaning : one sentence
    unit : "points", "1", or "" for a flag
    minimum, maximum : inclusive range, None where there is none
    default : used where a config is silent, None where it must speak
    fits : function of all parameters that raises InvalidRules where this one does not go with the others;
        None if it always does
    words : two or three, as on a plot's axis; the name's own where it is none
    refuses : function of a value of the right kind that says why it is none all the same, None if it is one;
        None where all of them are
    called : of a text that a person keeps in a file: function of it that gives the name by which it goes, on
        an axis as in print; None where a value speaks for itself
    codes : what the numbers 0, 1, 2, ... stand for, "" for one that is not accepted; of text, all that
        is accepted; none for anything else
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
        """What a plot writes at the axis."""
        return self.words or self.name.replace("_", " ")

    @property
    def in_a_file(self) -> bool:
        """Whether a person names a file of rules, which becomes the text."""
        return self.called is not None

    def label(self, value: Value) -> Value:
        """What stands for a value on an axis and in print: the value itself, or its name."""
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
        """What to type where it is missing.

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
        """Return the value in the parameter's own type.

        Raises
        ------
        InvalidRules
            if the type or the range is not the parameter's; 3.0 is no whole number, true is no number
        """
        if (refused := self.refused(value)) is not None:
            raise expected(self.name, *refused)
        return self.kind(cast(Any, value))

    def refused(self, value: object) -> Refusal | None:
        """Why `check` would refuse a value, None if it would not."""
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
