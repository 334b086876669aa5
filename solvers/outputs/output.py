"""An output of a question: a stored array, how it is read off a solution, and what proves it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Role(Enum):
    """The kind of number that an output is."""

    VALUE = "the chance to win, or the score, that a player can expect"
    CHOICE = "what to do, or at which turn total"
    MIXTURE = "with which chance a strategy does it"
    CHANCE = "how likely something is to come about"
    DIFFERENCE = "what one thing is worth beyond another"
    COUNT = "how many"
    MEASURE = "another number that describes the answer"
    KIND = "a code for how a state was solved"
    PLACE = "at which scores"
    CERTIFICATE = "how exact the answer is"


@dataclass(frozen=True, kw_only=True)
class Variable:
    """A stored array, without how it is computed.

    Parameters
    ----------
    name : name in the dataset
    dims : the question's own dimensions, which come after the sweep's axes; () for one number per case
    dtype : NumPy name of the type
    unit : "1", "points", "chips", "s", or ""
    long_name : two or three words, for the axis of a plot
    meaning : one sentence
    flags : meanings of the codes 0, 1, 2, ... of a policy; empty for other outputs
    """

    name: str
    dims: tuple[str, ...] = ()
    dtype: str = "float64"
    unit: str = "1"
    long_name: str
    meaning: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Output(Variable):
    """A variable, the function that reads it off a solution, and what proves it.

    A sweep computes only the outputs that it keeps.

    Parameters
    ----------
    role : kind of number
    of : function of the solution; by default, the solution's attribute with the output's name
    proved : whether the question's certificate detects any wrong number in it
    follows : function of the parameters and of other outputs that recomputes it
    loses : for choices, function of the parameters, this output and others that returns how much each choice
        loses against the best one
    follows_from : names of those others
    record : whether it records how a solver went, such as a number of sweeps, and so has no proof
    nothing : for numbers that may be missing, what NaN means, in a few words
    """

    role: Role
    of: Callable[[Any], Any] | None = None
    proved: bool = False
    follows: Callable[..., Any] | None = None
    loses: Callable[..., Any] | None = None
    follows_from: tuple[str, ...] = ()
    record: bool = False
    nothing: str = ""

    @property
    def sized(self) -> bool:
        """Whether its rounding errors grow with its values: those that have a unit, unlike probabilities."""
        return self.role is Role.VALUE and self.unit != "1"

    def read(self, solution: Any) -> NDArray[Any]:
        """Return the output of a solution, in the solver's own type."""
        return np.asarray(getattr(solution, self.name) if self.of is None else self.of(solution))
