"""Chances as they leave a solver: rounding is taken off, anything worse is refused."""

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged

# What rounding leaves below 0 or above 1 at most: a unit in the last place, 2.2e-16, for each of some hundred
# sums.
ROUNDING = 1e-13


def chances(values: Array, who: str) -> Array:
    """Chances as they are stored: what rounding has left below 0 or above 1 is rounded back.

    Parameters
    ----------
    values : any shape
    who : whose they are, for an error

    Raises
    ------
    NotConverged
        if one is no number, or out of range by more than rounding

    Examples
    --------
    >>> print(chances(np.array([0.5, 1.0 + 2.2e-16]), "anybody"))
    [0.5 1. ]
    """
    wrong = ~((values >= -ROUNDING) & (values <= 1.0 + ROUNDING))
    if wrong.any():
        raise NotConverged(f"chances: expected 0 to 1, got {float(values[wrong][0])} ({who}).")
    return np.clip(values, 0.0, 1.0)
