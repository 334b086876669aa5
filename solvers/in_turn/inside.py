"""Single turns of a seat, recomputed on request: answers store the values at the start of turns only.

For games with no choice but to roll or to hold, such as Pig: at turn total k the *advantage* is the value of
rolling minus the value of holding. The policy rolls where it is positive, and always at turn total 0, where a
turn opens. For games with more choices: the best opening at all scores, and whole turns.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.errors import expected
from solvers.games.turn import HOLD, ROLL, Turn
from solvers.in_turn.seat import Seat, Swept, race_seat, set_handed
from solvers.jit import jit
from solvers.turns.backward import LANES, choose, hold_beyond, set_ends, sweep
from solvers.turns.played import PlayedTurns, flat, play_best, unplayed


@dataclass(frozen=True)
class Inside:
    """The turns of a player in one seat who plays to win, one banked score at a time.

    Attributes
    ----------
    turn, goal : the game
    hold : float64[x, other], value of banking x, for x below the score from which on the player holds; the
        second axis is the other's score, or anything else that a turn does not change
    throws : function from the banked score to the value of each throw, float64[other, x, throw], where x is
        the banked score plus the turn total; values below the banked score are NaN
    """

    turn: Turn
    goal: int
    hold: Array
    throws: Callable[[int], Array]

    def advantage(self, banked: int) -> Array:
        """Value of rolling minus value of holding, float64[other, turn_total]; NaN where only holding is
        left.

        Where the player may not hold yet, it exceeds any other value.

        Raises
        ------
        InvalidRules
            if the turn offers other ways to go on
        """
        if not self.turn.only_throws_on:
            remedy = "Ask for the value elsewhere."
            raise expected("turn", "a game whose only way to go on is the same throw", self.turn.name, remedy)
        top, others = self.hold.shape
        out = np.full((others, top), np.nan)
        out[:, : top - banked] = (self.throws(banked)[:, :, 0] - self.hold.T)[:, banked:]
        return out

    def rolls(self, banked: int) -> Flags:
        """HOLD or ROLL, int8[other, turn_total]."""
        return rolls(self.advantage(banked))

    def hold_at(self, start: int = 0) -> Shorts:
        """Least turn total at which the player holds, among those that lead to `start` or more.

        Returns
        -------
        int16[banked, other]; at a greater turn total it may roll again
        """
        return np.stack([self._hold_at(banked, max(1, start - banked)) for banked in range(self.goal)])

    def _hold_at(self, banked: int, least: int) -> Shorts:
        # Beyond the last turn total the player holds.
        padded = np.pad(self.advantage(banked), ((0, 0), (0, 1)), constant_values=np.nan)
        found = (~(padded[:, least:] > 0.0)).argmax(axis=1)
        return np.asarray(least + found, np.int16)

    def openings(self) -> Shorts:
        """Index of the best opening, int16[banked, other]; the first of equally good ones."""
        choices = list(self.turn.openings)
        found = [self.throws(banked)[:, banked, choices].argmax(axis=1) for banked in range(self.goal)]
        return np.stack(found).astype(np.int16)

    def turn_at(self, banked: int, other: int) -> tuple[Array, Flags]:
        """One turn, with all its ways to go on.

        Returns
        -------
        value : float64[turn_total, position], chance to win before the choice
        action : int8[turn_total, position], HOLD or the code of a way; a tie holds
        """
        return choose(self.turn, self.hold[banked:, other], self.throws(banked)[other, banked:])

    def first_turn(self, totals: int) -> Flags:
        """Actions in the first turn of the game, int8[turn_total, position], codes of the turn's actions.

        Parameters
        ----------
        totals : number of turn totals, from 0 on; beyond those that are compared the player holds
        """
        action = self.turn_at(0, 0)[1][:totals]
        return np.pad(action, ((0, totals - len(action)), (0, 0)), constant_values=HOLD)

    def played(self, end: int) -> PlayedTurns:
        """All turns played out, a row for each pair of scores; a tie holds, or takes the first way.

        Parameters
        ----------
        end : end of the scores to which gains are counted
        """
        goal, (top, others) = self.goal, self.hold.shape
        out = unplayed(goal, goal * others, end)
        out.row[:] = np.arange(goal * others).reshape(goal, others)
        way, openings = np.zeros((top, len(self.turn.positions)), np.int8), np.array(self.turn.openings)
        rules, hold = flat(self.turn), np.ascontiguousarray(self.hold.T)
        for banked in range(goal):
            play_best(rules, openings, banked, hold, self.throws(banked), way, out)
        return out


def in_a_seat(turn: Turn, goal: int, seat: Seat, handed: Array) -> Inside:
    """The turns of a seat.

    Parameters
    ----------
    turn, goal : the game
    seat : the seat
    handed : float64[banked, other], value to the player of handing over the turn with a score below the goal
    """
    set_handed(seat, handed)
    seat.wiped[:] = seat.handed[0]
    return inside(turn, goal, seat, seat.handed[turn.least_score :], handed.shape[1])


def inside(turn: Turn, goal: int, seat: Seat, busted: Array, others: int) -> Inside:
    """The turns of a seat, given the values of busts.

    Parameters
    ----------
    turn, goal : the game
    seat : the seat; `hold` and `wiped` are read
    busted : float64[banked, other], value of a bust
    others : number of scores that the other may have
    """

    def throws(banked: int) -> Array:
        out = np.full((others, seat.sweeps.top, seat.sweeps.tables.bust.size), np.nan)
        hold = seat.hold
        if turn.may_gain_nothing and not turn.entry:
            # Holding with nothing gained counts as a bust.
            hold = hold.copy()
            hold[banked] = busted[banked]
        _throws(seat._replace(hold=hold), seat.sweeps.swept, banked, busted[banked], out)
        return out

    return Inside(turn, goal, seat.hold[: seat.sweeps.top, :others], throws)


def in_a_race(turn: Turn, goal: int, handed: Array) -> Inside:
    """The turns of a player who wins by reaching the goal.

    Parameters
    ----------
    turn, goal : the game
    handed : as for `in_a_seat`
    """
    return in_a_seat(turn, goal, race_seat(turn, goal, others=handed.shape[1]), handed)


def rolls(advantage: Array) -> Flags:
    """HOLD or ROLL, int8[..., turn_total], whichever is better; a tie holds, and a turn opens with a roll.

    Parameters
    ----------
    advantage : float64[..., turn_total], value of rolling minus value of holding; NaN where holding wins
    """
    found = np.where(advantage > 0.0, np.int8(ROLL), np.int8(HOLD))
    found[..., 0] = ROLL
    return found


@jit
def _throws(seat: Seat, swept: Swept, banked: int, bust: Array, out: Array) -> None:
    """Value of each throw of the turns from one banked score, against all scores of the other.

    Parameters
    ----------
    seat : the seat; `hold` and `wiped` are read
    swept : its buffers, which are written
    banked : the banked score
    bust : float64[other], value of a bust
    out : float64[other, x, throw], written from x = banked on
    """
    sweeps = seat.sweeps
    count = sweeps.tables.bust.size
    for first in range(0, len(out), LANES):
        set_ends(sweeps.tables, bust[first:], seat.wiped[first:], 1.0, sweeps.ends)
        if not sweeps.steady:
            hold_beyond(sweeps.tables, sweeps.top, seat.hold, first, swept.positions)
        sweep(
            sweeps.tables,
            seat.hold,
            first,
            sweeps.ends,
            (banked, sweeps.top),
            swept.throws,
            swept.positions,
        )
        for other in range(first, min(first + LANES, len(out))):
            for x in range(banked, sweeps.top):
                for throw in range(count):
                    out[other, x, throw] = swept.throws[x * count + throw, other - first]
