"""Dimensions of answers, with labels that depend on the parameters of a case."""

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
    name : name in the dataset
    unit : unit of its labels
    meaning : one sentence
    labels : function of the parameters that returns the labels; of two cases, the shorter labels are a prefix
        of the longer
    words : two or three words for the axis of a plot; by default the name in words
    """

    name: str
    unit: str
    meaning: str
    labels: Callable[[Parameters], NDArray[Any]]
    words: str = ""

    @property
    def long_name(self) -> str:
        """The label of a plot's axis."""
        return self.words or self.name.replace("_", " ")


def below_goal(parameters: Parameters) -> NDArray[Any]:
    """Return the scores 0 to goal - 1."""
    return np.arange(int(parameters["goal"]))
