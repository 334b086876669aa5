"""Outputs for two players in turn: handicaps that make the contest even."""

from collections.abc import Callable
from typing import Any

from solvers.arrays import Array
from solvers.outputs import fairness
from solvers.outputs.output import Output
from solvers.questions.following import Follows
from solvers.race import handicap


class Reading(Follows):
    """The fields of an output that is read off a table, and follows from the same table as stored."""

    of: Callable[[Any], Any]


def handicaps(
    unit: str,
    *,
    of: Callable[[Any], Array],
    follows: Callable[..., Array],
    follows_from: tuple[str, ...],
    by_coin: bool = False,
) -> tuple[Output, ...]:
    """Return the outputs for the nearest whole handicap, how even it is, and the fair mixture.

    Parameters
    ----------
    unit : unit of points
    of : function of the solution that returns the table float64[one's points, other's points], the win
        probability of the first from these scores
    follows : function of the stored tables that returns the same
    follows_from : names of the stored tables
    by_coin : whether a fair coin decides who moves first
    """

    def measured(read: Callable[[Array], float]) -> Reading:
        return Reading(
            of=lambda solved: read(of(solved)),
            follows=lambda given, *tables: read(follows(*tables)),
            follows_from=follows_from,
        )

    nearest, evened, fair = fairness.handicap, fairness.handicap_win_probability, fairness.fair_handicap
    if by_coin:
        nearest, evened = fairness.handicap_by_coin, fairness.handicap_by_coin_win_probability
        fair = fairness.fair_handicap_by_coin
    return (
        nearest(points=unit, **measured(handicap.nearest)),
        evened(**measured(handicap.evened)),
        fair(points=unit, **measured(handicap.fair)),
    )
