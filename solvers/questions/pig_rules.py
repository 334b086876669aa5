"""What every question about Pig asks for."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.question import Dimension, Parameters
from solvers.questions.rules import BUST_FACE, GAMES, SIDES

__all__ = ["BUST_FACE", "SIDES", "below_goal", "goal", "scores", "turn"]

turn, goal = GAMES["pig"].turn, GAMES["pig"].goal


def scores(name: str, whose: str) -> Dimension:
    """A dimension of banked scores below the goal."""
    return Dimension(name, "points", f"Banked score of {whose}.", below_goal)


def below_goal(parameters: Parameters) -> NDArray[Any]:
    """The scores 0 to goal - 1."""
    return np.arange(int(parameters["goal"]))
