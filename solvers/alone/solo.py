"""A turn of one player alone, from every banked score.

Banking x is worth the same whatever part of x was banked before, so turns from LANES banked scores in a row
are the lanes of one sweep, each read where its own score begins. Only the values of a bust differ between
them.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit, jit_allocating
from solvers.turns.backward import LANES, TIE, opening, rows, set_ends, sweep, workspace


class Stakes(NamedTuple):
    """What a turn is played for.

    Attributes
    ----------
    banking : float64[x], value of banking x; from the longest gain before its end on holding is known to be
        optimal
    bust : float64[banked], value of a bust
    wiped : value of a wipe
    """

    banking: Array
    bust: Array
    wiped: float


class Scratch(NamedTuple):
    """Memory for one sweep, used again and again.

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
    """The turns of a player alone.

    Parameters
    ----------
    turn : any turn
    holds_from : turn total from which holding is known to be optimal; a goal that ends the game will do
    goal : points past which banking is worth the same, None where there are none
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
        """The turns of a game that ends at a goal: it is held, and past it banking is worth the same."""
        return cls(turn, holds_from=goal, goal=goal)

    def value(self, stakes: Stakes) -> Array:
        """What the best opening is worth, float64[banked]."""
        out = np.empty(stakes.bust.size)
        for first, height in self._blocks(stakes):
            self._sweep(stakes, first, height)
            _open(self.tables, self._scratch.throws, out[first : first + LANES])
        return out

    def throws(self, stakes: Stakes) -> Iterator[Array]:
        """For each banked score what throwing is worth, float64[turn_total, throw].

        From its end on holding is optimal.
        """
        for first, height in self._blocks(stakes):
            self._sweep(stakes, first, height)
            by_lane = self._scratch.throws.reshape(-1, self.tables.bust.size, 2 * LANES)
            for lane in range(min(LANES, stakes.bust.size - first)):
                yield by_lane[lane:height, :, lane].copy()

    def hold_at(self, stakes: Stakes, *, may_pass: bool = False) -> Shorts:
        """Least turn total at which the policy holds, int16[banked]; a tie, up to rounding, holds.

        For turns that only throw on. The policy may throw again at a greater turn total. 0, to pass, comes
        only where one may.
        """
        out = np.empty(stakes.bust.size, np.int16)
        for banked, throws in enumerate(self.throws(stakes)):
            hold = stakes.banking[banked : banked + throws.shape[0]].copy()
            # To pass is to be left with what a bust leaves.
            hold[0] = stakes.bust[banked]
            holds = np.append(throws[:, 0] <= hold + TIE * np.abs(hold), True)
            holds[0] &= may_pass
            out[banked] = holds.argmax()
        return out

    def opening(self, stakes: Stakes) -> Shorts:
        """Index of the throw that opens the turn best, int16[banked].

        Of those that are equally good, up to rounding, it is the first.
        """
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
    banking : float64[x], value of banking x, x counted from the score of the first lane
    bust : float64[lane], value of a bust
    wiped : value of a wipe
    height : number of x that the sweep evaluates
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
    throws : float64[x, throw; 2 LANES], what the sweep has written
    out : float64[lane], written; the own score of lane l lies l points above that of the first
    """
    for lane in range(out.size):
        out[lane], _ = opening(tables, throws, lane, lane)
