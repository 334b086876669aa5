"""Best responses to four opponents with more states than fit into memory, layer by layer.

The states are divided into sheets, and the sheets into layers (`sheets.py`). Sheets of one layer are
independent: a *block* is a number of neighbouring ones. Only what readers need is kept: the value and the
turn total to hold at where all opponents have the same score, which includes the start. Every sheet is
certified as soon as it is solved, because its values are overwritten some layers later.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.at_once.best_response import check, side_by_side
from solvers.at_once.in_layers.certificate import Certificate
from solvers.at_once.in_layers.sheet import Contest, Window, solve_sheets
from solvers.at_once.in_layers.sheets import sheets
from solvers.at_once.opponents import opponents, scores_from_0, turns_that_hold
from solvers.at_once.sorted_scores import places
from solvers.errors import expected
from solvers.games.turn import Turn

OPPONENTS = 4
# Largest window in bytes; a solution of all states at once takes as much.
MOST_BYTES = 12_000_000_000


@dataclass(frozen=True)
class Solved:
    """The results of a block that are kept.

    Attributes
    ----------
    states : number of states solved
    level : by a score that all opponents have, if the block has it: the value, float64[banked], and the turn
        total to hold at, int16[banked]
    residual : largest difference between the value and one backup of it by another route, also with the
        stored turn totals
    """

    states: int
    level: dict[int, tuple[Array, Shorts]]
    residual: float


@dataclass(frozen=True)
class LevelResponse:
    """The best response to four opponents, where these have the same score.

    Attributes
    ----------
    level_value : float64[banked, opponents], chance to win where all opponents have the same score; a shared
        win counts as a share; NaN where one of them cannot have that score after starting at 0
    level_hold_at : int16[banked, opponents], turn total to hold at there; -1 where it never comes up
    residual : largest difference, over all states, between the value and one backup of it by another route
    """

    level_value: Array
    level_hold_at: Shorts
    residual: float

    @property
    def win_probability(self) -> float:
        """Chance to win from the start."""
        return float(self.level_value[0, 0])

    @property
    def opening_hold_at(self) -> int:
        """Turn total to hold at in the first turn."""
        return int(self.level_hold_at[0, 0])


class Layers:
    """A game against four opponents, divided into layers of blocks of sheets.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    opponents_hold_at : turn total at which each opponent holds, 1 or more; above the goal it means the goal

    Attributes
    ----------
    blocks : blocks of each layer, in the order of solving; each int64[sheet, opponent], ranks of the first
        two opponents' scores
    states : number of states
    shape : shape of the window, float64[row, goal + 1]

    Raises
    ------
    InvalidRules
        if a number is out of range, or the window takes more than MOST_BYTES
    """

    def __init__(self, turn: Turn, goal: int, opponents_hold_at: tuple[int, ...]) -> None:
        check(goal, opponents_hold_at, OPPONENTS)
        if len(opponents_hold_at) < OPPONENTS:
            raise expected("opponents_hold_at", f"{OPPONENTS} turn totals", opponents_hold_at)
        self._goal, gains = goal, turns_that_hold(turn, goal)
        _, ordered = side_by_side(goal, opponents_hold_at)
        scores = tuple(scores_from_0(turn, goal, n) for n in ordered)
        at = places(goal, ordered, scores)
        them = opponents(gains, goal, ordered, scores)
        self._sheets = sheets(at, ordered, scores, them.there)
        self._game = Contest(goal, gains, them, at._replace(start=at.start - at.start[2]))
        self._rank = at.rank
        self._certificate = Certificate(turn, goal, ordered)
        self.blocks = self._sheets.layers
        self.states, self.shape = goal * int(at.start[1]), (self._sheets.rows, goal + 1)
        if 8 * self._sheets.rows * (goal + 1) > MOST_BYTES:
            gigabytes = f"{8e-9 * self._sheets.rows * (goal + 1):.1f} GB"
            remedy = "Make more opponents equal, what they hold at greater, or the goal smaller."
            raise expected(
                "opponents_hold_at",
                f"at most {MOST_BYTES / 1e9:.0f} GB of values at a time",
                gigabytes,
                remedy,
            )

    def solve(self, block: Integers, window: Array) -> Solved:
        """Solve and certify a block.

        Parameters
        ----------
        block : a block of a layer; all earlier layers are solved
        window : float64[row, goal + 1], the block's own rows are written
        """
        at, level = self._game.at, dict[int, tuple[Array, Shorts]]()
        actions = self.fill(block, window)
        for sheet, own in zip(block, actions, strict=True):
            for score in self._level_scores(sheet):
                row = int(at.weight[[2, 3], self._rank[2:, score]].sum())
                level[score] = window[self.rows_of(sheet)][row, : self._goal].copy(), own[row].copy()
        return Solved(self._states(block), level, self.certify(block, window, actions))

    def fill(self, block: Integers, window: Array) -> Shorts:
        """Write a block to the window; return its turn totals to hold at, int16[sheet, row or more, banked].

        Parameters
        ----------
        block : a block of a layer; all earlier layers are solved
        window : float64[row, goal + 1], the block's own rows are written
        """
        at = self._game.at
        tables = np.empty((len(block), int(at.start[4]), self._goal))
        actions = np.empty((len(block), int(at.start[3]), self._goal), np.int16)
        solve_sheets(
            self._game, block, Window(window, self._sheets.start, self._sheets.size), tables, actions
        )
        return actions

    def rows_of(self, sheet: Integers) -> slice:
        """The rows of a sheet in the window, by the ranks of the first two opponents' scores."""
        start = int(self._sheets.start[sheet[0], sheet[1]])
        return slice(start, start + int(self._sheets.size[sheet[1]]))

    def certify(self, block: Integers, window: Array, hold_at: Shorts) -> float:
        """Sup-norm of one backup minus the value, for a block, or of a backup with the turn totals.

        It is infinite if a row of the window belongs to other scores.

        Parameters
        ----------
        block : int64[sheet, opponent], ranks of the first two opponents' scores
        window : float64[row, goal + 1], with the block and all sheets that its turns lead to
        hold_at : int16[sheet, row or more, banked], turn totals to hold at
        """
        return self._certificate.residual(block, window, self._sheets.start, hold_at)

    def finish(self, solved: Sequence[Solved]) -> LevelResponse:
        """Combine the results of all blocks, in any order; infinite residual if a state is missing."""
        value = np.full((self._goal, self._goal), np.nan)
        hold_at = np.full((self._goal, self._goal), -1, np.int16)
        for block in solved:
            for score, (own_value, own_hold_at) in block.level.items():
                value[:, score], hold_at[:, score] = own_value, own_hold_at
        complete = sum(block.states for block in solved) == self.states
        residual = float(np.max([block.residual for block in solved])) if complete else np.inf
        return LevelResponse(value, hold_at, residual)

    def _level_scores(self, sheet: Integers) -> list[int]:
        """The scores that all opponents have in some state of a sheet."""
        everybody = (self._rank >= 0).all(axis=0)
        return [int(one) for one in np.flatnonzero(everybody & (self._rank[:2].T == sheet).all(axis=1))]

    def _states(self, layer: Integers) -> int:
        """Number of states of these sheets."""
        return self._goal * int(self._sheets.size[layer[:, 1]].sum())


def best_response_in_layers(turn: Turn, goal: int, opponents_hold_at: tuple[int, ...]) -> LevelResponse:
    """Solve the best response to four opponents with a window of the values in memory, and certify it.

    Only scores that opponents can have after starting at 0 are solved.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    opponents_hold_at : turn total at which each opponent holds, 1 or more; above the goal it means the goal

    Raises
    ------
    InvalidRules
        if a number is out of range, or the window takes more than MOST_BYTES

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(best_response_in_layers(pig.turn(), 12, (5, 5, 5, 5)).win_probability, 4))
    0.6572
    """
    game = Layers(turn, goal, opponents_hold_at)
    window = np.empty(game.shape)
    return game.finish([game.solve(block, window) for layer in game.blocks for block in layer])
