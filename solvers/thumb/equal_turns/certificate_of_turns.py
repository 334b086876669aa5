"""Certificate of how long games of a rule of thumb last under equal turns, against optimal play and against
its best reply: one backup of the turns still to come, see `equal_turns.response.certificate_of_turns`, where
the tables are those of who meets the rule.
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
    """A residual, or that of turns still to come if these are stored and it is more; NaN if either is.

    Parameters
    ----------
    other : of the other tables
    own : the rule
    tie : who wins with equal scores
    stored : tables by name

    Raises
    ------
    KeyError
        if some of what is needed is missing
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
    """Of turns still to come if the rule is about to move, and if the other is."""
    return f"turns_left_against_{other}", f"waiting_turns_left_against_{other}"


def _of_other(table: NDArray[Any]) -> NDArray[Any]:
    """A table float64[seat, banked, opponent] by the other's seat, its own score first."""
    return table[::-1].transpose(0, 2, 1)
