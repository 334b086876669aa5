"""What a worker does with one piece of a case: solve it, put it back into the table, certify a part."""

from collections.abc import Iterator
from contextlib import contextmanager

import icechunk

from solvers import catalog, compiling
from solvers.arrays import Array
from solvers.questions.parameter import Parameters
from solvers.questions.wave import Piece, Wave
from storage.checkpoints import Place, read_left, write_piece
from tasks.shared_table import SharedTable


class CaseFailed(RuntimeError):
    """The error of a piece of the case, as text."""


def solve_piece(
    question: str,
    given: Parameters,
    table: SharedTable,
    piece: Piece,
    place: Place,
    fork: icechunk.ForkSession,
) -> tuple[icechunk.ForkSession, float]:
    """Solve a piece and write its result; return the fork, and seconds of processor time.

    Parameters
    ----------
    question, given : the case
    table : the table, written
    piece, place : the piece, and where it is stored
    fork : fork of its batch's session
    """
    started = compiling.thread_time()
    opened, wave = table.opened(), _wave(question)
    with _blaming_the_case():
        left, found = wave.solve(given, opened, piece)
    seconds = compiling.thread_time() - started
    write_piece(fork, place, left, found)
    return fork, seconds


def restore_piece(
    question: str,
    given: Parameters,
    table: SharedTable,
    piece: Piece,
    place: Place,
    reader: icechunk.Session,
) -> int:
    """Put the result of a finished piece back into the table; return the number of its other stored results.

    Parameters
    ----------
    question, given : the case
    table : the table, written
    piece, place : the piece, and where it is stored
    reader : session of a snapshot that has it

    Raises
    ------
    PiecesDamaged
        if it is not what was written
    """
    left, rows = read_left(reader, place)
    _wave(question).restore(given, table.opened(), piece, left)
    return rows


def certify_piece(
    question: str, given: Parameters, table: SharedTable, proof: Piece, found: Array
) -> tuple[tuple[float, ...], float]:
    """Return the results of a piece of the certificate, and seconds of processor time.

    Parameters
    ----------
    question, given : the case
    table : all values
    proof : the part to check
    found : other stored results of all pieces
    """
    started = compiling.thread_time()
    opened, wave = table.opened(), _wave(question)
    with _blaming_the_case():
        numbers = wave.certify(given, opened, proof, found)
    return numbers, compiling.thread_time() - started


@contextmanager
def _blaming_the_case() -> Iterator[None]:
    """Mark errors of the solver, as distinct from those of its surroundings."""
    try:
        yield
    except Exception as error:
        raise CaseFailed(f"{type(error).__name__}: {error}") from None


def _wave(question: str) -> Wave:
    wave = catalog.find(question).wave
    if wave is None:
        raise LookupError(f"question: expected one that is solved in pieces, got {question!r}.")
    return wave
