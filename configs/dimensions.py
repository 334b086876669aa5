"""The labels of a question's dimensions over many cases: those of the longest, which includes all others."""

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
    """The longest labels of each dimension over all cases.

    Parameters
    ----------
    dimensions : dimensions of a question
    cases : all parameters of each case

    Raises
    ------
    InvalidRules
        if labels of two cases differ in more than their number: cells of one would have labels of the other
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
    # Equal bytes are equal labels, and take a fifth of the time to compare.
    same = begun.dtype == shorter.dtype and begun.tobytes() == shorter.tobytes()
    if not (same or np.array_equal(begun, shorter)):
        raise expected(
            f"{name}: labels",
            "the same in all cases, but for how many there are",
            shorter.tolist(),
            "Make a sweep of each.",
        )
    return longer
