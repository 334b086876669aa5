"""What is said about a rule of thumb by sums over its decisions: how often it is right, tables by turn total
and dice left, and regions. A base of what is said in a race and alone.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.players.dice import dice_of, out_of
from solvers.players.rule import RuleOfThumb
from solvers.thumb.by_position.decisions import Decided, Grid, sides
from solvers.thumb.region import Region
from solvers.thumb.regions import Decisions, found_in, steps, turns_step

# Positions that a sentence tells apart, where no number of dice does.
MOST_NAMED = 8


@dataclass(frozen=True)
class SummedByPosition:
    """A rule of thumb and the sums over its decisions.

    Attributes
    ----------
    rule : what it means
    decided : what it gives away
    dice_apart : whether tables tell dice left apart, where throws are named by their dice
    """

    rule: RuleOfThumb
    decided: Decided
    dice_apart: bool

    @property
    def turn(self) -> Turn:
        """The game."""
        return self.rule.turn

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

    def by_dice(self, table: Array) -> Array:
        """A table of `decided`, float64[turn_total, position], by dice left: float64[turn_total, dice].

        It has one column where these are not told apart.
        """
        column, count = dice_columns(self.rule, self.dice_apart)
        out = np.zeros((len(table), count))
        np.add.at(out.T, column, table.T)
        return out

    @property
    def tables(self) -> tuple[Array, Array, Array]:
        """How often it decides, what it gives away and how often it is right, float64[turn_total, dice]."""
        decided = self.decided
        return self.by_dice(decided.visits), self.by_dice(decided.lost_there), self.by_dice(decided.right)


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
