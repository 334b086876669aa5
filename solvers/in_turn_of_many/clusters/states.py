"""One state of a contest of several in turn: its rotations, and the value of its turn."""

from solvers.arrays import Array, Integers
from solvers.in_turn_of_many.clusters.board import CHOOSES, OPEN, SETTLED, Board, ContestArrays
from solvers.jit import jit, jit_inline
from solvers.turns.seats import LANES, hold_beyond, sweep

# Value of holding with nothing gained: low enough that no player does so.
NOTHING = -1.0


@jit
def open_layer(goal: int, total: int, rise: int, board: Board) -> None:
    """Open a layer: guess the values of busts.

    Parameters
    ----------
    goal : points to win
    total : total of the layer's scores
    rise : as in the contest
    board : its `hold` is read; its `bust` and `status` are written for the layer
    """
    players = board.hold.shape[3]
    board.status[:] = SETTLED
    for row in range(board.others_total.size):
        rest = total - board.others_total[row]
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            mover = rest - following
            worth = board.hold[row, following // LANES, :, 0, following % LANES]
            if board.apart:
                # If there are several equilibria, the guess decides which is found.
                board.bust[row, following] = worth[mover + 1] if mover + 1 < worth.size else 1.0
            else:
                board.bust[row, following] = guessed(worth, mover, goal, rise, players)
            board.status[row, following] = OPEN
            if rise == 0 and board.plays[row] == CHOOSES:
                worth[mover] = NOTHING


@jit
def members(goal: int, total: int, row: int, following: int, board: Board, out: Integers) -> bool:
    """List the rotations of a state; return whether the state is the first among them.

    Parameters
    ----------
    goal : points to win
    total : sum of all scores
    row, following : the state, by its row and the next player's score
    board : board of any layer
    out : int64[rotation, 2], written: rows and next players' scores, from this state on
    """
    here = row * goal + following
    two = board.others_total.size == 1
    first = True
    for rotation in range(out.shape[0]):
        out[rotation, 0] = row
        out[rotation, 1] = following
        first &= here <= row * goal + following
        mover = total - board.others_total[row] - following
        if two:
            following = mover
        else:
            following = board.rotates[0, row]
            row = board.rotates[1, row] + mover
    return first


@jit_inline
def reply(contest: ContestArrays, row: int, block: int, bust: Array, least: int) -> None:
    """Best responses of the states of a block for the assumed values of their busts, LANES at a time.

    Parameters
    ----------
    contest : its `work` is written
    row, block : the states on the board
    bust : float64[lane], value of a bust to the mover
    least : least score of a mover
    """
    hold = contest.board.hold[row, block]
    top = contest.board.top[row]
    if hold.shape[0] > contest.goal:
        hold_beyond(contest.tables, top, hold, contest.shape, contest.work)
    sweep(contest.tables, hold, bust, (least, top), contest.shape, contest.work)


@jit
def read(contest: ContestArrays, mover: int, lane: int, row: int, column: int) -> None:
    """Copy the results of a sweep for one state; its policy counts only where a turn can come.

    Parameters
    ----------
    contest : its `work` is read, and its board's `worth` and `limits` are written
    mover : the mover's score
    lane : lane of the state
    row, column : place of the state on the board
    """
    work = contest.work
    opening = mover * contest.tables.bust.size
    for seat in range(len(contest.shape.seats) + 1):
        contest.board.worth[row, seat, column] = work.throws[opening, seat * LANES + lane]
    reached = min(mover + contest.rise, contest.board.top[row])
    contest.board.limits[row, 0, column] = work.limits[reached, lane]
    contest.board.limits[row, 1, column] = work.limits[reached, LANES + lane]


@jit_inline
def guessed(worth: Array, mover: int, goal: int, rise: int, players: int) -> float:
    """Value of a bust, extrapolated linearly from the nearest greater scores of the mover.

    Parameters
    ----------
    worth : float64[x], value of banking x to the mover
    mover : the mover's score
    goal : points to win
    rise : least rise of the mover's score by a turn that scores
    players : number of players
    """
    if mover + 2 * rise < goal:
        return float(2.0 * worth[mover + rise] - worth[mover + 2 * rise])
    if mover + rise < goal:
        return float(worth[mover + rise])
    return 1.0 / players
