"""What to do in the turns of a contest in which busts in a row cost points, recomputed when asked from the
values at the start.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.contests.streak import Rule
from solvers.equal_turns.solve import new_seats
from solvers.games.turn import Turn
from solvers.in_turn.inside import Inside, inside
from solvers.in_turn.seat import Seat, race_seat
from solvers.streak.equal_turns import EqualTurns
from solvers.streak.solve import Streak
from solvers.turns.backward import LANES
from solvers.turns.played import PlayedTurns, together


@dataclass(frozen=True)
class Turns:
    """The turns of a player who plays for the win, in one seat.

    Attributes
    ----------
    turn, goal, rule : any in which a bust scores nothing
    seat : of the contest without the rule, with its values from the goal on
    value : float64[banked, opponent, own busts, opponent's busts], what the other's turns are worth
    """

    turn: Turn
    goal: int
    rule: Rule
    seat: Seat
    value: Array

    def inside(self, own: int, other: int) -> Inside:
        """The turns with so many busts in a row of the player about to move, and of the other."""
        banking = 1.0 - self.value[:, :, other, 0].T
        if own + 1 < self.rule.busts:
            busted = 1.0 - self.value[:, :, other, own + 1].T
        else:
            busted = banking[np.maximum(np.arange(self.goal) - self.rule.cost, 0)]
        seat = self.seat._replace(hold=self.seat.hold.copy(), wiped=self.seat.wiped.copy())
        seat.hold[: self.goal, : self.goal] = banking
        seat.wiped[: self.goal] = banking[0]
        return inside(self.turn, self.goal, seat, np.pad(busted, ((0, 0), (0, LANES))), self.goal)

    def hold_at(self) -> Shorts:
        """Least turn total at which the policy holds; above it, it may throw again.

        Returns
        -------
        int16[banked, opponent, own_busts, opponent_busts]
        """
        return self._by_busts(Inside.hold_at)

    def openings(self) -> Shorts:
        """Which of the turn's openings is best; of equally good ones the first.

        Returns
        -------
        int16[banked, opponent, own_busts, opponent_busts]
        """
        return self._by_busts(Inside.openings)

    def first_turn(self, totals: int | None = None) -> Flags:
        """What to do in the first turn of the game, int8[turn_total, position], codes of the turn's actions.

        Parameters
        ----------
        totals : how many turn totals; None for those below the goal
        """
        inside = self.inside(0, 0)
        # With nothing gained there is nothing to hold, and each throw is worth as much at least.
        hold = inside.hold.copy()
        hold[0] = 0.0
        return replace(inside, hold=hold).first_turn(totals or self.goal)

    def played(self, end: int) -> PlayedTurns:
        """The turns played out, `row` being int64[own busts, other's busts, own score, other's score]; a tie
        holds, or takes the way named first.

        Parameters
        ----------
        end : score up to which gains are counted, that left out
        """
        busts = self.rule.busts
        each = together([self.inside(*count).played(end) for count in np.ndindex(busts, busts)])
        return each._replace(row=each.row.reshape(busts, busts, *each.row.shape[1:]))

    def _by_busts(self, read: Callable[[Inside], Shorts]) -> Shorts:
        busts = range(self.rule.busts)
        rows = [np.stack([read(self.inside(own, other)) for other in busts], axis=-1) for own in busts]
        return np.stack(rows, axis=-2)


def in_a_race(solved: Streak) -> Turns:
    """The turns of a race.

    Parameters
    ----------
    solved : the answer
    """
    turn, goal = solved.turn, solved.goal
    return Turns(turn, goal, solved.rule, race_seat(turn, goal), solved.value)


def with_equal_turns(solved: EqualTurns) -> tuple[Turns, Turns]:
    """The turns of who moves first, and of who moves second.

    Parameters
    ----------
    solved : the answer
    """
    turn, goal, rule = solved.turn, solved.goal, solved.rule
    first, second = new_seats(turn, goal, solved.beyond)
    return (
        Turns(turn, goal, rule, first, solved.second_value),
        Turns(turn, goal, rule, second, solved.value),
    )
