"""Decisions within turns where busts in a row cost points, computed on demand from the values at the start of
turns.
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
    """The turns of an optimal player in one seat.

    Attributes
    ----------
    turn, goal, rule : the game, in which busts score nothing, and what busts in a row cost
    seat : the seat in the contest without the rule, with its values from the goal on
    value : float64[banked, opponent, own busts, opponent's busts], values of the opponent's turns
    """

    turn: Turn
    goal: int
    rule: Rule
    seat: Seat
    value: Array

    def inside(self, own: int, other: int) -> Inside:
        """Return the turns for given busts in a row of the player about to move, and of the opponent."""
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
        """Return the least turn total at which the policy holds; above it, it may roll again.

        Returns
        -------
        int16[banked, opponent, own_busts, opponent_busts]
        """
        return self._by_busts(Inside.hold_at)

    def openings(self) -> Shorts:
        """Return the best opening; among equal ones the first.

        Returns
        -------
        int16[banked, opponent, own_busts, opponent_busts]
        """
        return self._by_busts(Inside.openings)

    def first_turn(self, totals: int | None = None) -> Flags:
        """Return the actions in the first turn of the game, int8[turn_total, position], as the turn's codes.

        Parameters
        ----------
        totals : number of turn totals; None for those below the goal
        """
        inside = self.inside(0, 0)
        # With nothing gained a player cannot hold; this makes rolling at least as good.
        hold = inside.hold.copy()
        hold[0] = 0.0
        return replace(inside, hold=hold).first_turn(totals or self.goal)

    def played(self, end: int) -> PlayedTurns:
        """Return the turns played out, `row` as int64[own busts, opponent's busts, own, opponent's score].

        Ties hold, or take the first way.

        Parameters
        ----------
        end : least score whose gains are not distinguished
        """
        busts = self.rule.busts
        each = together([self.inside(*count).played(end) for count in np.ndindex(busts, busts)])
        return each._replace(row=each.row.reshape(busts, busts, *each.row.shape[1:]))

    def _by_busts(self, read: Callable[[Inside], Shorts]) -> Shorts:
        busts = range(self.rule.busts)
        rows = [np.stack([read(self.inside(own, other)) for other in busts], axis=-1) for own in busts]
        return np.stack(rows, axis=-2)


def in_a_race(solved: Streak) -> Turns:
    """Return the turns of a race.

    Parameters
    ----------
    solved : the solved race
    """
    turn, goal = solved.turn, solved.goal
    return Turns(turn, goal, solved.rule, race_seat(turn, goal), solved.value)


def with_equal_turns(solved: EqualTurns) -> tuple[Turns, Turns]:
    """Return the turns of the player who moves first, and of the one who moves second.

    Parameters
    ----------
    solved : the solved contest
    """
    turn, goal, rule = solved.turn, solved.goal, solved.rule
    first, second = new_seats(turn, goal, solved.beyond)
    return (
        Turns(turn, goal, rule, first, solved.second_value),
        Turns(turn, goal, rule, second, solved.value),
    )
