"""What every question about Pig asks for."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.questions.games import BUST_FACE, GAMES, SIDES
from solvers.questions.parameter import Parameters
from solvers.questions.question import Dimension

__all__ = ["BUST_FACE", "PIG", "SIDES", "below_goal", "goal", "scores", "turn"]

PIG = GAMES["pig"]
turn, goal = PIG.turn, PIG.goal


def scores(name: str, whose: str) -> Dimension:
    """A dimension of banked scores below the goal."""
    return Dimension(
        name, "points", f"Banked score of {whose}.", below_goal, words=f"{name} score".replace("_", " ")
    )


def below_goal(parameters: Parameters) -> NDArray[Any]:
    """The scores 0 to goal - 1."""
    return np.arange(int(parameters["goal"]))
