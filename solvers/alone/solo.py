"""Values of a turn of one player alone, from every banked score.

The value of banking x does not depend on how much of x was banked before. So turns from LANES successive
banked scores are the lanes of one sweep, and only the values of a bust differ between lanes. The result of a
lane is read in the row of its own banked score.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit, jit_allocating
from solvers.turns.backward import LANES, TIE, opening, rows, set_ends, sweep, workspace


class Stakes(NamedTuple):
    """Values of the ends of a turn.

    Attributes
    ----------
    banking : float64[x], value of banking x; in its last `longest_gain` entries holding is known to be
        optimal
    bust : float64[banked], value of a bust
    wiped : value of a wipe
    """

    banking: Array
    bust: Array
    wiped: float


class Scratch(NamedTuple):
    """Buffers of a sweep, reused by all sweeps.

    Attributes
    ----------
    hold : float64[x, lane], value of banking x, x counted from the score of the first lane
    ends : float64[throw, 2 LANES], from `backward.set_ends`
    throws, positions : float64, rows of the turn kernel, from `backward.workspace`
    """

    hold: Array
    ends: Array
    throws: Array
    positions: Array


class SoloTurn:
    """Evaluates turns of a player alone.

    Parameters
    ----------
    turn : any turn
    holds_from : turn total from which holding is known to be optimal, such as a goal that ends the game
    goal : score from which banking more is worth the same; None if there is none
    """

    def __init__(self, turn: Turn, holds_from: int, goal: int | None = None) -> None:
        self.turn = turn
        self.holds_from = holds_from = turn.chooses_below(holds_from)
        self.tables = tables(turn, goal)
        self._past = turn.longest_gain
        height = LANES + holds_from
        throws, positions = workspace(self.tables, height, self._past)
        self._scratch = Scratch(
            rows(height, LANES), np.zeros((self.tables.bust.size, 2 * LANES)), throws, positions
        )

    @classmethod
    def ending_at(cls, turn: Turn, goal: int) -> "SoloTurn":
        """Turns of a game that ends at the goal: a player who reaches it holds."""
        return cls(turn, holds_from=goal, goal=goal)

    def value(self, stakes: Stakes) -> Array:
        """Value of the best opening throw, float64[banked]."""
        out = np.empty(stakes.bust.size)
        for first, height in self._blocks(stakes):
            self._sweep(stakes, first, height)
            _open(self.tables, self._scratch.throws, out[first : first + LANES])
        return out

    def throws(self, stakes: Stakes) -> Iterator[Array]:
        """For each banked score the value of each throw, float64[turn_total, throw].

        Beyond the last turn total holding is optimal.
        """
        for first, height in self._blocks(stakes):
            self._sweep(stakes, first, height)
            by_lane = self._scratch.throws.reshape(-1, self.tables.bust.size, 2 * LANES)
            for lane in range(min(LANES, stakes.bust.size - first)):
                yield by_lane[lane:height, :, lane].copy()

    def hold_at(self, stakes: Stakes, *, may_pass: bool = False) -> Shorts:
        """Least turn total at which the policy holds, int16[banked]; a tie, up to rounding, holds.

        For turns that only roll or hold. The policy may roll again at a greater turn total. It is 0, to pass,
        only with `may_pass`.
        """
        out = np.empty(stakes.bust.size, np.int16)
        for banked, throws in enumerate(self.throws(stakes)):
            hold = stakes.banking[banked : banked + throws.shape[0]].copy()
            # Passing is worth the same as a bust.
            hold[0] = stakes.bust[banked]
            holds = np.append(throws[:, 0] <= hold + TIE * np.abs(hold), True)
            holds[0] &= may_pass
            out[banked] = holds.argmax()
        return out

    def opening(self, stakes: Stakes) -> Shorts:
        """Index of the best opening throw, int16[banked]; the first of those equal up to rounding."""
        out = np.empty(stakes.bust.size, np.int16)
        for banked, throws in enumerate(self.throws(stakes)):
            opened = throws[0, list(self.turn.openings)]
            best = opened.max()
            out[banked] = self.turn.openings[int((opened >= best - TIE * abs(best)).argmax())]
        return out

    def _blocks(self, stakes: Stakes) -> Iterator[tuple[int, int]]:
        """First banked score of each block of lanes, and the height of its sweep."""
        for first in range(0, stakes.bust.size, LANES):
            yield first, min(stakes.banking.size - self._past - first, LANES + self.holds_from)

    def _sweep(self, stakes: Stakes, first: int, height: int) -> None:
        bust = np.zeros(LANES)
        own = stakes.bust[first : first + LANES]
        bust[: own.size] = own
        _sweep(self.tables, stakes.banking[first:], bust, stakes.wiped, height, self._scratch)


@jit_allocating
def _sweep(
    tables: TurnArrays, banking: Array, bust: Array, wiped: float, height: int, scratch: Scratch
) -> None:
    """One sweep of LANES banked scores in a row.

    Parameters
    ----------
    tables : the turn
    banking : float64[x], value of banking x, counted from the score of the first lane
    bust : float64[lane], value of a bust
    wiped : value of a wipe
    height : number of values x that the sweep evaluates
    scratch : its `throws` and `positions` are written
    """
    choices = tables.depth.size
    for x in range(height):
        scratch.hold[x] = banking[x]
    for x in range(height, min(banking.size, scratch.positions.shape[0] // choices)):
        for choice in range(choices):
            scratch.positions[x * choices + choice, :LANES] = banking[x]
    set_ends(tables, bust, np.full(LANES, wiped), 0.0, scratch.ends)
    sweep(tables, scratch.hold, 0, scratch.ends, (0, height), scratch.throws, scratch.positions)


@jit
def _open(tables: TurnArrays, throws: Array, out: Array) -> None:
    """Read the value of the best opening of each lane off a sweep.

    Parameters
    ----------
    tables : the turn
    throws : float64[x, throw; 2 LANES], values from the sweep
    out : float64[lane], written; lane l has l points more than the first lane
    """
    for lane in range(out.size):
        out[lane], _ = opening(tables, throws, lane, lane)
