"""Certificate of two rules of thumb where busts in a row cost points, by the rules as they were written.

It is one backup of win probabilities and expected turns, and the distribution of turns backwards.

Expected turns to come T are 1 + M T, with M the probabilities of where the rest of a game leads. So the error
of a win probability is at most its residual times the largest T.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.tie import WORTH, Tie
from solvers.in_turn.certificate_of_last_turns import ends_of_last_turns
from solvers.in_turn.lasting import certificate as lasting
from solvers.thumb.streak.certificate_of_turns import ends_of_rule
from solvers.thumb.streak.rule import RuleByBusts


def residual(
    tie: Tie | None, first: RuleByBusts, second: RuleByBusts, stored: Mapping[str, NDArray[Any]]
) -> float:
    """Return the largest difference between what is stored and the certificate's backup of it.

    Parameters
    ----------
    tie : who wins ties at the end of a round; None in a race
    first, second : the rules
    stored : `value`, `second_value`, `turns_left`, `second_turns_left`, and the distribution if there is one

    Raises
    ------
    KeyError
        if a table is missing
    """
    turn, goal = first.turn, first.goal
    contest = lasting.Contest(turn, goal, *first.streak)
    after, last = None, np.zeros(0)
    if tie is not None:
        far, way = goal + turn.longest_gain, tuple(second.parts[0].way.tolist())
        after = lasting.After(goal, np.zeros(far + 1), 0.0)
        last = 1.0 - ends_of_last_turns(turn, way, far, 0.0, tie is Tie.LAST).worth(1.0 - WORTH[tie])
    seats = lasting.Seats(ends_of_rule(first), ends_of_rule(second), after)
    off = lasting.off_wins(contest, seats, (stored["value"], stored["second_value"]), last)
    found = float(np.maximum(off, lasting.residual(contest, seats, stored)))
    return np.inf if np.isnan(found) else found
