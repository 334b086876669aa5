"""Clusters of a contest of n players in turn: the standings of the same scores, which busts lead to and from.

A state is the scores of the mover, of the *next* player, and of the *others* in their order, the others read
as the digits of one number. A bust gives the turn to the next player: (i, j, k) becomes (j, k, i), the next
*rotation*. In a race of players who all choose, all seats are alike: a state is the same whoever moves, and
all that is known of it is in one *row* by the others' scores. Where the seats are *apart*, as with equal
turns, or where a rule plays in one of them, there are as many rows for each seat that may move.

The contest says as data what handing on the turn is worth from the goal on (`Board.hold`), from which score
on a seat holds, and which seats play by rules.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.turns.backward import rows
from solvers.turns.seats import LANES, Shape, Work, shape, workspace

SETTLED, OPEN, CYCLING = 0, 1, 2
# In place of the index of its turns, for a seat that chooses.
CHOOSES = -1


class Board(NamedTuple):
    """What is known of the states.

    All arrays but `hold` and the last five are of one *layer*, the states of one total of scores, which is
    being solved: there the others' scores and the next player's give the mover's.

    Attributes
    ----------
    hold : float64[row, block, x, seat, lane], what it is worth to hand the turn to a player with block LANES
        + lane points, x being the score banked: to who banks it, to the player moving next, and so on; comes
        with what it is worth from the goal on, if turns go on there
    worth : float64[row, seat + 1, next], what a turn is worth, the bust left out; last its chance to bust
    limits : float64[row, 2, next], between which values of the bust the policy stays as it is
    bust : float64[row, next], what a bust is taken to be worth to the mover
    mark : float64[row, next], an earlier `bust`, to see whether it comes again
    change : float64[row, next], largest change of `bust` since the mark; of the first rotation of a cluster
    status : int8[row, next], SETTLED, OPEN or CYCLING
    others_total : int64[row], sum of the others' scores
    rotates : int64[2, row], where a bust leads: the next player's score, and the row but for the last of the
        others' scores
    top : int64[row], the score from which on the mover holds
    apart : whether seats are
    plays : int64[row], which of the turns that are known the mover plays, or CHOOSES
    """

    hold: Array
    worth: Array
    limits: Array
    bust: Array
    mark: Array
    change: Array
    status: Flags
    others_total: Integers
    rotates: Integers
    top: Integers
    apart: bool
    plays: Integers


class ContestArrays(NamedTuple):
    """A contest that is being solved, for the kernels: what they read, and where they write.

    Attributes
    ----------
    tables : the turn
    goal : points to win
    rise : points by which a turn that scores raises the mover's score at least; 0 if it may gain nothing, and
        lead on
    shape : how many seats there are, and how many ways on
    board : what is known of the states
    work : what a sweep of the turn kernel writes
    """

    tables: TurnArrays
    goal: int
    rise: int
    shape: Shape
    board: Board
    work: Work


def contest_arrays(turn: Turn, goal: int, board: Board) -> ContestArrays:
    """A contest that is to be solved.

    Parameters
    ----------
    turn : any turn of one opening that does not wipe and scores nothing if it busts
    goal : points to win
    board : what is known of its states
    """
    compiled, form = tables(turn), shape(turn, board.hold.shape[3])
    top = max(goal, int(board.top.max(initial=0)))
    work = workspace(compiled, top, turn.longest_gain, form)
    return ContestArrays(compiled, goal, turn.least_rise, form, board, work)


def no_rows(count: int, lanes: int, goal: int, hold: Array) -> Board:
    """A board with so many rows, of which nothing is said.

    Parameters
    ----------
    count : how many rows
    lanes : how many scores of the next player there are
    goal : points to win
    hold : float64[..., seat, lane], as of the board
    """
    layer, players = (count, lanes), hold.shape[-2]
    return Board(
        hold=hold,
        worth=np.zeros((count, players + 1, lanes)),
        limits=np.zeros((count, 2, lanes)),
        bust=np.zeros(layer),
        mark=np.zeros(layer),
        change=np.zeros(layer),
        status=np.full(layer, OPEN, np.int8),
        others_total=np.zeros(count, np.int64),
        rotates=np.zeros((2, count), np.int64),
        top=np.full(count, goal),
        apart=False,
        plays=np.full(count, CHOOSES),
    )


def race_board(goal: int, players: int) -> Board:
    """An empty board of a race in which all choose.

    Parameters
    ----------
    goal : points to win
    players : how many there are
    """
    return _of_all_scores(goal, goal, [goal], [CHOOSES], players)


def board_by_seat(goal: int, tops: Sequence[int], far: int, plays: Sequence[int] = ()) -> Board:
    """An empty board of three and more, whose seats are apart.

    Parameters
    ----------
    goal : points to win
    tops : of each seat the score from which on it holds
    far : scores below which it is told what handing on the turn is worth
    plays : of each seat which of the turns that are known it plays, or CHOOSES; empty if all choose
    """
    return _of_all_scores(goal, far, tops, plays or [CHOOSES] * len(tops), len(tops))


def _of_all_scores(goal: int, far: int, tops: Sequence[int], plays: Sequence[int], players: int) -> Board:
    """A board with a row for each number of the others' scores, and each of the seats that are apart."""
    others, seats = goal ** (players - 2), len(tops)
    digits = np.indices((goal,) * (players - 2)).reshape(players - 2, others)
    seat, number = np.divmod(np.arange(seats * others), others)
    rest = max(others // goal, 1)
    last = number % rest * goal * (others > 1)
    hold = rows(seats * others, -(-goal // LANES), far, players, LANES)
    return no_rows(seats * others, goal, goal, hold)._replace(
        others_total=np.tile(digits.sum(axis=0, dtype=np.int64), seats),
        rotates=np.array([number // rest, (seat + 1) % seats * others + last]),
        top=np.repeat(np.array(tops), others),
        apart=seats > 1,
        plays=np.repeat(np.array(plays), others),
    )


def race_values(board: Board) -> Array:
    """Chance of each seat to win, float64[mover, next, ..., seat], read off the values of holding."""
    return np.roll(_handed_on(board)[0], -1, axis=-1)


def values_by_seat(board: Board) -> Array:
    """Chance of each seat to win where seats are apart, float64[mover, first, second, ..., seat]."""
    handed = _handed_on(board)
    players = len(handed)

    def of(mover: int) -> Array:
        """Comes by the scores of who moves now, of who moves next and so on, and by who handed on first."""
        before = (mover - 1) % players
        order = [(mover + ahead) % players for ahead in range(players)]
        return np.roll(np.moveaxis(handed[before], range(players), order), before, axis=-1)

    return np.stack([of(mover) for mover in range(players)])


def hand_on_beyond(board: Board, seat: int, worth: Array) -> None:
    """Say what it is worth to hand on the turn from the goal on.

    Parameters
    ----------
    board : of three whose seats are apart; its `hold` is written
    seat : who hands on
    worth : float64[other, next, x - goal, seat], by the scores of the others; last to who hands on, to the
        player moving next, and to the one after
    """
    others, goal, beyond, players = worth.shape
    _, blocks, _, _, lanes = board.hold.shape
    every = np.zeros((others, blocks * lanes, beyond, players))
    every[:, :goal] = worth
    by_block = every.reshape(others, blocks, lanes, beyond, players).transpose(0, 1, 3, 4, 2)
    board.hold[seat * others : (seat + 1) * others, :, goal:] = by_block


def own_worth(board: Board, seat: int) -> Array:
    """What it is worth to one of three to hand on the turn, its seat being apart: float64[others, x].

    Parameters
    ----------
    board : of all layers solved
    seat : who hands on; the others' scores are digits of one number, the next player's first
    """
    others, (_, blocks, x, _, lanes) = len(board.hold) // board.hold.shape[3], board.hold.shape
    own = board.hold[seat * others : (seat + 1) * others, :, :, 0]
    by_next = own.transpose(1, 3, 0, 2).reshape(blocks * lanes, others, x)
    return by_next[: board.bust.shape[1]].reshape(-1, x)


def _handed_on(board: Board) -> Array:
    """What it is worth to hand on the turn below the goal, float64[seat, next, ..., x, seat]."""
    count, blocks, _, players, _ = board.hold.shape
    goal = board.bust.shape[1]
    others = goal ** (players - 2)
    by_seat = board.hold[:, :, :goal].reshape(count // others, others, blocks, goal, players, LANES)
    by_state = by_seat.transpose(0, 2, 5, 1, 3, 4).reshape(-1, blocks * LANES, others, goal, players)
    return by_state[:, :goal].reshape((-1,) + (goal,) * players + (players,))
