"""Certificate of three players with equal turns who play by rules: one backup of all seats' values.

What follows the goal is recomputed (`certificate_of_chase`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.by_rules.certificate_of_chase import (
    SEATS,
    Plays,
    chased,
    opening_of,
    turns_beyond,
)
from solvers.games.turn import Turn
from solvers.in_turn_of_many.certificate import Counted
from solvers.in_turn_of_many.certificate import residual as residual_of_states
from solvers.players.ruled import Ruled


class Stored(NamedTuple):
    """The stored tables: each seat's chance to win, or the best response's chance in each of the seats.

    For the best response the first axis is `seat`, and the value of a tie of two to the first of them is
    float64[seat, untied] instead.

    Attributes
    ----------
    value : float64[mover, first, second, third, seat], each seat's chance to win
    last : float64[leaders, behind, seat], before the last turn, from 1 point on; None if not stored
    after : float64[second behind, third behind, seat], if the first has the goal, from 1 point on; None if
        not stored
    of_two : float64[untied], value of a tie of two to the first of them; None if not stored
    of_three : float64[seat], value of a tie of all three; None if not stored
    turns : float64[mover, first, second, third], expected turns to come if all three play by rules; None if
        not stored
    """

    value: Array
    last: Array | None = None
    after: Array | None = None
    of_two: Array | None = None
    of_three: Array | None = None
    turns: Array | None = None


def residual(turn: Turn, goal: int, tie: Tie, rules: Sequence[Ruled], stored: Stored) -> float:
    """Largest difference between the stored tables and one backup of them.

    Parameters
    ----------
    turn, goal, tie : the game
    rules : as in `solve.trio`
    stored : the tables to prove
    """
    far = goal + max(turn.longest_gain, turn.least_score)
    plays, players = Plays(turn, tie, tuple(map(opening_of, rules))), [own.rule for own in rules]
    found = chased(plays, far)
    counted = Counted(stored.value, found.beyond(goal, far), np.zeros(SEATS))
    worst = [residual_of_states(turn, players, counted)]
    if stored.turns is not None:
        left = Counted(stored.turns[..., None], turns_beyond(plays, goal, far), np.ones(1))
        worst.append(residual_of_states(turn, players, left))
    behind = slice(1, goal + 1)
    for right, told in (
        (found.last[:, behind], stored.last),
        (found.after[behind, behind], stored.after),
        (found.of_two, stored.of_two),
        (found.of_three, stored.of_three),
    ):
        if told is not None:
            worst.append(float(np.abs(right - told).max()))
    return float(np.max(worst))
