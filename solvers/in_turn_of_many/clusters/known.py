"""Known turns of the seats that play by rules: their values do not depend on the value of a bust."""

import numpy as np

from solvers.in_turn_of_many.clusters.board import CHOOSES, ContestArrays
from solvers.jit import jit
from solvers.turns.played import PlayedTurns
from solvers.turns.seats import LANES


@jit
def play_layer(contest: ContestArrays, turns: PlayedTurns, total: int) -> None:
    """Values of the known turns in a layer.

    Parameters
    ----------
    contest : its board's `worth` and `limits` are written
    turns : the known turns, with `row` of int64[seat, own score, best score of the others]
    total : total of the layer's scores
    """
    goal = contest.goal
    board = contest.board
    others = board.plays.size // len(contest.shape.seats)
    for row in range(board.plays.size):
        if board.plays[row] == CHOOSES:
            continue
        rest = total - board.others_total[row]
        best = 0
        digits = row % others
        while digits > 0:
            best = max(best, digits % goal)
            digits //= goal
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            mover = rest - following
            own = turns.row[board.plays[row], mover, max(best, following)]
            _play(contest, turns, own, mover, row, following)


@jit
def _play(contest: ContestArrays, turns: PlayedTurns, own: int, mover: int, row: int, following: int) -> None:
    """Value of a turn.

    Parameters
    ----------
    contest : its board's `worth` and `limits` of the state are written
    turns : the known turns
    own : index of the turns
    mover : the mover's score
    row, following : the state, by its row and the next player's score
    """
    board = contest.board
    hold = board.hold[row, following // LANES]
    lane = following % LANES
    seats = len(contest.shape.seats)
    for seat in range(seats):
        board.worth[row, seat, following] = 0.0
    board.worth[row, 0, following] = turns.wins[own]
    # Holding with nothing gained counts as a bust.
    board.worth[row, seats, following] = turns.bust[own] + turns.gain[own, 0]
    for gain in range(max(1, turns.span[own, 0]), turns.span[own, 1]):
        chance = turns.gain[own, gain]
        for seat in range(seats):
            board.worth[row, seat, following] += chance * hold[mover + gain, seat, lane]
    board.limits[row, 0, following] = -np.inf
    board.limits[row, 1, following] = np.inf
