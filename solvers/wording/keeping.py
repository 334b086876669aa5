"""Which of the rows that answer is meant: the plainest that has all outputs that are to be kept."""

from collections.abc import Sequence
from typing import NamedTuple

from solvers.outputs.output import Output, Role
from solvers.wording.alternatives import in_common
from solvers.wording.cells import Cell
from solvers.wording.first_wins import by_first


class Chosen(NamedTuple):
    """A row that answers, and those that are plainer.

    Attributes
    ----------
    cell : the row
    plainer : other rows that answer these players, each of which lacks an output that is to be kept
    """

    cell: Cell
    plainer: Sequence[Cell]


def plainest(answering: Sequence[Cell], keep: Sequence[str]) -> Chosen | None:
    """The first row that has all outputs; None if no row has.

    Parameters
    ----------
    answering : rows that answer, the plainest first
    keep : names of outputs
    """
    for place, cell in enumerate(answering):
        if not keep or {*keep} <= {*outputs_of(cell)}:
            return Chosen(cell, answering[:place])
    return None


def outputs_of(cell: Cell) -> list[str]:
    """The names of a row's outputs in words, certificates last.

    Parameters
    ----------
    cell : the row, and who is named first
    """
    return _names(by_first(cell).outputs)


def _names(outputs: Sequence[Output]) -> list[str]:
    return [own.name for own in sorted(outputs, key=lambda own: own.role is Role.CERTIFICATE)]


def telling(chosen: Sequence[Chosen]) -> tuple[str, ...]:
    """The outputs that tell the rows from all plainer ones, the same whatever else is kept.

    Parameters
    ----------
    chosen : the rows, of several players in a seat one for each
    """
    common = _names(in_common([by_first(one.cell) for one in chosen]))
    told: list[str] = []
    for cell in (plainer for one in chosen for plainer in one.plainer):
        lacking = {*common} - {*outputs_of(cell)}
        if lacking.isdisjoint(told):
            told.append(next(name for name in common if name in lacking))
    return tuple(told)


def is_told_apart(chosen: Chosen) -> bool:
    """Whether the row has an output that each plainer one lacks.

    Parameters
    ----------
    chosen : the row, and those that are plainer
    """
    return not any({*outputs_of(chosen.cell)} <= {*outputs_of(cell)} for cell in chosen.plainer)
