"""Parts of questions about three in turn: the states, the seats, and each seat's chances to win."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.outputs import chances, tables
from solvers.questions import pig_rules
from solvers.questions.following import first_row
from solvers.questions.question import Dimension

STATE = ("mover", "first", "second", "third")
SCORES = STATE[1:]
# Who plays by which rule, by the prefix of its parameters: all three, and the two whom a best response meets.
WHOSE = {f"{seat}_": f"the {seat} player" for seat in SCORES}
WHOM = {"earlier_": "the opponent who comes first in the round", "later_": "the other opponent"}


def seats(name: str, meaning: str, words: str) -> Dimension:
    """A dimension of the seats 1, 2 and 3, or of three kinds numbered like them."""
    return Dimension(name, "", meaning, lambda given: np.arange(1, 4), words=words)


STATES = (
    seats("mover", "Whose turn of the round it is.", "player to move"),
    *(pig_rules.scores(name, f"the {name} player of each round") for name in SCORES),
)
SEAT = seats("seat", "Players in the order of the round.", "player's seat")
SEAT_OF_RESPONSE = seats(
    "seat",
    "Seat of the best response: 1 moves first in each round, 2 second, 3 third.",
    "response's seat",
)


def movers(values: NDArray[Any]) -> NDArray[Any]:
    """The mover's chance to win, [mover, first, second, third]."""
    return np.stack([values[mover, ..., mover] for mover in range(3)])


WIN_PROBABILITY = chances.win_probability(dims=("seat",), **first_row("seat_value"))
VALUE = tables.value(
    dims=STATE,
    of=lambda solved: movers(solved.value),
    follows=lambda given, values: movers(values),
    follows_from=("seat_value",),
)
SEAT_VALUE = tables.seat_value(dims=(*STATE, "seat"), of=lambda solved: solved.value)
# Of players by rules, whose values are proved everywhere.
SEAT_VALUE_BY_RULES = replace(SEAT_VALUE, proved=True)
WINS_OF_RESPONSE = (
    chances.win_probability(
        of=lambda solved: solved.win_probability[0],
        follows=lambda given, wins: wins[0],
        follows_from=("win_probability_by_seat",),
    ),
    chances.average_win_probability(
        of=lambda solved: solved.wins,
        follows=lambda given, wins: wins.mean(),
        follows_from=("win_probability_by_seat",),
    ),
    chances.win_probability_by_seat(
        of=lambda solved: solved.win_probability,
        follows=lambda given, value: value[:, 0, 0, 0, 0],
        follows_from=("value",),
    ),
)


def difference_of_movers(stored: Mapping[str, NDArray[Any]]) -> float:
    """Largest difference between the mover's chances and those of all seats, where both are stored."""
    if "value" not in stored:
        return 0.0
    return float(np.abs(stored["value"] - movers(stored["seat_value"])).max())
