"""Sheets of one layer, solved with those of earlier layers in the window.

Expectations over the opponents' turns are those of `at_once/opponents_turns.py`, with the same sums in the
same order, so that every state has the same bits as in one table of all states. Q(2), after the turns of the
first two opponents, is a table over the scores of the others, for one sheet. It is computed from the window
row by row. Q(1) at a score of the second opponent is computed where it is needed, several times, as keeping
it would need a window of its own.

This reads 49 rows of the window for each row of a sheet, more than memory delivers in the time that their
sums take. Sheets of one stage read nearly the same rows: computing one row of each sheet after the other
finds them in the cache.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.at_once.holding_row import (
    FOUR,
    LANES,
    AfterTurn,
    ChanceToLeave,
    chance_to_leave,
    past_goal,
    solve_row,
)
from solvers.at_once.opponents import Opponents, Row, nobody_else, shares
from solvers.at_once.opponents_turns import add, first_turns, last_turn, scale, settle
from solvers.at_once.sorted_scores import Places, equals, place
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.rows import copy_row
from solvers.turns.forward import HoldAt


class Contest(NamedTuple):
    """The rules and all players.

    Attributes
    ----------
    goal : points to win
    gains : the mover's turns
    them : all opponents
    at : places of their scores; those of the third and the fourth start at 0, as rows of a sheet
    """

    goal: int
    gains: HoldAt
    them: Opponents
    at: Places


class Window(NamedTuple):
    """Values of the sheets that are still needed.

    Attributes
    ----------
    rows : float64[row, goal + 1], chance to win by banked score; the last column says whose row it is, see
        `label`
    start : int64[rank of the first, rank of the second], first row of a sheet; -1 where there is none
    size : int64[rank of the second], number of rows of a sheet
    """

    rows: Array
    start: Integers
    size: Integers


class Space(NamedTuple):
    """Buffers for the states of one row.

    Attributes
    ----------
    value, action : float64[i + b, b], chance to win and turn total to hold at
    after : values of scores after the mover's turn
    leaving : chance to leave each state
    """

    value: Array
    action: Array
    after: AfterTurn
    leaving: ChanceToLeave


@jit_allocating
def solve_sheets(game: Contest, sheets: Integers, window: Window, tables: Array, out_hold_at: Shorts) -> None:
    """Solve all states of some sheets of a layer, row by row, highest scores of the opponents first.

    Parameters
    ----------
    game : the rules and all players
    sheets : int64[sheet, opponent], ranks of the first two opponents' scores
    window : all sheets that turns lead to; the rows of those that are solved are written
    tables : float64[sheet, place, banked], written: Q(2) and Q(3) of each sheet
    out_hold_at : int16[sheet, row of the sheet, banked], written: turn total to hold at
    """
    at = game.at
    size = at.size[3]
    high = game.goal + size
    width = size + LANES
    space = Space(
        np.zeros((high, width)),
        np.zeros((high, width)),
        AfterTurn(np.zeros((high + game.gains.throw.size - 1, width)), np.zeros((high + FOUR, width))),
        ChanceToLeave(np.ones((game.goal + 1, width)), np.ones((game.goal + 1, width))),
    )
    for index in range(sheets.shape[0]):
        # Old values must not be taken for those of this sheet: missing values count as 0.
        start = window.start[sheets[index, 0], sheets[index, 1]]
        window.rows[start : start + window.size[sheets[index, 1]]] = 0.0
    ranks = at.size - 1
    for third in range(at.size[2] - 1, -1, -1):
        ranks[2] = third
        _two_turns(game, ranks, sheets, window, tables)
        for index in range(sheets.shape[0]):
            if third >= _least(at, 2, sheets[index]):
                copy_row(sheets[index], ranks[:2])
                _solve(game, ranks, space, window, tables[index], out_hold_at[index])


@jit_allocating
def _solve(
    game: Contest, ranks: Integers, space: Space, window: Window, table: Array, out_hold_at: Shorts
) -> None:
    """Solve one row of a sheet, with Q(2) in the table.

    Parameters
    ----------
    game : the rules and all players
    ranks : int64[opponent], ranks of the first three opponents' scores; that of the last one is written
    space : written
    window : the row is written
    table : float64[place, banked], Q(2) and Q(3) of the sheet; written at these scores
    out_hold_at : int16[row of the sheet, banked], written: turn total to hold at
    """
    goal, gains, them, at = game
    equal, least = equals(at, ranks)
    own = np.zeros(goal)
    winners = np.zeros(4)
    share = np.zeros(at.size[3])
    for b in range(share.size - 1, least - 1, -1):
        ranks[3] = b
        first_turns(them, at, 2, ranks, table)
        last_turn(them, at, ranks, table, own)
        for t in range(goal):
            space.after.gain[t + b, b] = own[t]
    nothing, something = nobody_else(them, ranks, winners)
    row = Row(nothing, something, equal, least, share.size)
    shares(winners, them.wins[3], share)
    past_goal(goal, gains.throw, least, share, space.after)
    chance_to_leave(goal, gains, row, them.something[3, : share.size], space.leaving)
    solve_row(goal, gains, them, row, space.leaving, space.after, space.value, space.action)
    for b in range(share.size - 1, least - 1, -1):
        ranks[3] = b
        found = place(at, 2, ranks)
        for i in range(goal):
            own[i] = space.value[i + b, b]
            out_hold_at[found, i] = np.int16(space.action[i + b, b])
        stored = window.rows[_row(at, ranks, window)]
        copy_row(own, stored[:goal])
        stored[goal] = label(goal, ranks)
        settle(them, at, 1, ranks, own, table)


@jit_inline
def _least(at: Places, opponent: int, ranks: Integers) -> int:
    """The least rank of the third or the fourth opponent if it is equal to the opponent before it.

    Parameters
    ----------
    at : places of the opponents' scores
    opponent : index of the opponent
    ranks : int64[opponent], ranks of the scores of those before it
    """
    return int(ranks[opponent - 1]) if at.last[opponent - 1] >= opponent else 0


@jit_inline
def label(goal: int, ranks: Integers) -> float:
    """A number that identifies the opponents' scores, stored next to their values.

    Parameters
    ----------
    goal : points to win
    ranks : int64[opponent], ranks of their scores
    """
    number = 1
    for rank in ranks:
        number = number * goal + rank
    return float(number)


@jit_allocating
def _two_turns(game: Contest, ranks: Integers, sheets: Integers, window: Window, tables: Array) -> None:
    """Write Q(2) for one row of each sheet, without the row's own values.

    Parameters
    ----------
    game : the rules and all players
    ranks : int64[opponent], has the rank of the third one's score; the others are written
    sheets : int64[sheet, opponent], ranks of the first two opponents' scores
    window : all sheets that turns lead to
    tables : float64[sheet, place, banked], written: Q(2) and Q(3) of each sheet
    """
    at = game.at
    moved = np.zeros((2, 4), np.int64)
    own = np.zeros(game.goal)
    for b in range(at.size[3] - 1, _least(at, 3, ranks) - 1, -1):
        ranks[3] = b
        for index in range(sheets.shape[0]):
            if ranks[2] >= _least(at, 2, sheets[index]):
                copy_row(sheets[index], ranks[:2])
                _after_two(game.them, at, ranks, window, moved, own, tables[index, place(at, 2, ranks)])


@jit
def _after_two(
    them: Opponents, at: Places, ranks: Integers, window: Window, moved: Integers, own: Array, out: Array
) -> None:
    """Write Q(2) at these scores, without the row's own values.

    Parameters
    ----------
    them : all opponents
    at : places of their scores; those of the third and later ones from 0 on
    ranks : int64[opponent], ranks of their scores
    window : all sheets that turns lead to
    moved : int64[2, opponent], written: ranks after the second opponent's turn, and after both turns
    own : float64[banked], written
    out : float64[banked], written: Q(2)
    """
    _after_one(them, at, ranks, window, moved[1], own)
    scale(them.nothing[1, ranks[1]], own, out)
    for m in range(them.chance.shape[2]):
        there = them.there[1, ranks[1], m]
        if there >= 0:
            _move(at, 1, there, ranks, moved[0])
            _after_one(them, at, moved[0], window, moved[1], own)
            add(them.nothing[0, ranks[0]], window.rows[_row(at, moved[0], window)], own)
            add(them.chance[1, ranks[1], m], own, out)


@jit
def _after_one(
    them: Opponents, at: Places, ranks: Integers, window: Window, moved: Integers, out: Array
) -> None:
    """Write the part of Q(1) in which the first opponent scores.

    Parameters
    ----------
    them : all opponents
    at : places of their scores; those of the third and later ones from 0 on
    ranks : int64[opponent], ranks of their scores
    window : all sheets that turns lead to
    moved : int64[opponent], written: ranks after the turn
    out : float64[banked], written
    """
    out[:] = 0.0
    for m in range(them.chance.shape[2]):
        there = them.there[0, ranks[0], m]
        if there >= 0:
            _move(at, 0, there, ranks, moved)
            add(them.chance[0, ranks[0], m], window.rows[_row(at, moved, window)], out)


@jit_inline
def _move(at: Places, mover: int, rank: int, ranks: Integers, out: Integers) -> None:
    """Write the ranks after one opponent has moved to a greater score; its group stays sorted.

    Parameters
    ----------
    at : places of the opponents' scores
    mover : index of the opponent that moves
    rank : rank of its score after the move
    ranks : int64[opponent], ranks of their scores before the move
    out : int64[opponent], written
    """
    copy_row(ranks, out)
    index = mover
    while index < at.last[mover] and ranks[index + 1] < rank:
        out[index] = ranks[index + 1]
        index += 1
    out[index] = rank


@jit_inline
def _row(at: Places, ranks: Integers, window: Window) -> int:
    """The row of the window for these scores.

    Parameters
    ----------
    at : places of the opponents' scores; those of the third and later ones from 0 on
    ranks : int64[opponent], ranks of their scores
    window : all sheets that turns lead to
    """
    return int(window.start[ranks[0], ranks[1]]) + place(at, 2, ranks)
