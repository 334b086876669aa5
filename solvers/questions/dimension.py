"""Dimensions of answers: what their labels are, by the parameters of a case."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.questions.parameter import Parameters


@dataclass(frozen=True)
class Dimension:
    """One of a question's own dimensions.

    Parameters
    ----------
    name : as in the dataset
    unit : of its labels
    meaning : one sentence
    labels : function of the parameters that gives this dimension's labels; of two cases, the shorter is a
        prefix of the longer
    words : two or three, as on a plot's axis; the name's own where it is none
    """

    name: str
    unit: str
    meaning: str
    labels: Callable[[Parameters], NDArray[Any]]
    words: str = ""

    @property
    def long_name(self) -> str:
        """What a plot writes at the axis."""
        return self.words or self.name.replace("_", " ")


def below_goal(parameters: Parameters) -> NDArray[Any]:
    """The scores 0 to goal - 1."""
    return np.arange(int(parameters["goal"]))
