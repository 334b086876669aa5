"""The inside of a race's turns, recomputed when asked: a race stores the values at the start of a turn only.

For games whose only way to go on is the same throw, Pig and its like: at turn total k the *advantage* is the
value of throwing minus the value of holding; the policy throws where it is positive, and always at turn total
0, where a turn opens. For games with more choice: the best opening at all scores, and the whole turn at two
of them.
"""

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.errors import expected
from solvers.games.house_rules import with_entry
from solvers.games.turn import HOLD, ROLL, Turn, TurnArrays, tables
from solvers.jit import jit_allocating
from solvers.race.solve import Race
from solvers.turns.backward import LANES, choose, rows, set_ends, sweep, workspace


class Turns:
    """The turns of a player who plays for the win, one banked score at a time.

    Parameters
    ----------
    turn, goal : the game
    handed : float64[banked, opponent], value to the player of handing over the turn with these scores, both
        below the goal; instead of the opponent's score it may be something else that a turn does not change
    every_way : whether more points may be worth less, as against somebody who looks at them
    """

    def __init__(self, turn: Turn, goal: int, handed: Array, every_way: bool = False) -> None:
        self.turn, self.goal, self._others = turn, goal, handed.shape[1]
        self._tables = tables(turn, goal, every_way)
        # Handing over the turn with x, [x, opponent]; a bust may score the goal, too.
        self._handed = rows(goal + turn.least_score, self._others + LANES)
        self._handed[:goal, : self._others] = handed
        self._handed[goal:] = 1.0
        self._hold = with_entry(turn, self._handed) if turn.entry else self._handed
        self._thrown, self._positions = workspace(self._tables, goal, turn.longest_gain)
        self._positions[goal * self._tables.depth.size :, :LANES] = 1.0

    def throws(self, banked: int) -> Array:
        """Value of each throw, float64[opponent, x, throw].

        x is the banked score plus the turn total; below the banked score the values are NaN.
        """
        out = np.full((self._others, self.goal, self._tables.bust.size), np.nan)
        busted = self._handed[banked + self.turn.least_score]
        _throws(self._tables, self.goal, banked, busted, self._hold, self._thrown, self._positions, out)
        return out

    def advantage(self, banked: int) -> Array:
        """Value of throwing minus value of holding, float64[opponent, turn_total]; NaN where holding wins.

        Where one may not hold yet it is more than anything else.

        Raises
        ------
        InvalidRules
            if the turn offers other ways to go on
        """
        if not self.turn.only_throws_on:
            remedy = "Ask for the value elsewhere."
            raise expected("turn", "a game whose only way to go on is the same throw", self.turn.name, remedy)
        out = np.full((self._others, self.goal), np.nan)
        out[:, : self.goal - banked] = (
            self.throws(banked)[:, :, 0] - self._hold[: self.goal, : self._others].T
        )[:, banked:]
        return out

    def rolls(self, banked: int) -> Flags:
        """HOLD or ROLL, int8[opponent, turn_total]."""
        return rolls(self.advantage(banked))

    def hold_at(self, banked: int) -> Shorts:
        """Least turn total at which the player holds, int16[opponent]; above it, it may throw again."""
        holds = self.rolls(banked) == HOLD
        return np.where(holds.any(axis=1), holds.argmax(axis=1), self.goal - banked).astype(np.int16)


class Inside(Turns):
    """The turns of one race.

    Parameters
    ----------
    race : its answer
    every_way : as of `Turns`
    """

    def __init__(self, race: Race, every_way: bool = False) -> None:
        super().__init__(race.turn, race.goal, 1.0 - race.value.T, every_way)


def first_turn(race: Race) -> Flags:
    """What to do in the first turn of the game, int8[turn_total, position], codes of the turn's actions."""
    return turn_at(race, 0, 0)[1]


def turn_at(race: Race, banked: int, opponent: int) -> tuple[Array, Flags]:
    """One turn, whatever its ways to go on.

    Returns
    -------
    value : float64[turn_total, position], chance to win before the choice, for turn totals that do not win
    action : int8[turn_total, position], HOLD or the code of a way; a tie holds
    """
    throws = Inside(race).throws(banked)[opponent, banked:]
    return choose(race.turn, with_entry(race.turn, 1.0 - race.value[opponent])[banked:], throws)


def openings(race: Race) -> Shorts:
    """Which of the turn's openings is best, int16[banked, opponent]; of equally good ones the first."""
    inside, choices = Inside(race), list(race.turn.openings)
    return np.stack(
        [inside.throws(banked)[:, banked, choices].argmax(axis=1) for banked in range(race.goal)]
    ).astype(np.int16)


def advantage(race: Race) -> Array:
    """What throwing is worth above holding, float64[banked, opponent, turn_total]; NaN where holding wins."""
    inside = Inside(race)
    return np.stack([inside.advantage(banked) for banked in range(race.goal)])


def policy(race: Race) -> Flags:
    """HOLD or ROLL, int8[banked, opponent, turn_total]."""
    inside = Inside(race)
    return np.stack([inside.rolls(banked) for banked in range(race.goal)])


def hold_at(race: Race) -> Shorts:
    """Least turn total at which the policy holds, int16[banked, opponent]; above it, it may throw again."""
    inside = Inside(race)
    return np.stack([inside.hold_at(banked) for banked in range(race.goal)])


def rolls(advantage: Array) -> Flags:
    """HOLD or ROLL, int8[..., turn_total]: what is worth more; a tie holds, and a turn opens with a throw.

    Parameters
    ----------
    advantage : float64[..., turn_total], value of throwing minus value of holding; NaN where holding wins
    """
    found = np.where(advantage > 0.0, np.int8(ROLL), np.int8(HOLD))
    found[..., 0] = ROLL
    return found


@jit_allocating
def _throws(
    tables: TurnArrays,
    goal: int,
    banked: int,
    busted: Array,
    hold: Array,
    throws: Array,
    positions: Array,
    out: Array,
) -> None:
    """Value of each throw of the turns from one banked score, against all opponents.

    Parameters
    ----------
    tables : the turn
    goal : points to win
    banked : the banked score
    busted : float64[opponent], value of a bust
    hold : float64[x, opponent], value of banking x
    throws, positions : float64, rows of the turn kernel, from `backward.workspace`; those of the positions
        come with 1 from the goal on
    out : float64[opponent, x, throw], written from x = banked on
    """
    throw_count = tables.bust.size
    ends = np.zeros((throw_count, 2 * LANES))
    others = out.shape[0]
    for first in range(0, others, LANES):
        set_ends(tables, busted[first:], hold[0, first:], 1.0, ends)
        sweep(tables, hold, first, ends, (banked, goal), throws, positions)
        for opponent in range(first, min(first + LANES, others)):
            for x in range(banked, goal):
                for throw in range(throw_count):
                    out[opponent, x, throw] = throws[x * throw_count + throw, opponent - first]
