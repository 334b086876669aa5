"""Give win probabilities and lengths of the player named first the same names in all questions.

A row of the catalogue that answers for several players names them otherwise. If it has the two players in the
opposite order, it has the win probabilities of the other player.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from solvers.outputs import chances, lengths
from solvers.outputs.output import Output, Role
from solvers.players.player import Kind, Wins
from solvers.questions.parameter import Parameters
from solvers.questions.question import Question
from solvers.wording.cells import Cell

# How meanings of outputs in rows call the player who responds best.
REPLY = "the best response"
# Outputs about these players name the player, in whatever order players are written.
SAID_BY_NAME = (Kind.BEST, Kind.OPTIMAL, Kind.ITSELF)
EXCHANGED = "players exchanged"
# Names of the first player's win probability by seat, and of its average.
BY_SEAT, AVERAGE = chances.win_probability_by_seat.name, chances.average_win_probability.name


def by_first(cell: Cell) -> Question:
    """Return the row with the first player's win probabilities under their common names.

    Parameters
    ----------
    cell : the row, and the order of its players
    """
    row = cell.question
    wins = next((own for own in row.wins if own.kind in cell.kinds), None)
    if wins is None:
        return row
    first = _first_player(row.output(wins.by_seat), cell.swapped)
    if wins.turns:
        first = (*first, *_first_turns(row.output(wins.turns), cell.swapped))
    named = {own.name for own in first} | {wins.by_seat, wins.average, wins.turns}
    others = tuple(_other_player(own, wins, cell) for own in row.outputs if own.name not in named)
    return replace(
        row,
        outputs=(*first, *others),
        certify=_by_row(row.certify, wins, cell.swapped),
        exact=row.exact and _by_row(row.exact, wins, cell.swapped),
        wins=(),
    )


def _first_player(own: Output, swapped: bool) -> tuple[Output, ...]:
    """The first player's win probability moving first, on average, and in each seat.

    Parameters
    ----------
    own : the row's output, by seat; of the second player if `swapped`
    swapped : whether the row has the players in the opposite order
    """

    def read(solution: Any) -> NDArray[Any]:
        return _theirs(own.read(solution), swapped)

    def follows(given: Parameters, *stored: NDArray[Any]) -> NDArray[Any]:
        return _theirs(cast(Any, own.follows)(given, *stored), swapped)

    by_seat = chances.win_probability_by_seat(of=read)
    return (
        replace(
            chances.win_probability(
                of=lambda solution: read(solution)[0],
                follows=lambda given, wins: wins[0],
                follows_from=(BY_SEAT,),
            ),
            long_name="first player's win probability",
            meaning="Chance to win of the player who is named first, and moves first.",
        ),
        chances.average_win_probability(
            of=lambda solution: read(solution).mean(),
            follows=lambda given, wins: wins.mean(),
            follows_from=(BY_SEAT,),
        ),
        replace(by_seat, follows=own.follows and follows, follows_from=own.follows_from),
    )


def _first_turns(own: Output, swapped: bool) -> tuple[Output, ...]:
    """The expected turns of a game in which the first player moves first, and in each of its seats.

    Parameters
    ----------
    own : the row's output, by seat; of the second player if `swapped`
    swapped : whether the row has the players in the opposite order
    """

    def turned(turns: NDArray[Any]) -> NDArray[Any]:
        return np.flip(turns) if swapped else turns

    def follows(given: Parameters, *stored: NDArray[Any]) -> NDArray[Any]:
        return turned(cast(Any, own.follows)(given, *stored))

    by_seat = lengths.expected_turns_by_seat(
        of=lambda solution: turned(own.read(solution)), follows=follows, follows_from=own.follows_from
    )
    return (
        lengths.expected_turns(
            of=lambda solution: turned(own.read(solution))[0],
            follows=lambda given, turns: turns[0],
            follows_from=(by_seat.name,),
        ),
        by_seat,
    )


def _theirs(chance: NDArray[Any], swapped: bool) -> NDArray[Any]:
    """Win probabilities by seat, of the opponent if swapped: moving first, its opponent moves second."""
    return 1.0 - np.flip(chance) if swapped else chance


def _other_player(own: Output, wins: Wins, cell: Cell) -> Output:
    """Another output of the row, with what it follows from renamed.

    Tables of a best response say so in their words. For two rules in the opposite order, the words say that
    the players are exchanged.
    """
    words, meaning = own.long_name, own.meaning
    if own.dims and REPLY in meaning and own.name not in _of_players(cell.question):
        words = f"{words} of the best reply"
    if cell.swapped and own.role is not Role.CERTIFICATE and not {*cell.kinds} & {*SAID_BY_NAME}:
        words, meaning = f"{words}, {EXCHANGED}", f"With the {EXCHANGED}: {meaning}"
    row_names, names = own.follows_from, tuple(_named(wins).get(name, name) for name in own.follows_from)

    def follows(given: Parameters, *stored: NDArray[Any]) -> Any:
        arrays = (
            _theirs(array, cell.swapped and name in _named(wins))
            for name, array in zip(row_names, stored, strict=True)
        )
        return cast(Any, own.follows)(given, *arrays)

    return replace(own, long_name=words, meaning=meaning, follows=own.follows and follows, follows_from=names)


def _of_players(row: Question) -> set[str]:
    return {name for wins in row.wins for name in _named(wins)}


def _named(wins: Wins) -> dict[str, str]:
    """The common names of the first player's win probabilities, by the row's names."""
    return {wins.by_seat: BY_SEAT, wins.average: AVERAGE}


class _ByRow(Mapping[str, NDArray[Any]]):
    """Arrays under the row's names, with win probabilities of the row's first player.

    Parameters
    ----------
    stored : arrays under the common names
    wins : the row's names
    swapped : whether the row has the players in the opposite order
    """

    def __init__(self, stored: Mapping[str, NDArray[Any]], wins: Wins, swapped: bool) -> None:
        self._stored, self._swapped, self._names = stored, swapped, _named(wins)

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name in self._names:
            return _theirs(self._stored[self._names[name]], self._swapped)
        return self._stored[name]

    def __iter__(self) -> Iterator[str]:
        rows = {ours: name for name, ours in self._names.items()}
        return (rows.get(name, name) for name in self._stored)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _by_row(call: Callable[..., Any], wins: Wins, swapped: bool) -> Callable[..., Any]:
    """The row's function of parameters and stored arrays, as one of arrays under the common names."""

    def called(given: Parameters, stored: Mapping[str, NDArray[Any]]) -> Any:
        return call(given, _ByRow(stored, wins, swapped))

    return called
