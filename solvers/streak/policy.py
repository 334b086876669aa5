"""What to do in the turns of a contest in which busts in a row cost points, recomputed when asked from the
values at the start.
"""

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.games.turn import HOLD, Turn
from solvers.jit import jit
from solvers.streak.equal_turns import EqualTurns, first_guess, new_seats
from solvers.streak.rounds import Block, Contest, new_contest, new_handed, sweep_block
from solvers.streak.solve import Streak
from solvers.turns.backward import LANES, choose


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

    def throws(self, banked: int, own: int, other: int) -> Array:
        """Value of each throw of the turns with one banked score and counts of busts.

        Parameters
        ----------
        banked : the banked score
        own, other : busts in a row of the player about to move, and of the other

        Returns
        -------
        float64[opponent, x, throw]; x is the banked score plus the turn total, and below the banked score the
        values are NaN
        """
        out = np.full((self.contest.goal, self.contest.top, self.contest.tables.bust.size), np.nan)
        _throws(self.contest, self.handed, banked, own, other, out)
        return out

    def hold_at(self) -> Shorts:
        """Least turn total at which the policy holds; above it, it may throw again.

        Returns
        -------
        int16[banked, opponent, own_busts, opponent_busts]
        """
        goal = self.contest.goal
        out, never = np.empty(self._states, np.int16), np.ones((goal, 1), bool)
        for banked, own, other in np.ndindex(goal, *self._states[2:]):
            thrown = self.throws(banked, own, other)[:, banked + 1 :, 0]
            holds = thrown <= self.handed[0, other, banked + 1 : self.contest.top, :goal].T
            out[banked, :, own, other] = 1 + np.concatenate((holds, never), axis=1).argmax(axis=1)
        return out

    def openings(self) -> Shorts:
        """Which of the turn's openings is best; of equally good ones the first.

        Returns
        -------
        int16[banked, opponent, own_busts, opponent_busts]
        """
        out, choices = np.empty(self._states, np.int16), list(self.turn.openings)
        for banked, own, other in np.ndindex(self.contest.goal, *self._states[2:]):
            out[banked, :, own, other] = self.throws(banked, own, other)[:, banked, choices].argmax(axis=1)
        return out

    def first_turn(self, totals: int | None = None) -> Flags:
        """What to do in the first turn of the game, int8[turn_total, position], codes of the turn's actions.

        Parameters
        ----------
        totals : how many turn totals; None for those below the goal
        """
        top = self.contest.top
        hold, throws = self.handed[0, 0, :top, 0].copy(), self.throws(0, 0, 0)[0]
        # With nothing gained there is nothing to hold, and each throw is worth as much at least.
        hold[0] = 0.0
        found = choose(self.turn, hold, throws)[1]
        out = np.full((totals or self.contest.goal, found.shape[1]), HOLD, np.int8)
        out[:top] = found[: len(out)]
        return out

    @property
    def _states(self) -> tuple[int, int, int, int]:
        goal, busts = self.contest.goal, self.contest.rule.busts
        return goal, goal, busts, busts


class Inside(Turns):
    """The turns of a race.

    Parameters
    ----------
    solved : the answer
    """

    def __init__(self, solved: Streak) -> None:
        turn, goal, rule = solved.turn, solved.goal, solved.rule
        handed: Array = new_handed(1, goal, rule)[0]
        handed[..., :goal] = 1.0 - solved.value.transpose(3, 2, 1, 0)
        super().__init__(turn, new_contest(turn, goal, rule), handed)


class Seats:
    """The turns of both seats with equal turns.

    Parameters
    ----------
    solved : the answer

    Attributes
    ----------
    first, second : the turns of either
    """

    def __init__(self, solved: EqualTurns) -> None:
        turn, goal, rule = solved.turn, solved.goal, solved.rule
        handed = first_guess(turn, goal, rule, solved.beyond)
        for own, value in zip(handed, (solved.second_value, solved.value), strict=True):
            own[..., :goal, :goal] = 1.0 - value.transpose(3, 2, 1, 0)
        seats = new_seats(turn, goal, rule, solved.beyond)
        self.first, self.second = (Turns(turn, *seat) for seat in zip(seats, handed, strict=True))


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
