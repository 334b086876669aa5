"""Crocce & Mordecki 2014, Table 6: value and best action of every position in Ten Thousand.

The table is here as printed and as corrected. Errata:

- the column of two fives, or a five and a one, with two dice left names its action r; its values are those of
  three dice thrown with one chip less, which is m5;
- two dice with anything else kept are said always to stop: three chips from three single fives are worth
3.1726
  if thrown on;
- the game's value is printed as 5.8721 for 5.87202, which is within half a unit of the other entries' last
digit.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solvers.games import ten_thousand


class Column(NamedTuple):
    """A column of the table.

    Attributes
    ----------
    positions : names of its positions
    action : the best action at the turn totals with values; at greater ones it holds
    first : turn total of the first value
    values : values in chips, for successive turn totals
    """

    positions: tuple[str, ...]
    action: str
    first: int
    values: tuple[float, ...]


def _numbers(printed: str) -> tuple[float, ...]:
    return tuple(map(float, printed.split()))


_COLUMNS = (
    Column(
        ("all score, 5 left",),
        "roll",
        1,
        _numbers(
            "6.607 7.355 8.107 8.883 9.713 10.553 11.394 12.235 13.077 13.918 14.779 15.655 16.534 17.413"
            " 18.291 19.170 20.060 20.972 21.893 22.814 23.734 24.655 25.576 26.497 27.418 28.339 29.260"
            " 30.181 31.102 32.022 32.943 33.864 34.785 35.706 36.627 37.548 38.469 39.390 40.312 41.233"
            " 42.154 43.075 43.997 44.919 45.840 46.762 47.684 48.607 49.529 50.452 51.375 52.298 53.221"
            " 54.144 55.066"
        ),
    ),
    Column(
        ("5, 4 left", "1, 4 left"),
        "roll",
        1,
        _numbers(
            "4.338 5.021 5.743 6.476 7.212 8.001 8.840 9.679 10.517 11.357 12.196 13.035 13.875 14.715 15.554"
            " 16.394 17.234 18.073"
        ),
    ),
    Column(
        ("5 5, 3 left", "5 1, 3 left"),
        "m5",
        2,
        _numbers("4.338 5.021 5.743 6.476 7.212 8.001 8.840 9.679 10.517 11.357 12.196 13.035"),
    ),
    Column(("1 1, 3 left",), "m1", 4, (5.021, 5.743, 6.476, 7.212, 8.001)),
    Column(("5, 3 left", "1, 3 left"), "roll", 2, (3.447, 4.123, 4.837, 5.552, 6.266)),
    Column(("5 5 1, 2 left",), "m55", 4, (5.021, 5.743, 6.476, 7.212, 8.001)),
    Column(("5 1 1, 2 left",), "m51", 5, (5.021,)),
)

_LAST = Column(("5 5, 2 left", "5 1, 2 left"), "roll", 3, (3.447, 4.123))
PRINTED = (*_COLUMNS, _LAST)
CORRECTED = (*_COLUMNS, _LAST._replace(action="m5"), Column(("5, 2 left",), "roll", 3, (3.1726,)))


def cells() -> Iterator[tuple[int, int]]:
    """Yield (turn total, index of the position) of all cells below the critical threshold."""
    turn = ten_thousand.turn()
    for index, position in enumerate(turn.positions):
        for turn_total in range(least_turn_total(position.name), turn.critical_threshold()):
            yield turn_total, index


def least_turn_total(position: str) -> int:
    """Return the points of a position, with at least one chip for each die set aside before.

    >>> least_turn_total("5 1, 2 left")
    4
    """
    if position.startswith("all"):
        return 1
    faces, left = position.removesuffix(" left").split(", ")
    kept = [int(face) for face in faces.split()]
    triple = next((face for face in kept if face not in (1, 5)), 0)
    return (
        ten_thousand.score((kept.count(5), kept.count(1), triple)) + ten_thousand.DICE - int(left) - len(kept)
    )


def flat(start: float, columns: Sequence[Column]) -> tuple[float, ...]:
    """Return the game's value, then value and code of the action of every cell; cells in no column hold."""
    positions = ten_thousand.turn().positions
    column_of = {name: column for column in columns for name in column.positions}
    numbers = [start]
    for turn_total, index in cells():
        column = column_of.get(positions[index].name)
        if column is not None and 0 <= turn_total - column.first < len(column.values):
            numbers += [column.values[turn_total - column.first], ten_thousand.ACTIONS.index(column.action)]
        else:
            numbers += [turn_total, 0]
    return tuple(numbers)


TABLE_6_PRINTED = flat(5.8721, PRINTED)
TABLE_6_CORRECTED = flat(5.8720, CORRECTED)
