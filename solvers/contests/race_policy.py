"""The inside of a race's turns, recomputed when asked: a race stores the values at the start of a turn only.

For games whose only way to go on is the same throw, Pig and its like. At turn total k the *advantage* is the value of throwing minus the
value of holding; the policy throws where it is positive, and always at turn total 0, where a turn opens.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.contests.race import Race
from solvers.errors import expected
from solvers.games.turn import HOLD, ROLL, Tables, tables
from solvers.jit import jit
from solvers.turns.backward import LANES, rows, set_ends, sweep, workspace

Array = NDArray[np.float64]


class Inside:
    """The turns of one race, one banked score at a time.

    Parameters
    ----------
    race : its answer

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on
    """

    def __init__(self, race: Race) -> None:
        if not race.turn.only_throws_on:
            remedy = "Ask for the value elsewhere."
            raise expected("turn", "a game whose only way to go on is the same throw", race.turn.name, remedy)
        goal = race.goal
        self.goal = goal
        self._tables = tables(race.turn)
        self._hold = rows(goal, goal + LANES)
        self._hold[:, :goal] = 1.0 - race.value.T
        self._workspace = workspace(self._tables, goal, race.turn.longest_gain)
        self._workspace[1][goal * self._tables.depth.size :, :LANES] = 1.0

    def advantage(self, banked: int) -> Array:
        """Value of throwing minus value of holding, float64[opponent, turn_total]; NaN where holding wins."""
        out = np.full((self.goal, self.goal), np.nan)
        _advantage(self._tables, self.goal, banked, self._hold, self._workspace, out)
        return out


def advantage(race: Race) -> Array:
    """Value of throwing minus value of holding, float64[banked, opponent, turn_total]; NaN where holding wins."""
    inside = Inside(race)
    return np.stack([inside.advantage(banked) for banked in range(race.goal)])


def policy(race: Race) -> NDArray[np.int8]:
    """HOLD or ROLL, int8[banked, opponent, turn_total]."""
    inside = Inside(race)
    return np.stack([_rolls(inside.advantage(banked)) for banked in range(race.goal)])


def hold_at(race: Race) -> NDArray[np.int16]:
    """Least turn total at which the policy holds, int16[banked, opponent]; it may throw again at a greater one."""
    inside = Inside(race)
    out = np.empty((race.goal, race.goal), np.int16)
    for banked in range(race.goal):
        holds = _rolls(inside.advantage(banked)) == HOLD
        out[banked] = np.where(holds.any(axis=1), holds.argmax(axis=1), race.goal - banked)
    return out


def _rolls(advantage: Array) -> NDArray[np.int8]:
    rolls = np.where(advantage > 0.0, ROLL, HOLD).astype(np.int8)
    rolls[:, 0] = ROLL
    return rolls


@jit
def _advantage(tables: Tables, goal: int, banked: int, hold: Array, workspace: tuple[Array, Array], out: Array) -> None:
    """out : float64[opponent, turn_total], written for turn totals below goal - banked"""
    throws, positions = workspace
    ends = np.zeros((tables.bust.size, 2 * LANES))
    for first in range(0, goal, LANES):
        set_ends(tables, hold[banked, first:], hold[0, first:], 1.0, ends)
        sweep(tables, hold, first, ends, (banked, goal), throws, positions)
        for opponent in range(first, min(first + LANES, goal)):
            for x in range(banked, goal):
                out[opponent, x - banked] = throws[x, opponent - first] - hold[x, opponent]
