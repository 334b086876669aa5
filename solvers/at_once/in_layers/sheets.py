"""How the states of five players are divided into sheets and layers, and where the values are in the window.

A *sheet* is all states with the same scores of the first two opponents. An opponent that holds at n gains n
points or more, or nothing, and so moves to a later *stage*: stages are the scores 0 to n - 1, n to 2 n - 1,
and so on, or shorter ranges of LONGEST_STAGE scores. Sheets with the same

    STEEP * stage of the first + stage of the second

form a *layer*. A turn leads from a sheet to itself or to a layer with a greater number. So the sheets of a
layer are independent, and may be solved in any order or at the same time. As no player gains more than one
throw beyond the turn total it holds at, a sheet is needed for a limited number of layers. The *window* has
room for these; a new layer takes the place of one that is no longer needed.

If the second opponent is equal to those behind it, their scores are sorted, and one of them may overtake it,
which leads to another sheet of the same stages. Each of its scores then is a stage of its own; an opponent
that overtakes it and leaves it where it was stays in the same sheet.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Integers
from solvers.at_once.sorted_scores import Places

# A greater STEEP takes less memory, with more and narrower layers: against (2, 3, 4, 5) at goal 100 there are
# 83 layers of up to 196 sheets and 10 GB at 1, 181 of up to 66 and 6.5 GB at 3, 1700 of up to 6 and 4.8 GB at
# 34.
STEEP = 3
# So do short stages: against (9, 10, 11, 12) 13 GB at 9, and at most 11.5 GB against any opponents at 3.
LONGEST_STAGE = 3


class Sheets(NamedTuple):
    """The sheets of a game in the order of solving, and their places in the window.

    Attributes
    ----------
    layers : blocks of each layer, each the sheets of one stage of either opponent: int64[sheet, opponent],
        ranks of the first two opponents' scores; later stages first
    start : int64[rank of the first, rank of the second], first row of the sheet in the window; -1 where there
        is no such sheet
    size : int64[rank of the second], number of rows of a sheet, one per combination of the others' scores
    rows : number of rows of the window
    """

    layers: tuple[tuple[Integers, ...], ...]
    start: Integers
    size: Integers
    rows: int


def sheets(at: Places, hold_at: tuple[int, ...], scores: tuple[Integers, ...], there: Integers) -> Sheets:
    """Divide a game against four opponents into sheets.

    Parameters
    ----------
    at : places of the opponents' scores
    hold_at : turn total at which each opponent holds, equal ones side by side
    scores : int64[rank], the scores of each opponent, ascending
    there : int64[opponent, rank, m], ranks after a turn that gains; -1 at the goal, or if it never comes
    """
    behind = np.arange(2, at.last.size)
    lowest = np.where((at.last[1] >= behind) & (at.last[1] > 1), np.arange(at.size[1])[:, None], 0)
    size = 1 + at.weight[behind, lowest].sum(axis=1)
    first, second = (_stages(at, index, hold_at[index], scores[index]) for index in (0, 1))
    number = STEEP * first[:, None] + second
    if at.last[0] > 0:
        number[np.tril_indices(at.size[0], -1)] = -1
    numbers = np.unique(number[number >= 0])[::-1]
    layers = tuple(np.argwhere(number == one) for one in numbers)
    layer = np.full(number.shape, -1)
    for index, own in enumerate(layers):
        layer[own[:, 0], own[:, 1]] = index
    kept = 1 + _farthest(at, layer, there)
    room = np.zeros(kept, np.int64)
    for index, own in enumerate(layers):
        room[index % kept] = max(room[index % kept], size[own[:, 1]].sum())
    first_row, start = np.cumsum([0, *room]), np.full(number.shape, -1)
    for index, own in enumerate(layers):
        start[own[:, 0], own[:, 1]] = first_row[index % kept] + np.cumsum(size[own[:, 1]]) - size[own[:, 1]]
    blocks = tuple(_by_stage(own, first[own[:, 0]]) for own in layers)
    return Sheets(blocks, start, size, int(first_row[-1]))


def _by_stage(sheets: Integers, stage: Integers) -> tuple[Integers, ...]:
    """The sheets of each stage of the first opponent; they are neighbours."""
    return tuple(np.split(sheets, np.flatnonzero(np.diff(stage)) + 1))


def _stages(at: Places, opponent: int, hold_at: int, scores: Integers) -> Integers:
    """The stage of each score of one of the first two opponents, int64[rank]."""
    return scores // min(hold_at, LONGEST_STAGE) if at.last[opponent] < 2 else np.arange(scores.size)


def _farthest(at: Places, layer: Integers, there: Integers) -> int:
    """Greatest number of layers between a sheet and another one that its turns lead to.

    Parameters
    ----------
    at : places of the opponents' scores
    layer : int64[rank of the first, rank of the second], layer of each sheet, -1 where there is none
    there : int64[opponent, rank, m], ranks after a turn that gains; -1 at the goal, or if it never comes
    """
    here = np.argwhere(layer >= 0)
    first, second = (
        np.concatenate((here[:, [index]], there[index, here[:, index]]), axis=1) for index in (0, 1)
    )
    pairs = np.broadcast_arrays(first[:, :, None], second[:, None, :])
    one, other = np.sort(pairs, axis=0) if at.last[0] > 0 else pairs
    comes = (pairs[0] >= 0) & (pairs[1] >= 0)
    return int(np.where(comes, layer[here[:, 0], here[:, 1]][:, None, None] - layer[one, other], 0).max())
