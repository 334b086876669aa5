"""What to do in the turns of a contest in which busts in a row cost points, recomputed when asked from the
values at the start.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.games.turn import Turn
from solvers.in_turn.inside import Inside
from solvers.jit import jit
from solvers.streak.equal_turns import EqualTurns, first_guess, new_seats
from solvers.streak.rounds import Block, Contest, new_contest, new_handed, sweep_block
from solvers.streak.solve import Streak
from solvers.turns.backward import LANES


class Turns:
    """The turns of a player who plays for the win, in one seat.

    Parameters
    ----------
    turn : any in which a bust scores nothing
    contest : the seat, with memory for its sweeps
    handed : float64[own busts, other's busts, score, opponent and LANES more], value of handing over the turn
    """

    def __init__(self, turn: Turn, contest: Contest, handed: Array) -> None:
        self.turn, self.contest, self.handed = turn, contest, handed

    def inside(self, own: int, other: int) -> Inside:
        """The turns with so many busts in a row of the player about to move, and of the other."""
        contest, goal = self.contest, self.contest.goal

        def throws(banked: int) -> Array:
            out = np.full((goal, contest.top, contest.tables.bust.size), np.nan)
            _throws(contest, self.handed, banked, own, other, out)
            return out

        return Inside(self.turn, goal, self.handed[0, other, : contest.top, :goal], throws)

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
        return replace(inside, hold=hold).first_turn(totals or self.contest.goal)

    def _by_busts(self, read: Callable[[Inside], Shorts]) -> Shorts:
        busts = range(self.contest.rule.busts)
        rows = [np.stack([read(self.inside(own, other)) for other in busts], axis=-1) for own in busts]
        return np.stack(rows, axis=-2)


def in_a_race(solved: Streak) -> Turns:
    """The turns of a race.

    Parameters
    ----------
    solved : the answer
    """
    turn, goal, rule = solved.turn, solved.goal, solved.rule
    handed: Array = new_handed(1, goal, rule)[0]
    handed[..., :goal] = 1.0 - solved.value.transpose(3, 2, 1, 0)
    return Turns(turn, new_contest(turn, goal, rule), handed)


def with_equal_turns(solved: EqualTurns) -> tuple[Turns, Turns]:
    """The turns of who moves first, and of who moves second.

    Parameters
    ----------
    solved : the answer
    """
    turn, goal, rule = solved.turn, solved.goal, solved.rule
    handed = first_guess(turn, goal, rule, solved.beyond)
    for own, value in zip(handed, (solved.second_value, solved.value), strict=True):
        own[..., :goal, :goal] = 1.0 - value.transpose(3, 2, 1, 0)
    first, second = new_seats(turn, goal, rule, solved.beyond)
    return Turns(turn, first, handed[0]), Turns(turn, second, handed[1])


@jit
def _throws(contest: Contest, handed: Array, banked: int, own: int, other: int, out: Array) -> None:
    """Value of each throw of the turns from one banked score, against all opponents.

    Parameters
    ----------
    contest : whose turns
    handed : float64[own busts, other's busts, score, opponent]
    banked : the banked score
    own, other : busts in a row of the player about to move, and of the other
    out : float64[opponent, x, throw], written from x = banked on
    """
    goal = contest.goal
    top = contest.top
    for first in range(0, goal, LANES):
        count = min(LANES, goal - first)
        sweep_block(contest, Block(own, other, banked, first, 0, count), handed)
        for lane in range(count):
            for x in range(banked, top):
                for throw in range(out.shape[2]):
                    out[first + lane, x, throw] = contest.throws[x * out.shape[2] + throw, lane]
