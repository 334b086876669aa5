"""How a case is solved that outgrows one process: piece after piece, over a table that all workers share.

Pieces come in *stages*: those of a stage need only what some earlier stages have left in the table, so that
they can be solved anywhere, in any order and twice. What a piece leaves there is a row of numbers, from which
it can be put back: finished pieces are checkpoints.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from solvers.arrays import Array
from solvers.questions.parameter import Parameters

# What a wave knows a piece of the solution or of the certificate by; it survives pickling.
Piece = Any


class Stage(NamedTuple):
    """Pieces that may be solved side by side.

    Attributes
    ----------
    pieces : in any order
    after : how many stages, the first ones, must be finished before; of a later stage no fewer
    """

    pieces: Sequence[Piece]
    after: int


class PieceSolved(NamedTuple):
    """What came of a piece.

    Attributes
    ----------
    left : float64[...], what it left in the table, as many as there is `room` for
    found : float64[row, column], what else is to be remembered of it, mostly no row
    """

    left: Array
    found: Array


@dataclass(frozen=True)
class Wave:
    """The steps of a question whose cases may outgrow one process.

    Parameters
    ----------
    outgrows : function of the parameters, whether a case does
    withheld : names of the outputs that such a case cannot give
    shape : function of the parameters, of the table of floats
    stages : function of the parameters
    room : function of the parameters and of a piece, how many numbers it leaves
    solve : function of the parameters, of the table, which is written, and of a piece
    restore : function of the parameters, of the table, which is written, of a piece and of what it had left
    proofs : function of the parameters, the pieces of the certificate
    certify : function of the parameters, of the table, of a piece of the certificate and of all that was
        found; the largest of each of its numbers over all pieces are the certificate
    finish : function of the parameters, of the table, of all that was found, in the order of the pieces, and
        of the certificate: what the outputs are read off
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
