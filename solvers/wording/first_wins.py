"""What the player who is named first wins, by the name that it has in all questions.

A row of the catalogue that answers for several players has it by another name, and may have by that name
what its best player wins.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from solvers.players.player import Kind
from solvers.questions.parameter import Parameters
from solvers.questions.question import Output, Question, Role
from solvers.wording.alternatives import WINS
from solvers.wording.cells import Cell

# Of a row that has the best player's chance under that name, and means another's.
BEST_WINS = "best_win_probability"
# How a row calls that player.
REPLY = "the best response"
# Whose outputs say whose they are, whoever is named first.
SAID_BY_NAME = (Kind.BEST, Kind.OPTIMAL, Kind.ITSELF)
EXCHANGED = "players exchanged"


def by_first(cell: Cell) -> Question:
    """The row, with the chance of the player who is named first by the name that it has everywhere.

    Of two players whom the row has the other way round it knows the other's chance; one of the two wins.

    Parameters
    ----------
    cell : the row, and who is named first
    """
    row = cell.question
    for wins in row.wins:
        if wins.kind in cell.kinds:
            own = row.output(wins.outputs[cell.swapped])
            return replace(
                row,
                outputs=(_wins(own, cell.swapped), *(_exchanged(_renamed(one), cell) for one in row.outputs)),
                certify=_by_row(row.certify),
                exact=row.exact and _by_row(row.exact),
                pictures=tuple(replace(own, output=_beside(own.output)) for own in row.pictures),
                wins=(),
            )
    return row


def _renamed(own: Output) -> Output:
    """An output of a row whose `win_probability` is somebody else's, the best player's.

    Whichever seat that one has, tables of the best reply are its own, and say so.
    """
    read = own.read if own.name == WINS else own.of
    names = tuple(map(_beside, own.follows_from))
    words = f"{own.long_name} of the best reply" if own.dims and REPLY in own.meaning else own.long_name
    return replace(own, name=_beside(own.name), long_name=words, of=read, follows_from=names)


def _exchanged(own: Output, cell: Cell) -> Output:
    """An output of two by rules whom the row has the other way round: it speaks of the one named second."""
    if not cell.swapped or own.role is Role.CERTIFICATE or any(kind in SAID_BY_NAME for kind in cell.kinds):
        return own
    words, meaning = f"{own.long_name}, {EXCHANGED}", f"With the {EXCHANGED}: {own.meaning}"
    return replace(own, long_name=words, meaning=meaning)


def _beside(name: str) -> str:
    return BEST_WINS if name == WINS else name


class _ByRow(Mapping[str, NDArray[Any]]):
    """Arrays by the names that the row has for them.

    Parameters
    ----------
    stored : by the names that the question has
    """

    def __init__(self, stored: Mapping[str, NDArray[Any]]) -> None:
        self._stored = stored

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._stored[_beside(name)]

    def __iter__(self) -> Iterator[str]:
        return (WINS if name == BEST_WINS else name for name in self._stored if name != WINS)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _wins(own: Output, swapped: bool) -> Output:
    return replace(
        own,
        name=WINS,
        long_name="first player wins",
        meaning="Chance to win of the player who is named first, and moves first.",
        of=(lambda solution: 1.0 - own.read(solution)) if swapped else own.read,
        proved=False,
        follows=_other if swapped else _same,
        follows_from=(own.name,),
    )


def _same(given: Parameters, own: NDArray[Any]) -> NDArray[Any]:
    return own


def _other(given: Parameters, own: NDArray[Any]) -> NDArray[Any]:
    return 1.0 - own


def _by_row(call: Callable[..., Any]) -> Callable[..., Any]:
    """A function of parameters and of what is stored by the names that the row has."""

    def called(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> Any:
        return call(given, _ByRow(stored))

    return called
