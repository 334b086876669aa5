"""A case as a worker receives it, and its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from solvers.questions.parameter import Value

Index = tuple[int, ...]


@dataclass(frozen=True)
class Place:
    """Where an answer goes.

    Parameters
    ----------
    index : of the case in the store
    key : content key of the case
    transposition : for each of its dimensions that differ, the dimension of the solved case to take instead;
        empty for the solved case
    """

    index: Index
    key: str
    transposition: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """A case to solve.

    Parameters
    ----------
    parameters : all of the question's, by name
    places : the cases that its answer is for, its own first, then its mirrors
    seconds : estimate
    """

    parameters: Mapping[str, Value]
    places: tuple[Place, ...]
    seconds: float


@dataclass(frozen=True)
class Answer:
    """The result of a case.

    Parameters
    ----------
    row : the record without key and run, and the outputs that are one number
    arrays : the outputs with dimensions, by name; none if the case failed
    """

    row: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]
