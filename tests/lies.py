"""Every kind of wrong answer that can be stored, told of a right one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.outputs.output import Output
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question

Array = NDArray[Any]
SLIP = 1e-6
# What `verify` accepts as rounding; what differs by less is the same number, by the user's own word.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Lie:
    """A stored output that is not the answer.

    Parameters
    ----------
    output, kind : what is told wrong, and how
    stored : the array
    """

    output: Output
    kind: str
    stored: Array

    def __str__(self) -> str:
        return f"{self.output.name}: {self.kind}"


def as_stored(question: Question, parameters: Parameters) -> dict[str, Array]:
    """The right answer, in the types in which it is stored."""
    solution = question.solve(**parameters)
    return {output.name: output.read(solution).astype(output.dtype) for output in question.outputs}


def lies(
    question: Question, truth: Mapping[str, Array], other: Mapping[str, Array], seed: int = 0
) -> Iterator[Lie]:
    """All lies about single outputs.

    Parameters
    ----------
    question : which
    truth : all its outputs
    other : those of another case
    seed : of the cells that are told wrong
    """
    random = np.random.default_rng(seed)
    for output in question.outputs:
        right = truth[output.name]
        for kind, stored in _told(right, other[output.name], random):
            if not _same(right, stored):
                yield Lie(output, kind, stored)


def _same(right: Array, stored: Array) -> bool:
    """Whether nothing is wrong: not a cell differs, by more than rounding if it is a float."""
    if right.shape != stored.shape or right.dtype != stored.dtype:
        return False
    if right.dtype.kind != "f":
        return bool((right == stored).all())
    return bool(np.allclose(right, stored, rtol=ROUNDING, atol=ROUNDING, equal_nan=True))


def _told(right: Array, other: Array, random: np.random.Generator) -> Iterator[tuple[str, Array]]:
    yield from _cells(right, random)
    yield "another case's", _overlaid(right, other)
    for filler in (0, 1, 0.5, -1):
        yield f"all {filler}", np.full_like(right, filler)
    if right.dtype.kind == "f":
        yield "all NaN", np.full_like(right, np.nan)
    yield from _shapes(right)
    for dtype in ("float32", "float64", "int8", "int64"):
        with np.errstate(invalid="ignore"):
            yield f"as {dtype}", right.astype(dtype)


def _cells(right: Array, random: np.random.Generator) -> Iterator[tuple[str, Array]]:
    """One cell wrong, and two exchanged."""
    if not right.size:
        return
    somewhere = int(random.integers(right.size))
    slips: tuple[float, ...] = (SLIP, -SLIP, np.nan) if right.dtype.kind == "f" else (1, -1)
    for slip in slips:
        for cell in {0, right.size - 1, somewhere} if slip == slips[0] else {somewhere}:
            stored = right.copy()
            # A number where there is none.
            stored.flat[cell] = (
                slip if right.dtype.kind == "f" and np.isnan(right.flat[cell]) else right.flat[cell] + slip
            )
            yield f"cell {cell} by {slip}", stored
    unequal = np.flatnonzero(right.ravel() != right.flat[somewhere])
    if unequal.size:
        stored, one = right.copy(), int(random.choice(unequal))
        stored.flat[somewhere], stored.flat[one] = right.flat[one], right.flat[somewhere]
        yield f"cells {somewhere} and {one} exchanged", stored


def _overlaid(right: Array, other: Array) -> Array:
    """Another case's numbers, as far as they fit."""
    stored = right.copy()
    common = tuple(slice(min(pair)) for pair in zip(right.shape, other.shape, strict=True))
    stored[common] = other[common]
    return stored


def _shapes(right: Array) -> Iterator[tuple[str, Array]]:
    if not right.ndim:
        yield "with a dimension", right[None]
    for axis in range(right.ndim):
        yield f"cut along axis {axis}", np.delete(right, -1, axis)
        yield f"grown along axis {axis}", np.concatenate((right, right.take([-1], axis)), axis)
    if right.ndim > 1:
        yield "flat", right.ravel()
