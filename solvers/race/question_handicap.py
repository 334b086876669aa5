"""The outputs of contests in turn that say which handicaps make them even: of two players, and of more."""

from collections.abc import Callable
from typing import Any

import numpy as np

from solvers.arrays import Array, Integers
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


def nearest_to_equal(value: Array) -> tuple[Integers, Array]:
    """The points of all seats that bring their chances nearest to equal, and these chances; [seat] both.

    The first seat has none. All others are tried with everything below the goal; what is least is the largest
    difference of a chance from an equal share, of equally near ones the sum of points, then the points of the
    second seat, of the third, and so on.

    Parameters
    ----------
    value : float64[..., seat], every seat's chance to win by the scores in the order of moving, in as many
        dimensions as there are seats or in one
    """
    players = value.shape[-1]
    by_state = value.reshape(-1, players)
    goal = round(len(by_state) ** (1.0 / players))
    # Where the first seat has no points.
    wins = by_state[: goal ** (players - 1)]
    points = np.indices((goal,) * (players - 1)).reshape(players - 1, -1)
    apart = np.abs(wins - 1.0 / players).max(axis=1)
    near = np.flatnonzero(~(apart > apart.min() + handicap.TIE))
    best = near[points[:, near].sum(axis=0).argmin()]
    return np.concatenate(([0], points[:, best])), wins[best]


def handicaps_of_many(unit: str, table: str, of: Callable[[Any], Array]) -> tuple[Output, ...]:
    """The points of each seat, and how even they make it.

    Parameters
    ----------
    unit : of points
    table : name of the stored output that has each seat's chance by all scores
    of : function of the solution that gives it
    """
    return (
        Output(
            name="handicaps",
            role=Role.MEASURE,
            dims=("seat",),
            dtype="int16",
            unit=unit,
            long_name="seat handicaps",
            meaning=(
                "Points of each seat at the start, none of the first, with which the largest difference from"
                " an equal chance is least."
            ),
            of=lambda solved: nearest_to_equal(of(solved))[0],
            follows=lambda given, value: nearest_to_equal(value)[0],
            follows_from=(table,),
        ),
        Output(
            name="handicapped_wins",
            role=Role.VALUE,
            dims=("seat",),
            long_name="handicapped win probability",
            meaning="Each seat's chance to win with those points at the start.",
            of=lambda solved: nearest_to_equal(of(solved))[1],
            follows=lambda given, value: nearest_to_equal(value)[1],
            follows_from=(table,),
        ),
    )
