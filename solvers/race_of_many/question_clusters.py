"""Lists of clusters as fixed dimensions: so many rows for a goal, filled up where there are fewer
clusters.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.errors import NotConverged
from solvers.questions.parameter import Parameters
from solvers.questions.question import Dimension

# At goal 100 no die has a hundred clusters on which policy iteration does not end.
A_POINT = 10


def _labels(parameters: Parameters) -> NDArray[Any]:
    return np.arange(A_POINT * int(parameters["goal"]))


CLUSTER = Dimension(
    "cluster",
    "",
    "Clusters of states, the rotations of the same scores, in the order in which they are solved.",
    _labels,
)


def filled(listed: NDArray[Any], goal: int, filler: float) -> NDArray[Any]:
    """A list with an entry for each cluster, to the length of the dimension.

    Raises
    ------
    NotConverged
        if there are more than that
    """
    most = A_POINT * goal
    if len(listed) > most:
        raise NotConverged(
            f"clusters without an end: expected at most {most} to list, got {len(listed)} (goal {goal})."
        )
    out = np.full((most, *listed.shape[1:]), filler, listed.dtype)
    out[: len(listed)] = listed
    return out
