"""Expectations over the opponents' turns, one opponent after the other.

V is the value, and Q(j) its expectation over the turns of the first j opponents, while those behind them keep
their scores:

    Q(0) = V,   Q(j)(a, z) = nothing(a) Q(j - 1)(a, z) + sum over y of P(the j-th gains y) Q(j - 1)(a + y, z),

where a is the j-th opponent's score and z are those behind it. For fixed scores of the first j opponents,
Q(j) is a table over z alone, and of Q(j - 1) only the part for the current scores is needed. So each state
takes a few multiplications per opponent and outcome, while a sum over all combinations of outcomes takes 7^4
terms for each state of five players.

While a row is being solved its own values are unknown, and count as 0. Their contribution, weighted by the
chance that the first j gain nothing, is added by `settle` afterwards. Scores of equal opponents are sorted,
so the j-th may move past those behind it. It can stay in the row only if all opponents from it to the last
are equal and at the row's lowest score; the row itself corrects for that.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.at_once.opponents import Opponents
from solvers.at_once.sorted_scores import Places, place, place_of_moved
from solvers.jit import jit, jit_inline


@jit
def first_turns(them: Opponents, at: Places, first: int, ranks: Integers, table: Array) -> None:
    """Write Q(j) at these scores for all j from the first one's turn to that of the last but one.

    Contributions of the row's own values are left out.

    Parameters
    ----------
    them : all opponents
    at : places of their scores
    first : the first opponent whose turn is taken; earlier turns are in the table
    ranks : int64[opponent], ranks of their scores
    table : float64[place, banked], V and all Q(j) one after the other; Q(j) begins at the start of opponent j
    """
    for mover in range(first, ranks.size - 1):
        out = table[place(at, mover + 1, ranks)]
        if mover == 0:
            out[:] = 0.0
        else:
            scale(them.nothing[mover, ranks[mover]], table[place(at, mover, ranks)], out)
        _moves(them, at, mover, ranks, table, out)


@jit
def last_turn(them: Opponents, at: Places, ranks: Integers, table: Array, out: Array) -> None:
    """Write Q(all) at these scores, without the row's own values.

    Parameters
    ----------
    them : all opponents
    at : places of their scores
    ranks : int64[opponent], ranks of their scores
    table : float64[place, banked], V and all Q(j) one after the other
    out : float64[banked], written: Q(all)
    """
    last = ranks.size - 1
    if last == 0:
        out[:] = 0.0
    else:
        scale(them.nothing[last, ranks[last]], table[place(at, last, ranks)], out)
        _moves(them, at, last, ranks, table, out)


@jit
def settle(them: Opponents, at: Places, first: int, ranks: Integers, value: Array, table: Array) -> None:
    """Add the contributions of the row's own values to Q(j), for all j from the first opponent's turn on.

    A Q(j) that lacks the contribution of an equal opponent's move within the row is the last of its table,
    and is not read again.

    Parameters
    ----------
    them : all opponents
    at : places of their scores
    first : the first opponent whose turn's table is completed
    ranks : int64[opponent], ranks of their scores
    value : float64[banked], V at these scores
    table : float64[place, banked], V and all Q(j) one after the other; written at these scores
    """
    nothing = 1.0
    for mover in range(ranks.size - 1):
        nothing *= them.nothing[mover, ranks[mover]]
        if mover >= first:
            add(nothing, value, table[place(at, mover + 1, ranks)])


@jit_inline
def _moves(them: Opponents, at: Places, mover: int, ranks: Integers, table: Array, out: Array) -> None:
    """Add the case that one opponent scores; if it reaches the goal, a mover below the goal has lost.

    Parameters
    ----------
    them : all opponents
    at : places of their scores
    mover : the opponent whose turn it is
    ranks : int64[opponent], ranks of their scores
    table : float64[place, banked], V and all Q(j) one after the other; Q before this turn is read
    out : float64[banked], added to
    """
    rank = ranks[mover]
    for m in range(them.chance.shape[2]):
        there = them.there[mover, rank, m]
        if there >= 0:
            add(them.chance[mover, rank, m], table[place_of_moved(at, mover, there, ranks)], out)


@jit_inline
def scale(chance: float, values: Array, out: Array) -> None:
    """Write chance times values.

    Parameters
    ----------
    chance : probability of these values
    values : float64[banked]
    out : float64[banked], written
    """
    for t in range(np.uint64(out.size)):
        out[t] = chance * values[t]


@jit_inline
def add(chance: float, values: Array, out: Array) -> None:
    """Add chance times values.

    Parameters
    ----------
    chance : probability of these values
    values : float64[banked]
    out : float64[banked], added to
    """
    for t in range(np.uint64(out.size)):
        out[t] += chance * values[t]
