"""The inside of a seat's turns, recomputed when asked: answers keep the values at the start of turns only.

For games whose only way to go on is the same throw, Pig and its like: at turn total k the *advantage* is the
value of throwing minus the value of holding; the policy throws where it is positive, and always at turn total
0, where a turn opens. For games with more choice: the best opening at all scores, and whole turns.
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
    """The turns of a player in one seat who plays for the win, one banked score at a time.

    Attributes
    ----------
    turn, goal : the game
    hold : float64[x, other], value of banking x, below the score from which on one holds; instead of the
        other's score it may be something else that a turn does not change
    throws : function of the banked score that gives the value of each throw, float64[other, x, throw]; x is
        the banked score plus the turn total, and below the banked score the values are NaN
    """

    turn: Turn
    goal: int
    hold: Array
    throws: Callable[[int], Array]

    def advantage(self, banked: int) -> Array:
        """Value of throwing minus value of holding, float64[other, turn_total], NaN where one holds anyway.

        Where one may not hold yet it is more than anything else.

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
        """Least turn total at which the player holds, of those that lead to `start` or more.

        Returns
        -------
        int16[banked, other]; above it, it may throw again
        """
        return np.stack([self._hold_at(banked, max(1, start - banked)) for banked in range(self.goal)])

    def _hold_at(self, banked: int, least: int) -> Shorts:
        # Past the last total there is nothing to compare, and one holds.
        padded = np.pad(self.advantage(banked), ((0, 0), (0, 1)), constant_values=np.nan)
        found = (~(padded[:, least:] > 0.0)).argmax(axis=1)
        return np.asarray(least + found, np.int16)

    def openings(self) -> Shorts:
        """Which of the turn's openings is best, int16[banked, other]; of equally good ones the first."""
        choices = list(self.turn.openings)
        found = [self.throws(banked)[:, banked, choices].argmax(axis=1) for banked in range(self.goal)]
        return np.stack(found).astype(np.int16)

    def turn_at(self, banked: int, other: int) -> tuple[Array, Flags]:
        """One turn, whatever its ways to go on.

        Returns
        -------
        value : float64[turn_total, position], chance to win before the choice
        action : int8[turn_total, position], HOLD or the code of a way; a tie holds
        """
        return choose(self.turn, self.hold[banked:, other], self.throws(banked)[other, banked:])

    def first_turn(self, totals: int) -> Flags:
        """What to do in the first turn of the game, int8[turn_total, position], codes of the turn's actions.

        Parameters
        ----------
        totals : how many turn totals from 0 on; past those that are compared one holds
        """
        action = self.turn_at(0, 0)[1][:totals]
        return np.pad(action, ((0, totals - len(action)), (0, 0)), constant_values=HOLD)

    def played(self, end: int) -> PlayedTurns:
        """All turns played out, a row for each pair of scores; a tie holds, or takes the way named first.

        Parameters
        ----------
        end : score up to which gains are counted, that left out
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
    seat : whose
    handed : float64[banked, other], value to the player of handing over the turn with a score below the goal
    """
    set_handed(seat, handed)
    seat.wiped[:] = seat.handed[0]
    return inside(turn, goal, seat, seat.handed[turn.least_score :], handed.shape[1])


def inside(turn: Turn, goal: int, seat: Seat, busted: Array, others: int) -> Inside:
    """The turns of a seat, if it is known what busts are worth.

    Parameters
    ----------
    turn, goal : the game
    seat : whose; `hold` comes with all values, and `wiped`
    busted : float64[banked, other], value of a bust
    others : how many scores the other may have
    """

    def throws(banked: int) -> Array:
        out = np.full((others, seat.sweeps.top, seat.sweeps.tables.bust.size), np.nan)
        hold = seat.hold
        if turn.may_gain_nothing and not turn.entry:
            # To stop with nothing gained is a bust.
            hold = hold.copy()
            hold[banked] = busted[banked]
        _throws(seat._replace(hold=hold), seat.sweeps.swept, banked, busted[banked], out)
        return out

    return Inside(turn, goal, seat.hold[: seat.sweeps.top, :others], throws)


def in_a_race(turn: Turn, goal: int, handed: Array) -> Inside:
    """The turns of a player who has won with the goal.

    Parameters
    ----------
    turn, goal : the game
    handed : as for `in_a_seat`
    """
    return in_a_seat(turn, goal, race_seat(turn, goal, others=handed.shape[1]), handed)


def rolls(advantage: Array) -> Flags:
    """HOLD or ROLL, int8[..., turn_total]: what is worth more; a tie holds, and a turn opens with a throw.

    Parameters
    ----------
    advantage : float64[..., turn_total], value of throwing minus value of holding; NaN where holding wins
    """
    found = np.where(advantage > 0.0, np.int8(ROLL), np.int8(HOLD))
    found[..., 0] = ROLL
    return found


@jit
def _throws(seat: Seat, swept: Swept, banked: int, bust: Array, out: Array) -> None:
    """Value of each throw of the turns from one banked score, against all that the other may have.

    Parameters
    ----------
    seat : whose turns; `hold` comes with all values, and `wiped`
    swept : its memory, which is written
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
