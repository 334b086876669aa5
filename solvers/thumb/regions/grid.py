"""The grid of edges of regions, and sums of decisions in its cells."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.jit import jit
from solvers.players.dice import out_of
from solvers.players.rule import RuleOfThumb
from solvers.thumb.regions.found import Decisions, steps, turns_step
from solvers.thumb.regions.region import ONE_PHASE, Phases

# Largest number of positions that a sentence distinguishes by name.
MOST_NAMED = 8


class Grid(NamedTuple):
    """The grid of cells in which decisions are summed up.

    Attributes
    ----------
    goal : points to win
    others : number of the opponent's scores, or of numbers of turns left
    score_step, other_step, total_step : distances between edges
    leads : whether the points behind are distinguished
    group : int64[position], group of each position
    groups : number of groups
    column : int64[position], column of each position in the tables
    columns : number of columns
    phases : number of phases of the contest
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
    """Sums over decisions, by [error, cell]. A cell is a place along each of `sides` in one index.

    Attributes
    ----------
    gain : float64, what the other choice gains per game, negative if the rule is right
    lost : float64, what the rule gives away per game
    met : bool, whether the cell occurs in play
    """

    gain: Array
    lost: Array
    met: Flags


def sides(grid: Grid) -> tuple[int, int, int, int, int, int]:
    """Return the number of places along each side of the grid.

    The sides are: banked score; opponent's score; opponent's score minus own, of which the first two leave
    two places, 0 for the lesser, or one if it is not distinguished; turn total; group; phase.
    """
    scores, others = (grid.goal - 1) // grid.score_step + 1, (grid.others - 1) // grid.other_step + 1
    totals = (grid.goal - 1) // grid.total_step + 1
    return scores, others, 2 if grid.leads else 1, totals, grid.groups, grid.phases


@jit
def cell_of(grid: Grid, banked: int, opponent: int, turn_total: int, group: int, phase: int) -> int:
    """Return the cell of a decision; values beyond the grid count in its outermost cells.

    Parameters
    ----------
    grid : the grid
    banked, opponent, turn_total, group, phase : the decision
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
    """Return groups of positions that a sentence can distinguish.

    They are by dice left, or else by dice set aside for good, or else, if there are few positions, by name.

    Parameters
    ----------
    rules : rules for one game, which may take different ways

    Returns
    -------
    group : int64[rule, position], group of each position
    words : words for each group; empty if there is only one
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
    """Return the grids of some rules; all have the same cells.

    Parameters
    ----------
    rules : the rules
    columns : for each rule, the column of each position in the tables, int64[position], and their number
    phases : phases of the contest
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
    rule : the rule
    group, column : of each position, int64[position], and their number
    phases : number of phases
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
    """Return a decision for each cell with sums, at one place in it; no edge of a region separates a cell.

    Decisions at turn total 0, how to go on after a throw that gained nothing, count at 1.

    Parameters
    ----------
    cells : the sums
    grid : the grid; without points behind it is for one player alone
    """
    error, cell = np.nonzero(cells.met)
    mine, yours, behind, total, own, phase = np.unravel_index(cell, sides(grid))
    # The scores in these two steps with the least distance in the right step of the difference.
    banked = mine * grid.score_step + (np.where(behind == 0, 1, 0) if grid.leads else 0)
    others, none = yours * grid.other_step, np.zeros(len(banked), np.intp)
    return Decisions(
        error=error.astype(np.int8),
        banked=banked,
        opponent=others if grid.leads else none,
        turn_total=np.maximum(1, total * grid.total_step),
        group=own,
        # Nothing is decided without turns left.
        turns_left=none if grid.leads else np.maximum(1, others),
        phase=phase,
        lost=cells.lost[error, cell],
        gain=cells.gain[error, cell],
    )
