"""The outputs of contests of two in turn that say which handicap makes them even."""

from collections.abc import Callable
from typing import Any

from solvers.arrays import Array
from solvers.questions.question import Output, Role
from solvers.race import handicap


def handicaps(
    unit: str,
    *,
    of: Callable[[Any], Array],
    follows: Callable[..., Array],
    follows_from: tuple[str, ...],
    players: tuple[str, str] = ("first player", "second player"),
    when: str = "",
) -> tuple[Output, ...]:
    """The nearest whole handicap, how even it is, and the fair mixture.

    Parameters
    ----------
    unit : of points
    of : function of the solution that gives the table float64[one's points, other's points], the chance of
        the one to win from there
    follows : function of the stored tables that gives the same
    follows_from : names of the stored tables
    players : the one and the other, as in a sentence
    when : what else is to be said, as in a sentence; who moves first, for instance
    """
    one, other = players

    def measured(name: str, words: str, meaning: str, read: Callable[[Array], float], **own: Any) -> Output:
        return Output(
            name=name,
            long_name=words,
            meaning=meaning,
            of=lambda solved: read(of(solved)),
            follows=lambda given, *tables: read(follows(*tables)),
            follows_from=follows_from,
            **own,
        )

    return (
        measured(
            "handicap",
            "whole handicap",
            f"Points for the {other} at the start with which the {one}'s chance to win is nearest to a half;"
            f" below 0 they are for the {one}{when}.",
            handicap.nearest,
            # In a store a whole number below 0 stands for none.
            role=Role.MEASURE,
            unit=unit,
        ),
        measured(
            "handicap_win_probability",
            "handicapped win probability",
            f"Chance of the {one} to win with that handicap{when}.",
            handicap.evened,
            role=Role.VALUE,
        ),
        measured(
            "fair_handicap",
            "fair handicap",
            "The mean of two neighbouring handicaps that makes it even: 3.4 is 3 with chance 0.6 and 4 with"
            " chance 0.4; the whole handicap where no mean does.",
            handicap.fair,
            role=Role.MEASURE,
            unit=unit,
        ),
    )
