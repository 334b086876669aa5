"""A rule of thumb judged by its decisions; a base class for all contests.

Results: how often each decision occurs, what it gives away, how many are right, and where they are wrong.

What decisions give away, times how often they occur, adds up to the rule's total loss: one decision is
counted at a time, and the rest of the game is valued under optimal play (the performance difference identity,
docs/mathematics.md). How often they occur is computed forwards, what they give away from optimal play alone,
and the total loss by a third route, backwards from the goal. That they agree is part of the certificate.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import ROLL, Turn
from solvers.in_turn import inside
from solvers.players.dice import dice_of
from solvers.players.one_throw import rolls
from solvers.players.rule import RuleOfThumb
from solvers.thumb.decisions import LARGEST_RIGHT, Decided, decided, visited
from solvers.thumb.regions.found import found_in
from solvers.thumb.regions.grid import Grid, grids_of, groups_of, in_cells
from solvers.thumb.regions.region import ONE_PHASE, Phases, Region
from solvers.thumb.standings import Standings


@dataclass(frozen=True)
class Judged(ABC):
    """A rule of thumb and the sums over its decisions.

    Attributes
    ----------
    rule : the rule
    dice_apart : whether tables distinguish the dice left, if throws are named by their dice
    """

    rule: RuleOfThumb
    dice_apart: bool

    @property
    @abstractmethod
    def standings(self) -> tuple[Standings, ...]:
        """Return the standings at which the rule's turns begin, with their values under optimal play."""

    @property
    def phases(self) -> Phases:
        """Return the phases of the contest that tables and regions distinguish."""
        return ONE_PHASE

    @property
    def does(self) -> tuple[RuleOfThumb, ...]:
        """What the rule does at each of the standings."""
        return (self.rule,) * len(self.standings)

    @cached_property
    def _grids(self) -> tuple[Grid, ...]:
        """The grids on which its decisions are summed up, for each of the standings."""
        return grids_of(self.does, [dice_columns(rule, self.dice_apart) for rule in self.does], self.phases)

    @cached_property
    def decided(self) -> Decided:
        """What its decisions give away."""
        return decided(self.standings, self._grids)

    @property
    def turn(self) -> Turn:
        """The game."""
        return self.rule.turn

    def __getitem__(self, name: str) -> Any:
        """Return the result with a name, as a certificate reads it."""
        return getattr(self, name)

    @property
    def decisions(self) -> float:
        """Decisions per game."""
        return float(self.decided.visits.sum())

    @property
    def right_decisions(self) -> float:
        """Share of the decisions in play that are right."""
        return float(self.decided.right.sum()) / self.decisions if self.decisions > 0.0 else 1.0

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The regions where it gives most away, in words."""
        _, words = groups_of(*self.does)
        everywhere = Region.everywhere(self.rule.goal, False, self.rule.turns, self.phases.alike)
        cells = in_cells(self.decided.cells, self._grids[0])
        return found_in(everywhere, cells, words, self.phases)

    @property
    def visits(self) -> Array:
        """Decisions per game, float64[turn_total, dice]; one column if dice are not distinguished.

        If phases are distinguished they are the first dimension.
        """
        return self._in_phases(self.decided.visits)

    @property
    def lost_there(self) -> Array:
        """Loss per game, of the same shape as `visits`."""
        return self._in_phases(self.decided.lost_there)

    @property
    def right_visits(self) -> Array:
        """Right decisions per game, of the same shape as `visits`."""
        return self._in_phases(self.decided.right)

    def _in_phases(self, table: Array) -> Array:
        """A table of `decided`, float64[phase, turn_total, dice]; without phases if there is only one."""
        found: Array = table if self.phases.words else table[0]
        return found


class JudgedByState(Judged):
    """The same with what each decision gives away, if the only way to go on is the same throw again.

    Attributes
    ----------
    advantage : float64[banked, opponent, turn_total], value of rolling minus that of holding under optimal
        play; NaN where holding wins
    """

    advantage: Array

    @cached_property
    def rolls(self) -> Flags:
        """The rule's actions, int8[banked, opponent, turn_total]."""
        return rolls(self.rule)

    @cached_property
    def optimal_policy(self) -> Flags:
        """Actions of optimal play, int8[banked, opponent, turn_total]."""
        return inside.rolls(self.advantage)

    @cached_property
    def regret(self) -> Array:
        """What each of the rule's decisions gives away, float64[banked, opponent, turn_total].

        Nothing is decided before the first throw, nor where banking wins.
        """
        lost = np.fmax(np.where(self.rolls == ROLL, -self.advantage, self.advantage), 0.0)
        lost[..., 0] = 0.0
        return lost

    @cached_property
    def visits(self) -> Array:
        """How often play gets there in a game, float64[banked, opponent, turn_total]; at 0 a turn begins."""
        return visited(self.rule, self.standings[0].begun)

    @property
    def lost(self) -> Array:
        """Loss per game in the turns that begin there, float64[banked, opponent]."""
        return np.asarray((self.visits * self.regret).sum(axis=-1))

    @property
    def decisions(self) -> float:
        return float(self.visits[..., 1:].sum())

    @property
    def right_decisions(self) -> float:
        return share_right(self.visits, self.regret)


def share_right(visits: Array, regrets: Array) -> float:
    """Return the share of the decisions in play that are right; 1 if there are none.

    Parameters
    ----------
    visits, regrets : float64[..., turn_total]; at turn total 0 nothing is decided
    """
    decisions = float(visits[..., 1:].sum())
    right = float(visits[..., 1:].sum(where=regrets[..., 1:] <= LARGEST_RIGHT))
    return right / decisions if decisions > 0.0 else 1.0


def dice_columns(rule: RuleOfThumb, apart: bool) -> tuple[Integers, int]:
    """Return the column of each position in a table by dice left, int64[position], and the number of columns.

    It is one column if throws are not named by their dice, or dice left are not distinguished.
    """
    dice = dice_of(rule.turn)
    if not apart or dice is None or rule.dice is None:
        return np.zeros(len(rule.turn.positions), np.int64), 1
    return np.maximum(rule.dice - 1, 0), max(dice)
