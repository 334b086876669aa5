"""What is said about a rule of thumb by its decisions: how often each is met, what it gives away, how often
it is right, and in which regions it goes wrong. A base of what is said in every contest.

Adding up what decisions give away, as often as they are met, gives what the rule loses in all, because what
one decision gives away is counted once and the rest of the game is valued as if played on optimally (the
performance difference identity, docs/mathematics.md). How often they are met comes from playing forwards,
what they give away from optimal play alone, and the loss by a route that knows neither, backwards from the
goal: that they agree is part of the certificate.
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
    rule : what it means
    dice_apart : whether tables tell dice left apart, where throws are named by their dice
    """

    rule: RuleOfThumb
    dice_apart: bool

    @property
    @abstractmethod
    def standings(self) -> tuple[Standings, ...]:
        """Standings at which the rule's turns begin, and what they are worth under optimal play."""

    @property
    def phases(self) -> Phases:
        """Phases of the contest that tables and regions tell apart."""
        return ONE_PHASE

    @property
    def does(self) -> tuple[RuleOfThumb, ...]:
        """What the rule does at each of the standings: the same, unless it looks at what these are."""
        return (self.rule,) * len(self.standings)

    @cached_property
    def _grids(self) -> tuple[Grid, ...]:
        """On which its decisions are summed up, for each of the standings."""
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
        """What is said of it by that name, as a certificate reads it."""
        return getattr(self, name)

    @property
    def decisions(self) -> float:
        """How often it decides in a game."""
        return float(self.decided.visits.sum())

    @property
    def right_decisions(self) -> float:
        """Share of the decisions met in play that are right."""
        return float(self.decided.right.sum()) / self.decisions if self.decisions > 0.0 else 1.0

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Where it gives most away, in words."""
        _, words = groups_of(*self.does)
        everywhere = Region.everywhere(self.rule.goal, False, self.rule.turns, self.phases.alike)
        cells = in_cells(self.decided.cells, self._grids[0])
        return found_in(everywhere, cells, words, self.phases)

    @property
    def visits(self) -> Array:
        """How often it decides, float64[turn_total, dice], of one column where dice are not told apart; where
        phases are told apart these come first. Likewise those below.
        """
        return self._in_phases(self.decided.visits)

    @property
    def lost_there(self) -> Array:
        """What it gives away there."""
        return self._in_phases(self.decided.lost_there)

    @property
    def right_visits(self) -> Array:
        """How often it decides right there."""
        return self._in_phases(self.decided.right)

    def _in_phases(self, table: Array) -> Array:
        """A table of `decided`, float64[phase, turn_total, dice], without phases where these are one."""
        found: Array = table if self.phases.words else table[0]
        return found


class JudgedByState(Judged):
    """Where the only way to go on is the same throw again: what each decision gives away, too.

    Attributes
    ----------
    advantage : float64[banked, opponent, turn_total], value of rolling minus value of holding under optimal
        play; NaN where holding wins
    """

    advantage: Array

    @cached_property
    def rolls(self) -> Flags:
        """What the rule does, int8[banked, opponent, turn_total]."""
        return rolls(self.rule)

    @cached_property
    def optimal_policy(self) -> Flags:
        """What optimal play does, int8[banked, opponent, turn_total]."""
        return inside.rolls(self.advantage)

    @cached_property
    def regret(self) -> Array:
        """What the rule's decisions give away, float64[banked, opponent, turn_total].

        A turn opens with a throw, and who can bank the goal has won: there nothing is decided.
        """
        lost = np.fmax(np.where(self.rolls == ROLL, -self.advantage, self.advantage), 0.0)
        lost[..., 0] = 0.0
        return lost

    @cached_property
    def visits(self) -> Array:
        """How often it comes there, float64[banked, opponent, turn_total]; at 0 it begins a turn."""
        return visited(self.rule, self.standings[0].begun)

    @property
    def lost(self) -> Array:
        """What it gives away in the turns that begin so, float64[banked, opponent]."""
        return np.asarray((self.visits * self.regret).sum(axis=-1))

    @property
    def decisions(self) -> float:
        return float(self.visits[..., 1:].sum())

    @property
    def right_decisions(self) -> float:
        return share_right(self.visits, self.regret)


def share_right(visits: Array, regrets: Array) -> float:
    """Share of the decisions met in play that are right; 1 where none is met.

    Parameters
    ----------
    visits, regrets : float64[..., turn_total]; at turn total 0 nothing is decided
    """
    decisions = float(visits[..., 1:].sum())
    right = float(visits[..., 1:].sum(where=regrets[..., 1:] <= LARGEST_RIGHT))
    return right / decisions if decisions > 0.0 else 1.0


def dice_columns(rule: RuleOfThumb, apart: bool) -> tuple[Integers, int]:
    """In which column of a table by dice left each position is, int64[position], and how many there are: one
    where throws are not named by their dice, or dice left are not told apart.
    """
    dice = dice_of(rule.turn)
    if not apart or dice is None or rule.dice is None:
        return np.zeros(len(rule.turn.positions), np.int64), 1
    return np.maximum(rule.dice - 1, 0), max(dice)
