"""Certificate of the length of optimal play where busts in a row cost points. The best choices by the stored
values are played on the rules as they were written.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.streak import Rule
from solvers.contests.tie import Tie
from solvers.games.turn import Turn
from solvers.in_turn.lasting import certificate as lasting
from solvers.streak import certificate


def residual(turn: Turn, goal: int, rule: Rule, stored: Mapping[str, NDArray[Any]]) -> float:
    """Return the largest difference between what is stored of a race and the certificate's backup of it.

    Parameters
    ----------
    turn, goal, rule : the game, and what busts in a row cost
    stored : `value`, and what `in_turn.lasting.certificate` proves

    Raises
    ------
    KeyError
        if `value` is missing
    """
    value = stored["value"]
    if not np.isfinite(value).all():
        return np.inf
    contest = lasting.Contest(turn, goal, *rule)
    ends = lasting.best_play(contest, goal, 1.0 - value, certificate.goal_wins(turn, goal))
    proved = certificate.residual(turn, goal, rule, value)
    return float(np.maximum(proved, lasting.residual(contest, lasting.Seats(ends, ends), stored)))


def residual_of_equal_turns(
    turn: Turn, goal: int, rule: Rule, tie: Tie, stored: Mapping[str, NDArray[Any]]
) -> float:
    """Return the largest difference between what is stored of equal turns and the certificate's backup of it.

    Parameters
    ----------
    turn, goal, rule : the game, and what busts in a row cost
    tie : who wins ties; not `again`
    stored : `value`, `second_value`, and what `in_turn.lasting.certificate` proves

    Raises
    ------
    KeyError
        if `value` or `second_value` is missing
    """
    value, second_value = stored["value"], stored["second_value"]
    if not (np.isfinite(value).all() and np.isfinite(second_value).all()):
        return np.inf
    contest, won = lasting.Contest(turn, goal, *rule), certificate.goal_wins(turn, goal)
    after, beyond = certificate.last_turns(turn, goal, tie)
    far = after.top + turn.longest_gain
    seats = lasting.Seats(
        lasting.best_play(contest, after.top, 1.0 - second_value, beyond),
        lasting.best_play(contest, goal, 1.0 - value, won),
        lasting.After(after.top, np.zeros(far + 1), 0.0),
    )
    proved = certificate.residual_of_equal_turns(turn, goal, rule, tie, value, second_value)
    return float(np.maximum(proved, lasting.residual(contest, seats, stored)))
