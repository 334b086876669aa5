"""How a case larger than one process's memory is solved: piece by piece, over a table that workers share.

Pieces come in *stages*. The pieces of a stage need only what earlier stages have written to the table, so
they can be solved anywhere, in any order, and twice. A piece writes a row of numbers, from which it can be
restored: finished pieces are checkpoints.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from solvers.arrays import Array
from solvers.questions.parameter import Parameters

# Identifies a piece of the solution or of the certificate; it can be pickled.
Piece = Any


class Stage(NamedTuple):
    """Pieces that may be solved in parallel.

    Attributes
    ----------
    pieces : the pieces, in any order
    after : number of stages, from the first on, that must be finished before; it never falls
    """

    pieces: Sequence[Piece]
    after: int


class PieceSolved(NamedTuple):
    """The result of a piece.

    Attributes
    ----------
    left : float64[...], the numbers that it wrote to the table, as many as `Wave.room` says
    found : float64[row, column], further results, mostly without rows
    """

    left: Array
    found: Array


@dataclass(frozen=True)
class Wave:
    """The steps to solve a question whose cases may exceed one process's memory.

    Parameters
    ----------
    outgrows : function of the parameters; whether a case exceeds one process's memory
    withheld : names of the outputs that such a case does not have
    shape : function of the parameters; shape of the table of floats
    stages : function of the parameters; the stages
    room : function of the parameters and a piece; how many numbers the piece writes
    solve : function of the parameters, the table, which is written, and a piece
    restore : function of the parameters, the table, which is written, a piece and the numbers that it wrote
    proofs : function of the parameters; the pieces of the certificate
    certify : function of the parameters, the table, a piece of the certificate and everything found; the
        certificate is the maximum of each returned number over all pieces
    finish : function of the parameters, the table, everything found in the order of the pieces, and the
        certificate; returns the solution that outputs are read off
    """

    outgrows: Callable[[Parameters], bool]
    withheld: tuple[str, ...]
    shape: Callable[[Parameters], tuple[int, ...]]
    stages: Callable[[Parameters], Sequence[Stage]]
    room: Callable[[Parameters, Piece], int]
    solve: Callable[[Parameters, Array, Piece], PieceSolved]
    restore: Callable[[Parameters, Array, Piece, Array], None]
    proofs: Callable[[Parameters], Sequence[Piece]]
    certify: Callable[[Parameters, Array, Piece, Array], tuple[float, ...]]
    finish: Callable[[Parameters, Array, Array, tuple[float, ...]], Any]
