"""One state of a contest of several in turn: its rotations, and what a turn from it is worth."""

from solvers.arrays import Array, Integers
from solvers.in_turn_of_many.clusters.board import CHOOSES, OPEN, SETTLED, Board, ContestArrays
from solvers.jit import jit, jit_inline
from solvers.turns.seats import LANES, hold_beyond, sweep

# What it is worth to stop with nothing gained: so nobody does.
NOTHING = -1.0


@jit
def open_layer(goal: int, total: int, rise: int, board: Board) -> None:
    """Open a layer: guess what busts are worth.

    Parameters
    ----------
    goal : points to win
    total : of the layer's scores
    rise : as of the contest
    board : its `hold` is read; its `bust` and `status` become those of the layer
    """
    players = board.hold.shape[3]
    board.status[:] = SETTLED
    for row in range(board.others_total.size):
        rest = total - board.others_total[row]
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            mover = rest - following
            worth = board.hold[row, following // LANES, :, 0, following % LANES]
            if board.apart:
                # Which equilibrium, if there are several, hangs on it.
                board.bust[row, following] = worth[mover + 1] if mover + 1 < worth.size else 1.0
            else:
                board.bust[row, following] = guessed(worth, mover, goal, rise, players)
            board.status[row, following] = OPEN
            if rise == 0 and board.plays[row] == CHOOSES:
                worth[mover] = NOTHING


@jit
def members(goal: int, total: int, row: int, following: int, board: Board, out: Integers) -> bool:
    """List the rotations of a state; returns whether the state comes first among them.

    Parameters
    ----------
    goal : points to win
    total : of all scores
    row, following : the state, by its row and the next player's score
    board : of any layer
    out : int64[rotation, 2], written: the rows and the next player's scores, from this state on
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
    """Best replies of the states of a block to what their busts are taken to be worth, LANES at a time.

    Parameters
    ----------
    contest : its `work` is written
    row, block : of the board, which states
    bust : float64[lane], what a bust is worth to the mover
    least : the least score of a mover
    """
    hold = contest.board.hold[row, block]
    top = contest.board.top[row]
    if hold.shape[0] > contest.goal:
        hold_beyond(contest.tables, top, hold, contest.shape, contest.work)
    sweep(contest.tables, hold, bust, (least, top), contest.shape, contest.work)


@jit
def read(contest: ContestArrays, mover: int, lane: int, row: int, column: int) -> None:
    """Copy what a sweep found for one state; its policy is what it does where a turn can come.

    Parameters
    ----------
    contest : its `work` is read, and its board's `worth` and `limits` are written
    mover : the mover's score
    lane : of the state
    row, column : of the state on the board
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
    """What a bust is worth, by a straight line from the scores that the mover comes to first.

    Parameters
    ----------
    worth : float64[x], of banking x to the mover
    mover : the mover's score
    goal : points to win
    rise : points by which a turn that scores raises the mover's score at least
    players : how many there are
    """
    if mover + 2 * rise < goal:
        return float(2.0 * worth[mover + rise] - worth[mover + 2 * rise])
    if mover + rise < goal:
        return float(worth[mover + rise])
    return 1.0 / players
