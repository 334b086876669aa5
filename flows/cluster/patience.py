"""How long workers may return nothing before a message says so."""

import math
import os

from solvers.errors import expected

VARIABLE = "JEOPARDICE_PATIENCE"
USUAL_SECONDS = 60.0


def patience() -> float:
    """Seconds, from the environment.

    Raises
    ------
    InvalidRules
        if the variable has another value
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
