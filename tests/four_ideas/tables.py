"""Tables of two with equal turns as solvers store them, by what four ideas say."""

from itertools import product
from typing import Any, NamedTuple

import numpy as np

from solvers.games.turn import Turn
from tests.four_ideas.contests import Ended, EqualTurns, Standing
from tests.four_ideas.turns import Number
from tests.four_ideas.values import Player, Values

Table = np.ndarray[tuple[int, ...], np.dtype[Any]]


class SeatTables(NamedTuple):
    """What one seat wins, as floats or fractions.

    Attributes
    ----------
    value, waiting : if it is about to move, and if the other is, [own score, other score]
    tie : of a tie of more than 0 points, to the first seat
    last : to the second seat in its last turn, by how far it is behind, from 1 on
    """

    value: Table
    waiting: Table
    tie: Number
    last: Table


def seat_tables(
    turn: Turn, goal: int, tie: int, players: tuple[Player, Player], seat: int, number: type = float
) -> SeatTables:
    """What a seat, 0 or 1, wins with equal turns to a goal."""
    contest, scores = EqualTurns(goal, tie), list(product(range(goal), repeat=2))

    def table(mover: int) -> list[Standing]:
        return [contest.at(mover, *((own, other) if seat == 0 else (other, own))) for own, other in scores]

    last = [contest.at(1, 2 * goal, 2 * goal - behind) for behind in range(1, goal + 1)]
    tied = contest.tied((1, 1), (0, 1))
    wanted = {*table(seat), *table(1 - seat), *last} | ({tied} if isinstance(tied, Standing) else set())
    values = Values(turn, contest, players, wanted, number)

    def square(mover: int) -> Table:
        return np.array([values[one][seat] for one in table(mover)]).reshape(goal, goal)

    level = tied.won[0] if isinstance(tied, Ended) else values[tied][0]
    return SeatTables(square(seat), square(1 - seat), level, np.array([values[one][1] for one in last]))
