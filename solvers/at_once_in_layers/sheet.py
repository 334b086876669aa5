"""One sheet of states, solved with the sheets of earlier layers in the window.

What comes of the opponents' turns is what `at_once/opponents_turns.py` says, with the same sums in the same
order, so that every state has the same bits as in one table of all states. Q(2), after the turns of the first
two opponents, is a table over the scores of those behind them, and of this sheet alone. It is made from the
window row by row; Q(1) at a score of the second opponent is summed up where it is needed, which is several
times as often as if it were kept, in a window of its own.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers, Shorts
from solvers.at_once.holding_row import (
    LANES,
    AfterTurn,
    ChanceToLeave,
    chance_to_leave,
    past_goal,
    solve_row,
)
from solvers.at_once.opponents import Opponents, Row, nobody_else, shares
from solvers.at_once.opponents_turns import add, first_turns, last_turn, scale, settle
from solvers.at_once.sorted_scores import Places, equals, next_row, place
from solvers.jit import jit, jit_inline
from solvers.turns.forward import HoldAt


class Window(NamedTuple):
    """Values of the sheets that are needed.

    Attributes
    ----------
    rows : float64[row, goal + 1], chance to win by banked score, and in the last column whose row it is, as
        `label` says
    start : int64[rank of the first, rank of the second], first row of a sheet; -1 where there is none
    size : int64[rank of the second], how many rows a sheet has
    """

    rows: Array
    start: Integers
    size: Integers


@jit
def solve_sheet(
    goal: int,
    gains: HoldAt,
    them: Opponents,
    at: Places,
    sheet: Integers,
    window: Window,
    out_hold_at: Shorts,
) -> None:
    """All states of a sheet, row by row, highest scores of the opponents first.

    Parameters
    ----------
    goal : points to win
    gains : the mover's turns
    them : all opponents
    at : places of their scores; those of the third and later ones from 0 on, which are the rows of a sheet
    sheet : int64[opponent], ranks of the first two opponents' scores
    window : all sheets that turns lead to; the sheet's own rows are written
    out_hold_at : int16[row of the sheet, banked], becomes the turn total to hold at
    """
    count = at.last.size
    size = at.size[count - 1]
    high = goal + size
    width = size + LANES
    value = np.zeros((high, width))
    action = np.zeros((high, width))
    after = AfterTurn(np.zeros((high + gains.throw.size - 1, width)), np.zeros((high, width)))
    leaving = ChanceToLeave(np.ones((goal + 1, width)), np.ones((goal + 1, width)))
    table = np.zeros((at.start[count], goal))
    moved = np.zeros((2, count), np.int64)
    ranks = at.size - 1
    ranks[:2] = sheet
    winners = np.zeros(count)
    own = np.zeros(goal)
    share = np.zeros(size)
    start = window.start[sheet[0], sheet[1]]
    # What was there before must not be taken for values of this sheet: those that are missing count as 0.
    window.rows[start : start + window.size[sheet[1]]] = 0.0
    more = True
    while more:
        equal, least = equals(at, ranks)
        for b in range(size - 1, least - 1, -1):
            ranks[count - 1] = b
            _two_turns(them, at, ranks, window, moved, own, table[place(at, 2, ranks)])
            first_turns(them, at, 2, ranks, table)
            last_turn(them, at, ranks, table, own)
            for t in range(goal):
                after.gain[t + b, b] = own[t]
        nothing, something = nobody_else(them, ranks, winners)
        row = Row(nothing, something, equal, least, size)
        shares(winners, them.wins[count - 1], share)
        past_goal(goal, gains.throw, least, share, after)
        chance_to_leave(goal, gains, row, them.something[count - 1, :size], leaving)
        solve_row(goal, gains, them, row, leaving, after, value, action)
        for b in range(size - 1, least - 1, -1):
            ranks[count - 1] = b
            found = place(at, 2, ranks)
            for i in range(goal):
                own[i] = value[i + b, b]
                out_hold_at[found, i] = np.int16(action[i + b, b])
            window.rows[start + found, :goal] = own
            window.rows[start + found, goal] = label(goal, ranks)
            settle(them, at, 1, ranks, own, table)
        more = next_row(at, 2, ranks)


@jit_inline
def label(goal: int, ranks: Integers) -> float:
    """A number that no other scores of the opponents have; it is kept beside their values.

    Parameters
    ----------
    goal : points to win
    ranks : int64[opponent], ranks of their scores
    """
    number = 1
    for rank in ranks:
        number = number * goal + rank
    return float(number)


@jit
def _two_turns(
    them: Opponents, at: Places, ranks: Integers, window: Window, moved: Integers, own: Array, out: Array
) -> None:
    """Write Q(2) at these scores, without what the row's own values add.

    Parameters
    ----------
    them : all opponents
    at : places of their scores; those of the third and later ones from 0 on
    ranks : int64[opponent], ranks of their scores
    window : all sheets that turns lead to
    moved : int64[2, opponent], written: ranks after the second opponent's turn, and after both turns
    own : float64[banked], written
    out : float64[banked], becomes Q(2)
    """
    _one_turn(them, at, ranks, window, moved[1], own)
    scale(them.nothing[1, ranks[1]], own, out)
    for m in range(them.chance.shape[2]):
        there = them.there[1, ranks[1], m]
        if there >= 0:
            _move(at, 1, there, ranks, moved[0])
            _one_turn(them, at, moved[0], window, moved[1], own)
            add(them.nothing[0, ranks[0]], window.rows[_row(at, moved[0], window)], own)
            add(them.chance[1, ranks[1], m], own, out)


@jit
def _one_turn(
    them: Opponents, at: Places, ranks: Integers, window: Window, moved: Integers, out: Array
) -> None:
    """Write what comes if the first opponent scores: Q(1) without these scores' own values.

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
    """Write the ranks after one opponent has moved to a greater one; its group stays sorted.

    Parameters
    ----------
    at : places of the opponents' scores
    mover : the opponent that moves
    rank : of its score after the move
    ranks : int64[opponent], ranks of their scores before the move
    out : int64[opponent], written
    """
    out[:] = ranks
    index = mover
    while index < at.last[mover] and ranks[index + 1] < rank:
        out[index] = ranks[index + 1]
        index += 1
    out[index] = rank


@jit_inline
def _row(at: Places, ranks: Integers, window: Window) -> int:
    """The row of the window that these scores have.

    Parameters
    ----------
    at : places of the opponents' scores; those of the third and later ones from 0 on
    ranks : int64[opponent], ranks of their scores
    window : all sheets that turns lead to
    """
    return int(window.start[ranks[0], ranks[1]]) + place(at, 2, ranks)
