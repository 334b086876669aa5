"""What is said about a rule of thumb by its decisions: how often each is met, what it gives away, how often
it is right, and in which regions it goes wrong. A base of what is said in a race and alone.

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
from solvers.players.dice import dice_of, out_of
from solvers.players.one_throw import rolls
from solvers.players.rule import RuleOfThumb
from solvers.thumb.decisions import LARGEST_RIGHT, Decided, Grid, decided, sides, visited
from solvers.thumb.region import Region
from solvers.thumb.regions import Decisions, found_in, steps, turns_step

# Positions that a sentence tells apart, where no number of dice does.
MOST_NAMED = 8


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
    def optimal_turns(self) -> inside.Inside:
        """The turns of optimal play."""

    @property
    @abstractmethod
    def handed(self) -> Array:
        """What handing over the turn is worth under optimal play, float64[banked, opponent].

        Here and below, of who plays alone the turns left stand for the other's score.
        """

    @property
    @abstractmethod
    def starts(self) -> Array:
        """How often the rule's turns begin, float64[banked, opponent]."""

    @cached_property
    def decided(self) -> Decided:
        """What its decisions give away."""
        return decided(self.optimal_turns, self.handed.T, self.rule, self.starts, grid_of(self.rule))

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
        _, words = groups_of(self.rule)
        everywhere = Region.everywhere(self.rule.goal, False, self.rule.turns)
        return found_in(everywhere, _in_cells(self.decided, self.rule), words)

    @property
    def visits(self) -> Array:
        """How often it decides, float64[turn_total, dice], of one column where dice are not told apart."""
        return self._by_dice(self.decided.visits)

    @property
    def lost_there(self) -> Array:
        """What it gives away there, likewise."""
        return self._by_dice(self.decided.lost_there)

    @property
    def right_visits(self) -> Array:
        """How often it decides right there, likewise."""
        return self._by_dice(self.decided.right)

    def _by_dice(self, table: Array) -> Array:
        """A table of `decided`, float64[turn_total, position], by dice left."""
        column, count = dice_columns(self.rule, self.dice_apart)
        out = np.zeros((len(table), count))
        np.add.at(out.T, column, table.T)
        return out


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
        return visited(self.rule, self.starts)

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


def groups_of(rule: RuleOfThumb) -> tuple[Integers, tuple[str, ...]]:
    """Groups of positions that a sentence tells apart: by dice left, else by dice set aside for good, else by
    name where there are few.

    Returns
    -------
    group : int64[position], of each
    words : of each group; none where all are one
    """
    if dice_of(rule.turn) is not None and rule.dice is not None:
        numbers = sorted({int(number) for number in rule.dice})
        group = np.array([numbers.index(int(number)) for number in rule.dice])
        return group, tuple(f"with {number} {'die' if number == 1 else 'dice'} left" for number in numbers)
    if (out := out_of(rule.turn)) is not None:
        numbers = sorted(set(out))
        return np.array([numbers.index(number) for number in out]), tuple(
            f"with {one} out" for one in numbers
        )
    names = [position.name for position in rule.turn.positions]
    if 1 < len(names) <= MOST_NAMED:
        return np.arange(len(names)), tuple(f"at {name!r}" for name in names)
    return np.zeros(len(names), np.int64), ()


def grid_of(rule: RuleOfThumb) -> Grid:
    """The grid on which regions have their edges.

    Parameters
    ----------
    rule : whose decisions are summed up
    """
    group, words = groups_of(rule)
    score_step, total_step = steps(rule.goal)
    other_step = turns_step(rule.turns) if rule.turns else score_step
    return Grid(
        goal=rule.goal,
        others=rule.beside.size,
        score_step=score_step,
        other_step=other_step,
        total_step=total_step,
        leads=not rule.turns,
        group=group,
        groups=max(1, len(words)),
    )


def _in_cells(decided: Decided, rule: RuleOfThumb) -> Decisions:
    """The decisions in sums: each cell by one place in it, as no edge of a region divides one.

    Those at a turn total of 0, how to go on after a throw that gained nothing, count among those at 1.
    """
    grid = grid_of(rule)
    error, cell = np.nonzero(decided.cells.met)
    mine, yours, behind, total, own = np.unravel_index(cell, sides(grid))
    # Of scores in these two steps, those the least apart that are in the step of what lies between them.
    banked = mine * grid.score_step + (np.where(behind == 0, 1, 0) if grid.leads else 0)
    others, none = yours * grid.other_step, np.zeros(len(banked), np.intp)
    return Decisions(
        error=error.astype(np.int8),
        banked=banked,
        opponent=none if rule.turns else others,
        turn_total=np.maximum(1, total * grid.total_step),
        group=own,
        # Nobody decides without turns left.
        turns_left=np.maximum(1, others) if rule.turns else none,
        lost=decided.cells.lost[error, cell],
        gain=decided.cells.gain[error, cell],
    )
