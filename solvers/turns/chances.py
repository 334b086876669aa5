"""Clip probabilities to [0, 1] if rounding took them outside; refuse anything further off."""

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged

# Largest excess that is rounding: some hundred sums of a unit in the last place, 2.2e-16, each.
ROUNDING = 1e-13


def chances(values: Array, who: str) -> Array:
    """Return probabilities as stored, with rounding below 0 or above 1 removed.

    Parameters
    ----------
    values : any shape
    who : names the players in an error

    Raises
    ------
    NotConverged
        if a value is NaN, or outside [0, 1] by more than rounding

    Examples
    --------
    >>> print(chances(np.array([0.5, 1.0 + 2.2e-16]), "anybody"))
    [0.5 1. ]
    """
    wrong = ~((values >= -ROUNDING) & (values <= 1.0 + ROUNDING))
    if wrong.any():
        raise NotConverged(f"chances: expected 0 to 1, got {float(values[wrong][0])} ({who}).")
    return np.clip(values, 0.0, 1.0)
