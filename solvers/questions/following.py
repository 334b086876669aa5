"""How headline numbers follow from stored tables: what `Output.follows` needs of them."""

from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from solvers.questions.parameter import Parameters


class Follows(TypedDict):
    """What an output is told of where it follows from others."""

    follows: Any
    follows_from: tuple[str, ...]


class Loses(TypedDict):
    """What an output is told of choices that are shown to be best."""

    loses: Any
    follows_from: tuple[str, ...]


def first_of(table: str) -> Follows:
    """The number at the start, where all scores are 0."""

    def first(given: Parameters, own: NDArray[Any]) -> Any:
        return own[(0,) * own.ndim]

    return Follows(follows=first, follows_from=(table,))


def with_all_turns(table: str) -> Follows:
    """The number at the start with all turns still to play, of a table [turns_left, banked]."""
    return Follows(follows=lambda given, own: own[-1, 0], follows_from=(table,))


def first_row(table: str) -> Follows:
    """What a table has for the state in which all scores are 0, of a table [banked, opponent, ...] with one
    more dimension.
    """
    return Follows(follows=lambda given, own: own[(0,) * (own.ndim - 1)], follows_from=(table,))


def mean_of(first: str, second: str) -> Follows:
    """The mean of two numbers: a fair coin says who moves first."""
    return Follows(follows=lambda given, one, other: np.mean([one, other]), follows_from=(first, second))
