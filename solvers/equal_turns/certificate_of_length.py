"""Certificate of the length of optimal play with equal turns: the policies that are best by the stored values
are played, on the uncompiled rules.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.tie import Tie
from solvers.equal_turns import certificate
from solvers.equal_turns.certificate_of_last_turns import After, after_goal
from solvers.equal_turns.certificate_of_round import chances_of_round
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_last_turns import Ends, ends_of_last_turns
from solvers.in_turn.lasting import certificate as lasting


def residual(turn: Turn, goal: int, tie: Tie, stored: Mapping[str, NDArray[Any]]) -> float:
    """Largest difference between the stored tables and those that the certificate computes.

    Parameters
    ----------
    turn, goal : the game
    tie : the tie rule
    stored : `value`, `second_value`, and the tables that `in_turn.lasting.certificate` proves

    Raises
    ------
    KeyError
        if there are no values
    """
    value, second_value = stored["value"], stored["second_value"]
    if not (np.isfinite(value).all() and np.isfinite(second_value).all()):
        return np.inf
    contest, after = lasting.Contest(turn, goal), after_goal(turn, goal, tie)
    own, other = (lasting.with_counts(contest, 1.0 - table) for table in (second_value, value))
    won, beyond = np.ones((turn.longest_gain, goal)), certificate.first_beyond(turn, goal, after)
    seats = lasting.Seats(
        lasting.best_play(contest, after.top, own, beyond),
        lasting.best_play(contest, goal, other, won),
        what_follows(turn, tie, after),
    )
    proved = certificate.residual(turn, goal, tie, value, second_value)
    return float(np.maximum(proved, lasting.residual(contest, seats, stored)))


def what_follows(turn: Turn, tie: Tie, after: After) -> lasting.After:
    """What follows the goal, as `in_turn.lasting` needs it.

    Parameters
    ----------
    turn : the game
    tie : the tie rule
    after : values of what follows the goal
    """
    far, value = after.top + turn.longest_gain, after.tie_value

    def last(far: int) -> Ends:
        return ends_of_last_turns(turn, (), far, 1.0 - value, level_wins=False)

    if tie is not Tie.AGAIN:
        return lasting.After(after.top, np.zeros(far + 1), 0.0)
    again = 1.0 - float(chances_of_round(turn, value, last).sum())
    return lasting.After(after.top, last(far).level, again)
