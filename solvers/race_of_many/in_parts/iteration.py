"""Policy iteration on some clusters of a layer, over a table of the values of all layers above.

It gives the same bits as `in_turn_of_many.clusters.layers`: a lane of the turn kernel does not depend on
other lanes, and a cluster does not depend on other clusters of its layer. Here all states that have not
converged share lanes, ordered by their movers' scores, and a step sweeps only these.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.in_turn_of_many.clusters.board import OPEN, Board, ContestArrays
from solvers.in_turn_of_many.clusters.chances import bust_values
from solvers.in_turn_of_many.clusters.layers import MOST_STEPS, take_over
from solvers.in_turn_of_many.clusters.states import guessed, read
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.turns.seats import LANES, sweep


def iterate(race: ContestArrays, table: Array, states: Integers, near: Integers) -> None:
    """Run policy iteration on some clusters.

    Parameters
    ----------
    race : its board gets the results; its `work` is written
    table : float64[strip, x, seat], read
    states : int64[cluster, rotation]
    near : int64[...], indices of the clusters
    """
    goal, players, board = race.goal, states.shape[1], race.board
    _open(table, states, near, race.rise, board)
    order, lane_bust = np.zeros(near.size * players, np.int64), np.zeros(LANES)
    chance, bust = np.zeros((players, players)), np.zeros(players)
    steps, left = 0, 1
    while left > 0 and steps < MOST_STEPS:
        count = _order(goal, states, near, board, order)
        _sweep(race, table, states, order[:count], lane_bust)
        left = _improve(steps, near, board, chance, bust)
        steps += 1


@jit
def _open(table: Array, states: Integers, near: Integers, rise: int, board: Board) -> None:
    """Guess the values of busts.

    Parameters
    ----------
    table : float64[strip, x, seat], read
    states : int64[cluster, rotation]
    near : int64[...], indices of the clusters
    rise : least points of a turn that scores
    board : its `bust` is written
    """
    strips, goal, players = table.shape
    for cluster in near:
        for rotation in range(players):
            worth = table[states[cluster, rotation] % strips, :, players - 1]
            mover = states[cluster, rotation] // strips
            board.bust[cluster, rotation] = guessed(worth, mover, goal, rise, players)


@jit_allocating
def _order(goal: int, states: Integers, near: Integers, board: Board, out: Integers) -> int:
    """List the states that have not converged, ordered by their movers' scores; return their number.

    Parameters
    ----------
    goal : points to win
    states : int64[cluster, rotation]
    near : int64[...], indices of the clusters
    board : its `status` is read
    out : int64[...], written with cluster * players + rotation
    """
    players = states.shape[1]
    top = goal ** (players - 1)
    place = np.zeros(goal + 1, np.int64)
    count = 0
    for cluster in near:
        if board.status[cluster, 0] == OPEN:
            for rotation in range(players):
                place[states[cluster, rotation] // top + 1] += 1
    for mover in range(goal):
        place[mover + 1] += place[mover]
    for cluster in near:
        if board.status[cluster, 0] == OPEN:
            for rotation in range(players):
                mover = states[cluster, rotation] // top
                out[place[mover]] = cluster * players + rotation
                place[mover] += 1
                count += 1
    return count


@jit
def _sweep(race: ContestArrays, table: Array, states: Integers, order: Integers, bust: Array) -> None:
    """Compute the best policies of states for guessed values of busts, LANES at a time.

    Parameters
    ----------
    race : its `work` is written, and the values of the policies are written to its board
    table : float64[strip, x, seat], read
    states : int64[cluster, rotation]
    order : int64[...], cluster * players + rotation of the states to sweep, their movers' scores rising
    bust : float64[lane], work array
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
    """Copy the values of banking in one state into its lane, for the mover and then the others in turn.

    Parameters
    ----------
    strip : float64[x, seat], of the table
    first : least x that can be banked
    lane : lane of the state
    hold : float64[x, seat, lane], its lane is written from `first` on
    """
    goal, players = strip.shape
    for x in range(first, goal):
        hold[x, 0, lane] = strip[x, players - 1]
        for seat in range(1, players):
            hold[x, seat, lane] = strip[x, seat - 1]


@jit_allocating
def _improve(steps: int, near: Integers, board: Board, chance: Array, bust: Array) -> int:
    """Compute the values of busts under the policies; return the number of clusters that have not converged.

    Parameters
    ----------
    steps : number of earlier steps of policy iteration
    near : int64[...], indices of the clusters
    board : its `worth` and `limits` are read; `bust`, `mark`, `change` and `status` are written
    chance : float64[rotation, seat], work array
    bust : float64[rotation], work array
    """
    left = 0
    marks = steps & (steps - 1) == 0
    cluster = np.zeros((bust.size, 2), np.int64)
    for rotation in range(bust.size):
        cluster[rotation, 1] = rotation
    for one in near:
        if board.status[one, 0] == OPEN:
            cluster[:, 0] = one
            bust_values(board.worth, cluster, chance, bust)
            status = take_over(marks, board, cluster, bust)
            left += status == OPEN
            board.status[one] = status
    return left
