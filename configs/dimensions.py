"""The labels of a question's dimensions over many cases: those of the longest, in which all others are."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.errors import expected
from solvers.questions.dimension import Dimension
from solvers.questions.parameter import Parameters


def longest_labels(
    dimensions: Sequence[Dimension], cases: Iterable[Parameters]
) -> dict[str, tuple[Any, ...]]:
    """The labels of each dimension, as long as any case has them.

    Parameters
    ----------
    dimensions : of a question
    cases : all parameters of each

    Raises
    ------
    InvalidRules
        if two cases differ in more than how many labels they have: cells of one would bear the other's
    """
    longest: dict[str, NDArray[Any]] = {}
    for parameters in cases if dimensions else ():
        for dimension in dimensions:
            labels = np.asarray(dimension.labels(parameters))
            longest[dimension.name] = _longer(longest.get(dimension.name, labels), labels, dimension.name)
    return {name: tuple(labels.tolist()) for name, labels in longest.items()}


def _longer(one: NDArray[Any], other: NDArray[Any], name: str) -> NDArray[Any]:
    """The longer labels of two cases."""
    longer, shorter = (one, other) if one.size >= other.size else (other, one)
    begun = longer[: shorter.size]
    # The same bytes are the same labels, and take a fifth of the time to compare.
    same = begun.dtype == shorter.dtype and begun.tobytes() == shorter.tobytes()
    if not (same or np.array_equal(begun, shorter)):
        raise expected(
            f"{name}: labels",
            "the same in all cases, but for how many there are",
            shorter.tolist(),
            "Make a sweep of each.",
        )
    return longer
