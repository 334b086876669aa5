"""Policy iteration on a part of a layer, over a table of the values of all layers above it.

As `solvers.race_of_many.layers`, to the same bits: what a lane of the turn kernel computes does not depend on
the lanes beside it, and a cluster needs no other cluster of its layer. So here the states that are still open
share lanes in the order of their movers' scores, whatever clusters they are of, and a step sweeps no other.

The table holds the values themselves, float64[mover, next, ..., last, seat]. A turn from (i, j, ..., l) that
banks leads to (j, ..., l, x): all values of one state's banking lie side by side, a *strip*, numbered by the
scores (j, ..., l). Of a part, only its own states are written, and only what a turn can bank counts, `rise`
points more at least: whoever does it a second time, or beside others that do parts of its layer or of a layer
less than `rise` above, writes the same bits.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import Turn, tables
from solvers.jit import jit, jit_inline
from solvers.race_of_many.clusters import (
    OPEN,
    SETTLED,
    Board,
    RaceArrays,
    bust_values,
    chances,
    guessed,
    read,
)
from solvers.race_of_many.in_parts.layer import Part, states_of
from solvers.race_of_many.layers import MOST_STEPS, Searched, Settle, record, take_over
from solvers.race_of_many.pure_policies import candidates, choose
from solvers.race_of_many.solve import no_records
from solvers.turns.backward import rows
from solvers.turns.seats import LANES, shape, sweep, workspace


class Solved(NamedTuple):
    """What came of a part.

    Attributes
    ----------
    value : float64[cluster, rotation, seat], chance of each seat to win, the rotation's mover first
    searched : its clusters on which policy iteration does not end
    """

    value: Array
    searched: Searched


def no_part(turn: Turn, goal: int, players: int) -> RaceArrays:
    """What parts of a race are solved with, one after the other; its board has room for none.

    Parameters
    ----------
    turn : any turn of one opening that does not wipe and scores nothing if it busts
    goal : points to win
    players : how many there are
    """
    compiled, form = tables(turn), shape(turn, players)
    work = workspace(compiled, goal, turn.longest_gain, form)
    return RaceArrays(compiled, goal, turn.least_rise, form, _board(goal, players, 0), work)


def solve_part(race: RaceArrays, table: Array, part: Part, settle: Settle = choose) -> Solved:
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
    board = _board(goal, players, part.clusters)
    race = race._replace(board=board)
    _open(table, states, race.rise, board)
    order, lane_bust = np.zeros(states.size, np.int64), np.zeros(LANES)
    chance, bust = np.zeros((players, players)), np.zeros(players)
    steps, left = 0, 1
    while left > 0 and steps < MOST_STEPS:
        count = _order(goal, states, board, order)
        _sweep(race, table, states, order[:count], lane_bust)
        left = _improve(steps, board, chance, bust)
        steps += 1
    searched = _search(race, table, states, part.total, settle)
    value = np.zeros((*states.shape, players))
    _bank(board, states, value, table.reshape(-1, players))
    return Solved(value, searched)


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
    each = (clusters, players)
    return Board(
        hold=rows(1, 1, goal, players, LANES),
        worth=np.zeros((clusters, players + 1, players)),
        limits=np.zeros((clusters, 2, players)),
        bust=np.zeros(each),
        mark=np.zeros(each),
        change=np.zeros(each),
        status=np.full(each, OPEN, np.int8),
        others_total=np.zeros(1, np.int64),
        rotates=np.zeros((2, 1), np.int64),
    )


def _search(race: RaceArrays, table: Array, states: Integers, total: int, settle: Settle) -> Searched:
    """Give the clusters on which policy iteration has not ended their policies; what is said of them.

    Parameters
    ----------
    race : what the policies are worth, and what movers take a bust to be worth, is written to its board
    table : float64[strip, x, seat], read
    states : int64[cluster, rotation]
    total : of the layer's scores
    settle : gives a cluster its policies
    """
    board, players = race.board, states.shape[1]
    open_ones = np.flatnonzero(board.status[:, 0] != SETTLED)
    records, listed = no_records(players, len(open_ones)), candidates(players)
    for count, one in enumerate(open_ones.tolist()):
        alone, cluster = _alone(race, table, states[one], total)
        alone.board.bust[:, 0], alone.board.change[0, 0] = board.bust[one], board.change[one, 0]
        equilibria, gain = settle(alone, total, cluster, listed)
        board.worth[one] = alone.board.worth[cluster[:, 0], :, 0].T
        record(count, total, cluster, alone.board, board.change[one, 0], equilibria, gain, records)
    return records


def _alone(race: RaceArrays, table: Array, states: Integers, total: int) -> tuple[RaceArrays, Integers]:
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
    board = Board(
        hold=rows(players, 1, goal, players, LANES),
        worth=np.zeros((players, players + 1, 1)),
        limits=np.zeros((players, 2, 1)),
        bust=np.zeros((players, 1)),
        mark=np.zeros((players, 1)),
        change=np.zeros((players, 1)),
        status=np.full((players, 1), OPEN, np.int8),
        others_total=total - states // len(table),
        rotates=np.zeros((2, players), np.int64),
    )
    for rotation, state in enumerate(states.tolist()):
        board.hold[rotation, 0, :, :, 0] = np.roll(table[state % len(table)], 1, axis=1)
    cluster = np.stack([np.arange(players) % period, np.zeros(players, np.int64)], axis=1)
    return race._replace(board=board), cluster


@jit
def _open(table: Array, states: Integers, rise: int, board: Board) -> None:
    """Guess what busts are worth.

    Parameters
    ----------
    table : float64[strip, x, seat], read
    states : int64[cluster, rotation]
    rise : points by which a turn that scores raises the mover's score at least
    board : its `bust` is written
    """
    strips, goal, players = table.shape
    for cluster in range(states.shape[0]):
        for rotation in range(players):
            worth = table[states[cluster, rotation] % strips, :, players - 1]
            mover = states[cluster, rotation] // strips
            board.bust[cluster, rotation] = guessed(worth, mover, goal, rise, players)


@jit
def _order(goal: int, states: Integers, board: Board, out: Integers) -> int:
    """The open states in the order of their movers' scores; returns how many there are.

    Parameters
    ----------
    goal : points to win
    states : int64[cluster, rotation]
    board : its `status` is read
    out : int64[...], becomes cluster * players + rotation
    """
    clusters, players = states.shape
    top = goal ** (players - 1)
    place = np.zeros(goal + 1, np.int64)
    count = 0
    for cluster in range(clusters):
        if board.status[cluster, 0] == OPEN:
            for rotation in range(players):
                place[states[cluster, rotation] // top + 1] += 1
    for mover in range(goal):
        place[mover + 1] += place[mover]
    for cluster in range(clusters):
        if board.status[cluster, 0] == OPEN:
            for rotation in range(players):
                mover = states[cluster, rotation] // top
                out[place[mover]] = cluster * players + rotation
                place[mover] += 1
                count += 1
    return count


@jit
def _sweep(race: RaceArrays, table: Array, states: Integers, order: Integers, bust: Array) -> None:
    """Best policies of states for what their busts are taken to be worth, LANES at a time.

    Parameters
    ----------
    race : its `work` is written, and what the policies are worth to its board
    table : float64[strip, x, seat], read
    states : int64[cluster, rotation]
    order : int64[...], of the states to sweep cluster * players + rotation, their movers' scores rising
    bust : float64[lane], written
    """
    strips, goal, players = table.shape
    board = race.board
    hold = board.hold[0, 0]
    for start in range(0, order.size, LANES):
        count = min(LANES, order.size - start)
        for lane in range(count):
            cluster = order[start + lane] // players
            rotation = order[start + lane] % players
            state = states[cluster, rotation]
            _gather(table[state % strips], state // strips + race.rise, lane, hold)
            bust[lane] = board.bust[cluster, rotation]
        least = states[order[start] // players, order[start] % players] // strips
        sweep(race.tables, hold, bust, (least, goal), race.shape, race.work)
        for lane in range(count):
            cluster = order[start + lane] // players
            rotation = order[start + lane] % players
            read(race, states[cluster, rotation] // strips, lane, cluster, rotation)


@jit_inline
def _gather(strip: Array, first: int, lane: int, hold: Array) -> None:
    """Copy what banking is worth in one state into its lane, for who banks first and then in turn.

    Parameters
    ----------
    strip : float64[x, seat], of the table
    first : least x that can be banked
    lane : of the state
    hold : float64[x, seat, lane], its lane is written from `first` on
    """
    goal, players = strip.shape
    for x in range(first, goal):
        hold[x, 0, lane] = strip[x, players - 1]
        for seat in range(1, players):
            hold[x, seat, lane] = strip[x, seat - 1]


@jit
def _improve(steps: int, board: Board, chance: Array, bust: Array) -> int:
    """What the busts are worth under the policies found; returns how many clusters are open still.

    Parameters
    ----------
    steps : of policy iteration before this one
    board : its `worth` and `limits` are read; `bust`, `mark`, `change` and `status` are written
    chance : float64[rotation, seat], written
    bust : float64[rotation], written
    """
    left = 0
    marks = steps & (steps - 1) == 0
    cluster = np.zeros((bust.size, 2), np.int64)
    cluster[:, 1] = np.arange(bust.size)
    for one in range(board.status.shape[0]):
        if board.status[one, 0] == OPEN:
            cluster[:, 0] = one
            bust_values(board.worth, cluster, chance, bust)
            status = take_over(marks, board, cluster, bust)
            left += status == OPEN
            board.status[one] = status
    return left


@jit
def _bank(board: Board, states: Integers, out: Array, out_table: Array) -> None:
    """What the policies are worth to all seats.

    Parameters
    ----------
    board : its `worth` is read
    states : int64[cluster, rotation]
    out : float64[cluster, rotation, seat], written
    out_table : float64[state, seat], its rows of these states are written
    """
    players = states.shape[1]
    cluster = np.zeros((players, 2), np.int64)
    cluster[:, 1] = np.arange(players)
    for one in range(states.shape[0]):
        cluster[:, 0] = one
        chances(board.worth, cluster, out[one])
        for rotation in range(players):
            for seat in range(players):
                out_table[states[one, rotation], seat] = out[one, rotation, seat]
