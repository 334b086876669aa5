"""Certificate of a best response to two of three players: one backup of its values in every seat.

What follows the goal is recomputed (`certificate_of_chase`); how far the response may go on beyond the goal
follows from the stored values.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.by_rules.certificate import Stored
from solvers.equal_turns.of_three.by_rules.certificate_of_chase import (
    PAIRS,
    SEATS,
    Chased,
    Plays,
    chased,
    opening_of,
)
from solvers.equal_turns.of_three.response.certificate_of_chase import Best, Reach
from solvers.games.turn import Turn
from solvers.in_turn_of_many.certificate import Counted
from solvers.in_turn_of_many.certificate import residual as residual_of_states
from solvers.in_turn_of_many.certificate_of_best import are_chances
from solvers.players.ruled import Ruled

# Greatest score searched.
NOWHERE = np.inf


class Known(NamedTuple):
    """The parts from which a seat's values are backed up.

    Attributes
    ----------
    best : how the response plays
    value : float64[mover, first, second, third], its chance to win
    far : a score from which on it holds
    found : what follows the goal
    """

    best: Best
    value: Array
    far: int
    found: Chased

    @property
    def counted(self) -> Counted:
        """The response's chances below and beyond the goal."""
        seat, goal = self.best.seat, len(self.value[0])
        tops = [self.far if own == seat else goal for own in range(SEATS)]
        beyond = [table[..., seat : seat + 1] for table in self.found.beyond(goal, self.far + self.best.over)]
        return Counted(self.value[..., None], beyond, np.zeros(1), tops)


def residual(turn: Turn, goal: int, tie: Tie, rules: Sequence[Ruled], stored: Stored) -> float:
    """Largest difference between the stored tables and one backup of them.

    It is infinite if a stored chance is not a probability.

    Parameters
    ----------
    turn, goal, tie : the game
    rules : as in `solve.best_response`
    stored : the tables to prove
    """
    if not are_chances(stored.value):
        return NOWHERE
    worst = []
    for seat, value in enumerate(stored.value):
        known = known_of(turn, tie, rules, seat, value)
        players = [*(own.rule for own in rules[:seat]), None, *(own.rule for own in rules[seat:])]
        worst.append(residual_of_states(turn, players, known.counted))
        behind, found = slice(1, goal + 1), known.found
        for right, told_all in (
            (found.last[:, behind, seat], stored.last),
            (found.after[behind, behind, seat], stored.after),
            (_of_two(found, seat), stored.of_two),
            (found.of_three[seat], stored.of_three),
        ):
            if told_all is not None:
                worst.append(float(np.abs(right - told_all[seat]).max()))
    return float(np.max(worst))


def known_of(turn: Turn, tie: Tie, rules: Sequence[Ruled], seat: int, value: Array) -> Known:
    """The parts from which a seat's values are backed up.

    Parameters
    ----------
    turn, tie : the game
    rules : rules of the others
    seat : seat of the response
    value : float64[mover, first, second, third], its chance to win
    """
    reach, openings = Reach(turn), list(map(opening_of, rules))
    openings.insert(seat, np.zeros(0))
    best = reach.best(Plays(turn, tie, tuple(openings)), seat)
    far = _far(reach, seat, value)
    return Known(best, value, far, chased(best, far + best.over))


def _far(reach: Reach, seat: int, value: Array) -> int:
    """A score from which on holding is optimal, whatever the others' scores.

    After a bust that leaves the response beyond the goal the third may still gain more.

    Parameters
    ----------
    reach : chances to gain points in a turn
    seat : seat of the response
    value : float64[mover, first, second, third], its chance to win
    """
    goal = len(value[0])
    if seat == SEATS - 1:
        return goal
    left = np.moveaxis(value[seat + 1], seat, 0)[reach.least :].max(axis=0, initial=0.0)
    one, other = np.divmod(np.arange(goal * goal).reshape(goal, goal), goal)
    beyond = reach.gains(goal + reach.least - other)
    loses = reach.loses(np.minimum(1.0 - left, beyond) if reach.least else 1.0 - left)
    far = goal + reach.least + 1
    while (reach.gains(far - other) + (reach.gains(far - one) if seat == 0 else 0.0) > loses).any():
        far += 1
    return far


def _of_two(found: Chased, seat: int) -> Array:
    """The response's chance to win if two are tied, by the seat that is not tied, float64[untied]."""
    first = found.of_two
    worth = [
        (first[untied], 1.0 - first[untied])[pair.index(seat)] if seat in pair else 0.0
        for untied, pair in enumerate(PAIRS)
    ]
    return np.array(worth)
