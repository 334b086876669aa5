"""How headline numbers follow from stored tables, as an `Output` says it in `follows`."""

from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from solvers.questions.parameter import Parameters


class Follows(TypedDict):
    """The fields of an output that follows from others, for `Output(**...)`.

    Attributes
    ----------
    follows : function of the parameters and of the others that recomputes it
    follows_from : names of the others
    """

    follows: Any
    follows_from: tuple[str, ...]


class Loses(TypedDict):
    """The fields of an output of choices that are shown to be best, for `Output(**...)`.

    Attributes
    ----------
    loses : function of the parameters, of the choices and of the others that says what each choice loses
    follows_from : names of the others
    """

    loses: Any
    follows_from: tuple[str, ...]


def first_of(table: str, seat: int = 0) -> Follows:
    """The number at the start, where all scores are 0.

    Parameters
    ----------
    table : name of the other
    seat : where the table's first dimension is a seat, which; else 0
    """

    def first(given: Parameters, own: NDArray[Any]) -> Any:
        return own[(seat, *(0,) * (own.ndim - 1)) if seat else (0,) * own.ndim]

    return Follows(follows=first, follows_from=(table,))


def ahead(given: Parameters, value: NDArray[Any]) -> Any:
    """What moving first is worth, of a table that begins with the start of the game."""
    return 2.0 * value.flat[0] - 1.0


def with_all_turns(table: str) -> Follows:
    """The number at the start with all turns still to play, of a table [turns_left, banked]."""
    return Follows(follows=lambda given, own: own[-1, 0], follows_from=(table,))


def first_row(table: str) -> Follows:
    """The row of a table for all scores 0; the table has one more dimension than scores, the last."""
    return Follows(follows=lambda given, own: own[(0,) * (own.ndim - 1)], follows_from=(table,))


def mean_of(first: str, second: str) -> Follows:
    """The mean of two numbers: a fair coin says who moves first."""
    return Follows(follows=lambda given, one, other: np.mean([one, other]), follows_from=(first, second))
