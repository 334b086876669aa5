"""What every question about Pig asks for."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.games import pig
from solvers.games.turn import Turn
from solvers.question import Dimension, Parameter, Parameters

SIDES = Parameter("sides", int, "Faces of the die.", minimum=2, maximum=100, default=6)
BUST_FACE = Parameter("bust_face", int, "The face that ends a turn with nothing.", minimum=1, maximum=100, default=1)


def turn(parameters: Parameters) -> Turn:
    """The turn of Pig with these parameters."""
    return pig.turn(int(parameters["sides"]), int(parameters["bust_face"]))


def goal(most: int) -> Parameter:
    """The goal, up to what the solver is made for."""
    return Parameter("goal", int, "Points to win.", "points", 2, most, 100)


def scores(name: str, whose: str) -> Dimension:
    """A dimension of banked scores below the goal."""
    return Dimension(name, "points", f"Banked score of {whose}.", below_goal)


def below_goal(parameters: Parameters) -> NDArray[Any]:
    """The scores 0 to goal - 1."""
    return np.arange(int(parameters["goal"]))
