"""The memory that cases take of the process that solves them."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from configs.sweep import Sweep
from solvers.outputs.output import Variable
from solvers.questions.dimension import Dimension
from solvers.questions.parameter import Value
from storage.layout import Layout
from storage.schema import item_bytes

Bytes = NDArray[np.float64]
# A worker before its first case: Python, the libraries and the compiled kernels.
PROCESS_BYTES = 0.3e9
# An output is there twice while it is read off a solution, or written. The third is what earlier cases left:
# workers keep what they have freed, and the next case does not fit into all of it.
COPIES = 3.0
# Tables that a block holds until they are written: beyond, it gets no more cases.
BLOCK_BYTES = 0.25e9
# Tables of fewer bytes all count as the largest of them.
SMALL_BYTES = 1e6


@dataclass(frozen=True)
class Largest:
    """The case that takes the most memory.

    Parameters
    ----------
    case : its labels, in words
    memory : bytes that a worker takes with it
    kept : whether most of that is for what is kept of it
    """

    case: str
    memory: float
    kept: bool


def kept_bytes(sweep: Sweep, layout: Layout, solved: NDArray[np.int64]) -> Bytes:
    """Bytes of the kept tables of each case, float64[cases to solve].

    Parameters
    ----------
    sweep, layout : the request, and where its cases are stored
    solved : numbers of the cases to solve
    """
    largest = float(sum(map(layout.table_bytes, layout.tiled)))
    if largest < SMALL_BYTES:
        return np.full(solved.size, largest)
    used = {name for variable in layout.tiled for name in variable.dims}
    dimensions = [own for own in sweep.asked().dimensions if own.name in used]
    return np.fromiter(
        (_bytes(layout.tiled, _lengths(dimensions, given)) for given in _cases(sweep, solved)),
        np.float64,
        solved.size,
    )


def solving_bytes(sweep: Sweep, solved: NDArray[np.int64]) -> Bytes:
    """Bytes that solving each case takes besides its kept tables, float64[cases to solve].

    Parameters
    ----------
    sweep : the request
    solved : numbers of the cases to solve
    """
    takes = sweep.asked().memory
    if takes is None:
        return np.zeros(solved.size)
    return np.fromiter(map(takes, _cases(sweep, solved)), np.float64, solved.size)


def needed_bytes(kept: Bytes, solving: Bytes) -> Bytes:
    """Bytes that a worker takes with each case, and with the others of its block, float64[cases to solve].

    Parameters
    ----------
    kept, solving : of each case, from `kept_bytes` and `solving_bytes`
    """
    others = min(BLOCK_BYTES, float(kept.sum()))
    return PROCESS_BYTES + others + COPIES * kept + solving


def _cases(sweep: Sweep, solved: NDArray[np.int64]) -> Iterator[Mapping[str, Value]]:
    indices = np.transpose(np.unravel_index(solved, sweep.shape)).tolist()
    return map(sweep.completing(), indices)


def _lengths(dimensions: Sequence[Dimension], given: Mapping[str, Value]) -> dict[str, int]:
    return {dimension.name: len(dimension.labels(given)) for dimension in dimensions}


def _bytes(tables: Sequence[Variable], lengths: Mapping[str, int]) -> float:
    return float(sum(math.prod(lengths[name] for name in table.dims) * item_bytes(table) for table in tables))
