"""Solve the states of a part of a layer, over a table of the values of all layers above.

Clusters with similar scores are solved together, a thousand at a time: they need the same pages of the table,
which the process can release soon afterwards.

The table has the values, float64[mover, next, ..., last, seat]. A turn from (i, j, ..., l) that banks leads
to (j, ..., l, x): the values of banking in one state are contiguous, a *strip*, numbered by the scores (j,
..., l). Solving a part writes its own states only, and reads only what a turn can bank, at least `rise`
points above. So solving it again, or at the same time as parts of its layer or of a layer less than `rise`
above, writes the same bits.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.board import SETTLED, Board, ContestArrays, contest_arrays, no_rows
from solvers.in_turn_of_many.clusters.candidates import candidates
from solvers.in_turn_of_many.clusters.chances import chances
from solvers.in_turn_of_many.clusters.layers import Searched, Settle, no_records, record
from solvers.in_turn_of_many.clusters.pure_policies import choose
from solvers.jit import jit_allocating
from solvers.race_of_many.in_parts.iteration import iterate
from solvers.race_of_many.in_parts.layer import Part, scores_of, states_of
from solvers.turns.backward import rows
from solvers.turns.seats import LANES

# Number of clusters solved together, which share a box of scores.
NEAR = 1000
BOX = 10


class Solved(NamedTuple):
    """The result of a part.

    Attributes
    ----------
    value : float64[cluster, rotation, seat], win probability of each seat, the rotation's mover first
    searched : its clusters on which policy iteration does not end
    """

    value: Array
    searched: Searched


def no_part(turn: Turn, goal: int, players: int) -> ContestArrays:
    """Return work arrays for solving parts of a race one after the other; the board is empty.

    Parameters
    ----------
    turn : a game's turn with one opening, without wipes, in which busts score nothing
    goal : points to win
    players : number of players
    """
    return contest_arrays(turn, goal, _board(goal, players, 0))


def solve_part(race: ContestArrays, table: Array, part: Part, settle: Settle = choose) -> Solved:
    """Solve the states of a part, and write their values to the table.

    Parameters
    ----------
    race : from `no_part`; its `work` is written
    table : float64[strip, x, seat]; the values of all layers above are read, those of the part written
    part : the part
    settle : function that chooses policies for a cluster on which policy iteration cycles
    """
    goal, players = race.goal, table.shape[2]
    states = states_of(goal, players, part)
    race = race._replace(board=_board(goal, players, part.clusters))
    status = race.board.status[:, 0]
    value, values = np.zeros((*states.shape, players)), table.reshape(-1, players)
    for near in _neighbours(goal, states):
        iterate(race, table, states, near)
        _bank(race.board, states, near[status[near] == SETTLED], value, values)
    others = np.flatnonzero(status != SETTLED)
    searched = _search(race, table, states, others, part.total, settle)
    _bank(race.board, states, others, value, values)
    return Solved(value, searched)


def _neighbours(goal: int, states: Integers) -> list[Integers]:
    """Groups of clusters by index, int64[...] each: those in the same box of scores, several boxes at once.

    Parameters
    ----------
    goal : points to win
    states : int64[cluster, rotation]
    """
    boxes = -(-goal // BOX)
    box = np.zeros(len(states), np.int64)
    for scores in scores_of(goal, states).T:
        box = box * boxes + scores // BOX
    order = np.argsort(box, kind="stable")
    return [order[start : start + NEAR] for start in range(0, len(order), NEAR)]


def restore_part(table: Array, states: Integers, value: Array) -> None:
    """Write the results of a part to a table.

    Parameters
    ----------
    table : float64[strip, x, seat], written
    states : int64[cluster, rotation], states of the part
    value : float64[...], all values from `solve_part`
    """
    players = table.shape[2]
    table.reshape(-1, players)[states] = value.reshape(*states.shape, players)


def _board(goal: int, players: int, clusters: int) -> Board:
    """A board for a part: its `others` are clusters and its `next` their rotations, as `chances` expects.

    Its `hold` is a work array for the strips of one sweep.
    """
    return no_rows(clusters, players, goal, rows(1, 1, goal, players, LANES))


def _search(
    race: ContestArrays, table: Array, states: Integers, others: Integers, total: int, settle: Settle
) -> Searched:
    """Choose policies for the clusters on which policy iteration has not ended; return their records.

    Parameters
    ----------
    race : the values of the policies, and the movers' values of a bust, are written to its board
    table : float64[strip, x, seat], read
    states : int64[cluster, rotation]
    others : int64[...], indices of these clusters
    total : sum of scores of the layer
    settle : function that chooses a cluster's policies
    """
    board, players = race.board, states.shape[1]
    records, listed = no_records(players, len(others)), candidates(players)
    for count, one in enumerate(others.tolist()):
        alone, cluster = _alone(race, table, states[one], total)
        alone.board.bust[:, 0], alone.board.change[0, 0] = board.bust[one], board.change[one, 0]
        equilibria, gain = settle(alone, total, cluster, listed)
        board.worth[one] = alone.board.worth[cluster[:, 0], :, 0].T
        record(count, total, cluster, alone.board, board.change[one, 0], equilibria, gain, records)
    return records


def _alone(race: ContestArrays, table: Array, states: Integers, total: int) -> tuple[ContestArrays, Integers]:
    """A race with a board for one cluster, each state in the first lane, and the places of its rotations.

    Parameters
    ----------
    race : the race of the part
    table : float64[strip, x, seat], read
    states : int64[rotation]
    total : sum of scores of the layer
    """
    goal, players = race.goal, len(states)
    period = next((at for at in range(1, players) if states[at] == states[0]), players)
    board = no_rows(players, 1, goal, rows(players, 1, goal, players, LANES))
    board = board._replace(others_total=total - states // len(table))
    for rotation, state in enumerate(states.tolist()):
        board.hold[rotation, 0, :, :, 0] = np.roll(table[state % len(table)], 1, axis=1)
    cluster = np.stack([np.arange(players) % period, np.zeros(players, np.int64)], axis=1)
    return race._replace(board=board), cluster


@jit_allocating
def _bank(board: Board, states: Integers, some: Integers, out: Array, out_table: Array) -> None:
    """Compute the values of the policies to all seats.

    Parameters
    ----------
    board : its `worth` is read
    states : int64[cluster, rotation]
    some : int64[...], indices of the clusters
    out : float64[cluster, rotation, seat], written
    out_table : float64[state, seat], its rows of these states are written
    """
    players = states.shape[1]
    cluster = np.zeros((players, 2), np.int64)
    for rotation in range(players):
        cluster[rotation, 1] = rotation
    for one in some:
        cluster[:, 0] = one
        chances(board.worth, cluster, out[one])
        for rotation in range(players):
            for seat in range(players):
                out_table[states[one, rotation], seat] = out[one, rotation, seat]
