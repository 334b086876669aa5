"""How long workers may give nothing back before a word is said of it."""

import math
import os

from solvers.errors import expected

VARIABLE = "JEOPARDICE_PATIENCE"
USUAL_SECONDS = 60.0


def patience() -> float:
    """Seconds, as the environment has them.

    Raises
    ------
    InvalidRules
        if it has something else
    """
    given = os.environ.get(VARIABLE)
    if not given:
        return USUAL_SECONDS
    try:
        seconds = float(given)
    except ValueError:
        seconds = math.nan
    if not 0.0 < seconds < math.inf:
        remedy = f"Set {VARIABLE}={USUAL_SECONDS:g}, for instance, or nothing."
        raise expected(VARIABLE, "a number of seconds above 0", given, remedy)
    return seconds
