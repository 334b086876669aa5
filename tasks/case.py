"""A case as a worker receives it, and its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from solvers.questions.parameter import Value

Index = tuple[int, ...]


@dataclass(frozen=True)
class Place:
    """A case that an answer is stored for.

    Parameters
    ----------
    index : index of the case in the store
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
    parameters : all parameters of the question, by name
    places : cases that the answer is for, the solved case first, then its mirrors
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
    row : the record without key and run, and the outputs with one number
    arrays : outputs with dimensions, by name; empty if the case failed
    """

    row: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]
