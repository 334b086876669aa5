"""Choose among the rows that answer a request: the simplest one with all outputs in `keep`."""

from collections.abc import Sequence
from typing import NamedTuple

from solvers.outputs.output import Output, Role
from solvers.wording.alternatives import in_common
from solvers.wording.cells import Cell
from solvers.wording.first_wins import by_first


class Chosen(NamedTuple):
    """The chosen row, and the simpler ones.

    Attributes
    ----------
    cell : the chosen row
    plainer : simpler rows for the same players, each of which lacks an output in `keep`
    """

    cell: Cell
    plainer: Sequence[Cell]


def plainest(answering: Sequence[Cell], keep: Sequence[str]) -> Chosen | None:
    """Return the first row with all outputs in `keep`; None if there is none.

    Parameters
    ----------
    answering : rows that answer the request, the simplest first
    keep : names of outputs
    """
    for place, cell in enumerate(answering):
        if not keep or {*keep} <= {*outputs_of(cell)}:
            return Chosen(cell, answering[:place])
    return None


def outputs_of(cell: Cell) -> list[str]:
    """Return the names of a row's outputs, certificates last.

    Parameters
    ----------
    cell : the row, and the order of its players
    """
    return _names(by_first(cell).outputs)


def _names(outputs: Sequence[Output]) -> list[str]:
    return [own.name for own in sorted(outputs, key=lambda own: own.role is Role.CERTIFICATE)]


def telling(chosen: Sequence[Chosen]) -> tuple[str, ...]:
    """Return outputs that distinguish the chosen rows from all simpler ones; independent of `keep` otherwise.

    Parameters
    ----------
    chosen : the chosen rows, one for each combination of players
    """
    common = _names(in_common([by_first(one.cell) for one in chosen]))
    told: list[str] = []
    for cell in (plainer for one in chosen for plainer in one.plainer):
        lacking = {*common} - {*outputs_of(cell)}
        if lacking.isdisjoint(told):
            told.append(next(name for name in common if name in lacking))
    return tuple(told)


def is_told_apart(chosen: Chosen) -> bool:
    """Whether each simpler row lacks an output of the chosen one.

    Parameters
    ----------
    chosen : the chosen row, and the simpler ones
    """
    return not any({*outputs_of(chosen.cell)} <= {*outputs_of(cell)} for cell in chosen.plainer)
