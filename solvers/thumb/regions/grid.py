"""The grid on which regions of decisions have their edges, and sums of decisions by its cells."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.jit import jit
from solvers.players.dice import out_of
from solvers.players.rule import RuleOfThumb
from solvers.thumb.regions.found import Decisions, steps, turns_step
from solvers.thumb.regions.region import ONE_PHASE, Phases

# Positions that a sentence tells apart, where no number of dice does.
MOST_NAMED = 8


class Grid(NamedTuple):
    """Where cells lie whose decisions are summed up.

    Attributes
    ----------
    goal : points to win
    others : how many scores the other may have, or numbers of turns left
    score_step, other_step, total_step : from one edge to the next
    leads : whether it is told by how much one is behind
    group : int64[position], which of several groups each is in
    groups : how many there are
    column : int64[position], in which column of the tables each is
    columns : how many there are
    phases : how many phases of the contest there are
    """

    goal: int
    others: int
    score_step: int
    other_step: int
    total_step: int
    leads: bool
    group: Integers
    groups: int
    column: Integers
    columns: int
    phases: int


class Cells(NamedTuple):
    """Decisions in sums, by [error, cell]: a cell is a place along each of `sides` in one index, scores and
    turn totals in steps of the grid.

    Attributes
    ----------
    gain : float64, what the other choice would gain in a game, less than 0 where the rule is right
    lost : float64, what the rule gives away there
    met : bool, whether play comes there
    """

    gain: Array
    lost: Array
    met: Flags


def sides(grid: Grid) -> tuple[int, int, int, int, int, int]:
    """How many places a cell may have: by banked and the other's score; by the other's score minus one's own,
    of which these two leave two places, 0 for the lesser, or one where that is not told; by turn total; by
    group; and by phase.
    """
    scores, others = (grid.goal - 1) // grid.score_step + 1, (grid.others - 1) // grid.other_step + 1
    totals = (grid.goal - 1) // grid.total_step + 1
    return scores, others, 2 if grid.leads else 1, totals, grid.groups, grid.phases


@jit
def cell_of(grid: Grid, banked: int, opponent: int, turn_total: int, group: int, phase: int) -> int:
    """In which cell a decision lies; who is farther behind than others are counts among those farthest
    behind, and likewise with turn totals.

    Parameters
    ----------
    grid : of the cells
    banked, opponent, turn_total, group, phase : where the decision is
    """
    others = (grid.others - 1) // grid.other_step + 1
    totals = (grid.goal - 1) // grid.total_step + 1
    other = min(opponent, grid.others - 1)
    mine = banked // grid.score_step
    yours = other // grid.other_step
    place = mine * others + yours
    if grid.leads:
        place = 2 * place + (other - banked) // grid.score_step - (yours - mine) + 1
    place = place * totals + min(turn_total, grid.goal - 1) // grid.total_step
    return (place * grid.groups + group) * grid.phases + phase


def groups_of(*rules: RuleOfThumb) -> tuple[Integers, tuple[str, ...]]:
    """Groups of positions that a sentence tells apart: by dice left, else by dice set aside for good, else by
    name where there are few.

    Parameters
    ----------
    rules : of one turn, which may go on in different ways

    Returns
    -------
    group : int64[rule, position], of each
    words : of each group; none where all are one
    """
    turn = rules[0].turn
    dice = [rule.dice for rule in rules if rule.dice is not None]
    if dice:
        numbers, group = np.unique(np.stack(dice), return_inverse=True)
        words = tuple(f"with {number} {'die' if number == 1 else 'dice'} left" for number in numbers)
        return np.asarray(group, np.int64).reshape(len(dice), -1), words
    words, group = (), np.zeros(len(turn.positions), np.int64)
    if (out := out_of(turn)) is not None:
        numbers, group = np.unique(out, return_inverse=True)
        words = tuple(f"with {number} out" for number in numbers)
    elif 1 < len(turn.positions) <= MOST_NAMED:
        group = np.arange(len(turn.positions))
        words = tuple(f"at {position.name!r}" for position in turn.positions)
    return np.tile(np.asarray(group, np.int64), (len(rules), 1)), words


def grids_of(
    rules: Sequence[RuleOfThumb], columns: Sequence[tuple[Integers, int]], phases: Phases = ONE_PHASE
) -> tuple[Grid, ...]:
    """The grid on which regions have their edges, for each of some rules: all have the same cells.

    Parameters
    ----------
    rules : whose decisions are summed up
    columns : for each in which column of the tables each position is, int64[position], and how many there are
    phases : of the contest
    """
    groups, words = groups_of(*rules)
    return tuple(
        _grid(rule, (group, max(1, len(words))), own, phases.number)
        for rule, group, own in zip(rules, groups, columns, strict=True)
    )


def _grid(rule: RuleOfThumb, group: tuple[Integers, int], column: tuple[Integers, int], phases: int) -> Grid:
    """The grid of one rule.

    Parameters
    ----------
    rule : whose decisions are summed up
    group, column : of each position, int64[position], and how many there are
    phases : how many phases there are
    """
    score_step, total_step = steps(rule.goal)
    other_step = turns_step(rule.turns) if rule.turns else score_step
    return Grid(
        goal=rule.goal,
        others=rule.beside.size,
        score_step=score_step,
        other_step=other_step,
        total_step=total_step,
        leads=not rule.turns,
        group=group[0],
        groups=group[1],
        column=column[0],
        columns=column[1],
        phases=phases,
    )


def in_cells(cells: Cells, grid: Grid) -> Decisions:
    """The decisions in sums: each cell by one place in it, as no edge of a region divides one.

    Those at a turn total of 0, how to go on after a throw that gained nothing, count among those at 1.

    Parameters
    ----------
    cells : sums
    grid : of the cells; where it tells no leads one plays alone
    """
    error, cell = np.nonzero(cells.met)
    mine, yours, behind, total, own, phase = np.unravel_index(cell, sides(grid))
    # Of scores in these two steps, those the least apart that are in the step of what lies between them.
    banked = mine * grid.score_step + (np.where(behind == 0, 1, 0) if grid.leads else 0)
    others, none = yours * grid.other_step, np.zeros(len(banked), np.intp)
    return Decisions(
        error=error.astype(np.int8),
        banked=banked,
        opponent=others if grid.leads else none,
        turn_total=np.maximum(1, total * grid.total_step),
        group=own,
        # Nobody decides without turns left.
        turns_left=none if grid.leads else np.maximum(1, others),
        phase=phase,
        lost=cells.lost[error, cell],
        gain=cells.gain[error, cell],
    )
