"""The states of a part of a layer, solved over a table of the values of all layers above it.

Clusters that lie near each other in all scores are solved together, a thousand at a time: they need the same
pages of the table, which a process may let go of soon after.

The table holds the values themselves, float64[mover, next, ..., last, seat]. A turn from (i, j, ..., l) that
banks leads to (j, ..., l, x): all values of one state's banking lie side by side, a *strip*, numbered by the
scores (j, ..., l). Of a part, only its own states are written, and only what a turn can bank counts, `rise`
points more at least: whoever does it a second time, or beside others that do parts of its layer or of a layer
less than `rise` above, writes the same bits.
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

# Clusters that are solved together, and the scores that a box has of each player.
NEAR = 1000
BOX = 10


class Solved(NamedTuple):
    """What came of a part.

    Attributes
    ----------
    value : float64[cluster, rotation, seat], chance of each seat to win, the rotation's mover first
    searched : its clusters on which policy iteration does not end
    """

    value: Array
    searched: Searched


def no_part(turn: Turn, goal: int, players: int) -> ContestArrays:
    """What parts of a race are solved with, one after the other; its board has room for none.

    Parameters
    ----------
    turn : any turn of one opening that does not wipe and scores nothing if it busts
    goal : points to win
    players : how many there are
    """
    return contest_arrays(turn, goal, _board(goal, players, 0))


def solve_part(race: ContestArrays, table: Array, part: Part, settle: Settle = choose) -> Solved:
    """Solve the states of a part, and write their values into the table.

    Parameters
    ----------
    race : from `no_part`; its `work` is written
    table : float64[strip, x, seat], the values of all layers above are read, those of the part written
    part : which clusters
    settle : gives a cluster that policy iteration goes round in its policies
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
    """Clusters by number, int64[...]: those in the same box of scores together, some boxes at a time.

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
    """Write what a part has left into a table.

    Parameters
    ----------
    table : float64[strip, x, seat], written
    states : int64[cluster, rotation], of the part
    value : float64[...], all that `solve_part` gave
    """
    players = table.shape[2]
    table.reshape(-1, players)[states] = value.reshape(*states.shape, players)


def _board(goal: int, players: int, clusters: int) -> Board:
    """A board of a part: its `others` are clusters and its `next` their rotations, as `chances` takes them.

    Its `hold` is room for the strips of one sweep.
    """
    return no_rows(clusters, players, goal, rows(1, 1, goal, players, LANES))


def _search(
    race: ContestArrays, table: Array, states: Integers, others: Integers, total: int, settle: Settle
) -> Searched:
    """Give the clusters on which policy iteration has not ended their policies; what is said of them.

    Parameters
    ----------
    race : what the policies are worth, and what movers take a bust to be worth, is written to its board
    table : float64[strip, x, seat], read
    states : int64[cluster, rotation]
    others : int64[...], these clusters
    total : of the layer's scores
    settle : gives a cluster its policies
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
    """A race with a board for one cluster, a state in the first lane of each, and where its rotations lie.

    Parameters
    ----------
    race : of the part
    table : float64[strip, x, seat], read
    states : int64[rotation]
    total : of the layer's scores
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
    """What the policies are worth to all seats.

    Parameters
    ----------
    board : its `worth` is read
    states : int64[cluster, rotation]
    some : int64[...], of which clusters
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
