"""Values after a wipe in a best response: found by rounds that begin with mixtures, and then proved.

What a turn is worth does not fall if a wipe is worth more. So where a round lowers all values that were
raised by LARGEST_ERROR, and raises all that were lowered by it, the true ones lie between. Where nearly every
game is wiped before its end, a round hardly moves any values, and a small change says nothing: there it does
neither.
"""

import numpy as np

from solvers.errors import NotConverged
from solvers.race.wiping import Round, stay
from solvers.turns.wipes import REMEDY

# What these values may be off at most.
LARGEST_ERROR = 1e-11


def settle(round_of: Round, count: int, who: str) -> None:
    """Solve all states again and again, until the values after a wipe stay, and prove that they are right.

    Parameters
    ----------
    round_of : solves all states
    count : of the values after a wipe, 0 where nothing wipes
    who : whose values, as in an error

    Raises
    ------
    NotConverged
        if that takes more than MOST_ROUNDS rounds, or the values are not known to LARGEST_ERROR
    """
    if count == 0:
        round_of(np.zeros(0), False)
        return
    found = stay(round_of, np.zeros(count), who)
    raised, lowered = found + LARGEST_ERROR, found - LARGEST_ERROR
    # Values that are not moved at all are neither.
    if not ((round_of(raised, True) < raised).all() and (round_of(lowered, True) > lowered).all()):
        raise NotConverged(
            f"values after a wipe: expected to be known to {LARGEST_ERROR}, got less ({who}). {REMEDY}"
        )
    round_of(found, True)
