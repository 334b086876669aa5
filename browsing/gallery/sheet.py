"""The policy of Pig on one sheet of paper."""

from dataclasses import dataclass

import xarray as xr

STEP = 10


@dataclass(frozen=True)
class Cell:
    """What to do at two scores.

    Parameters
    ----------
    hold_at : turn total to hold at
    to_the_end : whether that is all points lacking, so that the player only holds at the goal
    """

    hold_at: int
    to_the_end: bool


@dataclass(frozen=True)
class Sheet:
    """A table of turn totals to hold at.

    Parameters
    ----------
    goal : points to win
    scores : scores of the opponent across, and of the player down
    rows : cells, a row for each score of the player
    """

    goal: int
    scores: tuple[int, ...]
    rows: tuple[tuple[Cell, ...], ...]


def sheet(dataset: xr.Dataset) -> Sheet:
    """Return the sheet of a race of Pig.

    Parameters
    ----------
    dataset : its answer, with `hold_at` [banked, opponent]
    """
    goal = int(dataset["goal"])
    few = dataset["hold_at"][::STEP, ::STEP]
    scores = tuple(int(score) for score in few["banked"].values)
    rows = tuple(
        tuple(Cell(int(found), int(found) >= goal - banked) for found in row)
        for banked, row in zip(scores, few.values, strict=True)
    )
    return Sheet(goal, scores, rows)
