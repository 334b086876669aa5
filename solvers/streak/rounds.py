"""One round over all turns of a contest in which busts in a row cost points.

Let H(a, b, x, j) be what it is worth to hand over the turn with score x and a busts in a row behind one,
against j and b. One who has i and a busts banks x for H(0, b, x, j); a bust is worth H(a + 1, b, i, j), and
the last of a streak H(0, b, max(0, i - cost), j). Turns of greater i + j come first, and of one sum those of
greater a + b: then all of this is known but what comes after a streak or a wipe. That is read from where the
round before has left it.

A round begins with one table, and reads and writes that, where both seats are alike; or with two, of the
first seat and of the second. What a turn is worth is what it is not worth to the other, so that of two each
is read to write the other. Where all lies between a lower and an upper value there are twice as many tables,
the lower before the upper one, and each is read to write the one as far from the other end.

Beyond the goal, where a turn may end, the values of handing over are given: with equal turns the other has a
last turn there. Where the goal has won, they are 1 and not stored.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit
from solvers.rows import copy_row
from solvers.streak.rule import Rule
from solvers.turns.backward import LANES, hold_beyond
from solvers.turns.values import opening, sweep, workspace


class Contest(NamedTuple):
    """A contest as one seat has it, and memory for its sweeps.

    Attributes
    ----------
    tables : the turn
    goal : points to win
    rule : what busts in a row cost
    top : score from which on everybody holds: the goal, or more where points beyond it matter
    beyond : whether what holding from there on is worth is read from the table; else it is 1
    leads_on : whether a throw may gain nothing and lead on
    throws, positions : float64, rows of the turn kernel, from `values.workspace`
    hold : float64[x, lane], values of banking, where a throw may gain nothing
    bust : float64[lane], values of a bust
    """

    tables: TurnArrays
    goal: int
    rule: Rule
    top: int
    beyond: bool
    leads_on: bool
    throws: Array
    positions: Array
    hold: Array
    bust: Array


class Block(NamedTuple):
    """Turns that are lanes of one sweep.

    Attributes
    ----------
    own, other : busts in a row of the players about to move, and of the others
    banked, opponent : scores of the first lane; the opponent's rises by one from lane to lane
    falls : by how much the banked score falls from lane to lane
    lanes : how many there are
    """

    own: int
    other: int
    banked: int
    opponent: int
    falls: int
    lanes: int


def new_contest(
    turn: Turn, goal: int, rule: Rule, every_way: bool = False, held_from: int | None = None
) -> Contest:
    """A seat of a contest with nothing in its memory.

    Parameters
    ----------
    turn, goal, rule : the game
    every_way : whether more points may be worth less, as against somebody who looks at them
    held_from : score from which on this seat holds, where points beyond the goal matter; None where the goal
        has won
    """
    top, beyond = held_from or goal, held_from is not None
    compiled = tables(turn, None if beyond else goal, every_way)
    throws, positions = workspace(compiled, top, turn.longest_gain)
    leads_on = turn.may_gain_nothing
    hold, bust = np.zeros((top if leads_on else 0, LANES)), np.zeros(LANES)
    return Contest(compiled, goal, rule, top, beyond, leads_on, throws, positions, hold, bust)


def new_handed(count: int, goal: int, rule: Rule, far: int = 0) -> Array:
    """Room for so many tables H, all 0: float64[table, own busts, other's busts, score, opponent and LANES
    more], for the scores below the goal and so many from there on.
    """
    return np.zeros((count, rule.busts, rule.busts, goal + far, goal + LANES))


@jit
def solve_round(seats: tuple[Contest, ...], handed: Array) -> None:
    """Solve all turns once.

    Parameters
    ----------
    seats : of whose turns: one where both are alike, or the first and the second
    handed : float64[side, own busts, other's busts, score, opponent], for each seat one side, or a lower and
        an upper one; read and written
    """
    sides = handed.shape[0]
    most = seats[0].rule.busts - 1
    for s in range(2 * seats[0].goal - 2, -1, -1):
        for level in range(2 * most, -1, -1):
            for own in range(max(0, level - most), min(level, most) + 1):
                for side in range(sides):
                    seat = seats[side * len(seats) // sides]
                    solve_diagonal(seat, s, own, level - own, handed[side], handed[sides - 1 - side])


@jit
def solve_diagonal(contest: Contest, s: int, own: int, other: int, handed: Array, out: Array) -> None:
    """Solve the turns of equal i + j, of players with so many busts in a row.

    Parameters
    ----------
    contest : whose turns
    s : i + j
    own, other : busts in a row of the player about to move, and of the other
    handed : float64[own busts, other's busts, score, opponent], read
    out : the same or another of that shape, written
    """
    low = max(0, s - contest.goal + 1)
    high = min(s, contest.goal - 1)
    count = high - low + 1
    # The first block is the one with lanes left over, as all later ones have longer sweeps.
    start = 0
    end = (count - 1) % LANES + 1
    while start < count:
        sweep_block(contest, Block(own, other, high - start, low + start, 1, end - start), handed)
        for q in range(start, end):
            won = opening(contest.tables, contest.throws, high - q, q - start)
            out[other, own, low + q, high - q] = 1.0 - won
        start = end
        end = end + LANES


@jit
def sweep_block(contest: Contest, block: Block, handed: Array) -> None:
    """Sweep the turns that are lanes of one sweep.

    Parameters
    ----------
    contest : whose turns; its memory is written
    block : which of them
    handed : float64[own busts, other's busts, score, opponent]
    """
    top = contest.top
    busts, cost = contest.rule
    hold = handed[0, block.other]
    for lane in range(block.lanes):
        banked = block.banked - lane * block.falls
        if block.own + 1 < busts:
            contest.bust[lane] = handed[block.own + 1, block.other, banked, block.opponent + lane]
        else:
            contest.bust[lane] = hold[max(0, banked - cost), block.opponent + lane]
    ends = (contest.bust, hold[0, block.opponent :])
    bottom = block.banked - (block.lanes - 1) * block.falls
    if contest.beyond:
        hold_beyond(contest.tables, top, hold, block.opponent, contest.positions)
    if not contest.leads_on:
        sweep(contest.tables, hold, block.opponent, ends, (bottom, top), contest.throws, contest.positions)
        return
    for x in range(bottom, top):
        copy_row(hold[x, block.opponent : block.opponent + LANES], contest.hold[x])
    for lane in range(block.lanes):
        # To stop with nothing gained is a bust.
        contest.hold[block.banked - lane * block.falls, lane] = contest.bust[lane]
    sweep(contest.tables, contest.hold, 0, ends, (bottom, top), contest.throws, contest.positions)
