"""Certificate of three players with equal turns who play by rules: one backup of all seats' values, in NumPy.

With the values given nothing is coupled: each turn is played out total by total, for all scores of the two
others side by side. What comes after the goal is found anew (`certificate_of_chase`).
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.by_rules.certificate_of_chase import SEATS, Chased, Plays, chased, played
from solvers.games.turn import Turn


class Stored(NamedTuple):
    """What is stored.

    Attributes
    ----------
    value : float64[mover, first, second, third, seat], each seat's chance to win
    last : float64[leaders, behind, seat], before the last turn, for 1 point on; None where it is not stored
    after : float64[second behind, third behind, seat], the first having the goal, for 1 point on; None where
        it is not stored
    of_two : float64[untied], what a tie of two is worth to the first of them; None where it is not stored
    of_three : float64[seat], what a tie of all three is worth; None where it is not stored
    """

    value: Array
    last: Array | None = None
    after: Array | None = None
    of_two: Array | None = None
    of_three: Array | None = None


def residual(turn: Turn, goal: int, tie: Tie, rules: tuple[int, int, int], stored: Stored) -> float:
    """Largest difference between what is stored and one backup of it.

    Parameters
    ----------
    turn, goal, tie, rules : as in `solve.trio`
    stored : what is certified
    """
    found = chased(Plays(turn, tie, rules), goal + max(turn.longest_gain, turn.least_score))
    worst = []
    for mover, hold_at in enumerate(rules):
        backed = _backup(turn, hold_at, mover, stored.value, found)
        worst.append(np.abs(backed - _by_own(stored.value[mover], mover)).max())
    behind = slice(1, goal + 1)
    for right, told in (
        (found.last[:, behind], stored.last),
        (found.after[behind, behind], stored.after),
        (found.of_two, stored.of_two),
        (found.of_three, stored.of_three),
    ):
        if told is not None:
            worst.append(np.abs(right - told).max())
    return float(np.max(worst))


def _by_own(states: Array, seat: int) -> Array:
    """States [first, second, third, seat] by the score of a seat, float64[own, others' scores, seat]."""
    goal = len(states)
    return np.moveaxis(states, seat, 0).reshape(goal, goal * goal, SEATS)


def _backup(turn: Turn, hold_at: int, mover: int, value: Array, found: Chased) -> Array:
    """What a seat's turns are worth to all, float64[own, others' scores, seat].

    Parameters
    ----------
    turn : the rules
    hold_at : turn total that the seat holds at
    mover : the seat
    value : float64[mover, first, second, third, seat]
    found : what comes after the goal
    """
    goal = value.shape[1]
    # The scores of the two others, in the order of the seats.
    one, other = np.divmod(np.arange(goal * goal), goal)
    held = np.empty((goal + max(turn.longest_gain, turn.least_score), goal * goal, SEATS))
    held[:goal] = _by_own(value[(mover + 1) % SEATS], mover)
    for x in range(goal, len(held)):
        if mover == 0:
            held[x] = found.after[x - one, x - other]
        else:
            held[x] = found.last[1, x - other] if mover == 1 else np.eye(SEATS)[mover]
    return np.stack([played(turn, min(hold_at, goal - own), held[own:]) for own in range(goal)])
