"""What one stored array is, how it is read off a solution, and what proves it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Role(Enum):
    """What kind of number an output is."""

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
    """What one stored array is, without a word on how it is computed.

    Parameters
    ----------
    name : as in the dataset
    dims : the question's own dimensions, after the sweep's axes; () for one number a case
    dtype : NumPy name
    unit : "1", "points", "chips", "s", or ""
    long_name : two or three words, as on a plot's axis
    meaning : one sentence
    flags : what the codes 0, 1, 2, ... of a policy stand for; none for anything else
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
    """A variable with the function that reads it off a solution, and what backs it up.

    What a sweep does not keep is not computed.

    Parameters
    ----------
    role : what kind of number it is
    of : function of the solution, which gives its attribute of the same name if none is told
    proved : whether the question's certificate shows every wrong number in it
    follows : function of the parameters and of other outputs that recomputes it from these
    loses : of choices, function of the parameters, of this output and of others that says what each loses
        against the best one
    follows_from : names of the others
    record : whether it tells how a solver went, as a number of its sweeps does, and so is not proved
    nothing : of a number that may be none, what NaN stands for in a few words
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
        """Whether rounding grows with its numbers: values that have a unit, as chances have none."""
        return self.role is Role.VALUE and self.unit != "1"

    def read(self, solution: Any) -> NDArray[Any]:
        """The output of a solution, in the solver's own type."""
        return np.asarray(getattr(solution, self.name) if self.of is None else self.of(solution))
