"""Certificate of the length of a rule's games with equal turns, against optimal play and its best reply.

It is one backup of the expected turns to come, see `equal_turns.response.certificate_of_turns`, whose tables
are those of the rule's opponent.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.contests.tie import Tie
from solvers.equal_turns.response.certificate_of_turns import (
    Played,
    residual,
    seats_of_optimal,
    turns_residual,
)
from solvers.in_turn.lasting.certificate import TURNS
from solvers.players.ruled import Ruled

LEFT, WAITING = TURNS


def with_turns(other: float, own: Ruled, tie: Tie, stored: Mapping[str, NDArray[Any]]) -> float:
    """Return a residual, or that of the expected turns if they are stored and it is more; NaN is kept.

    Parameters
    ----------
    other : residual of the other tables
    own : the rule
    tie : who wins ties
    stored : tables by name

    Raises
    ------
    KeyError
        if a table that is needed is missing
    """
    played, whole = Played(own.rule.turn, own.rule.goal, tie, own), [other]
    if any(name in stored for name in _names("optimal")):
        waiting, left = (_of_other(stored[name]) for name in _names("optimal"))
        seats = seats_of_optimal(played, stored["optimal_value"])
        whole.append(turns_residual(played, seats, left, waiting))
    if any(name in stored for name in _names("reply")):
        waiting, left = (_of_other(stored[name]) for name in _names("reply"))
        waits = 1.0 - _of_other(stored["value_against_reply"])
        whole.append(residual(played, {"waiting_value": waits, LEFT: left, WAITING: waiting}))
    return float(np.max(whole))


def _names(other: str) -> tuple[str, str]:
    """Names of the expected turns if the rule, and if its opponent, is about to move."""
    return f"turns_left_against_{other}", f"waiting_turns_left_against_{other}"


def _of_other(table: NDArray[Any]) -> NDArray[Any]:
    """A table float64[seat, banked, opponent] by the opponent's seat, its own score first."""
    return table[::-1].transpose(0, 2, 1)
