"""Clusters of a contest of n players in turn: states with the same scores, which lead to each other by busts.

A state is the scores of the mover, of the *next* player, and of the *others* in order; the others' scores are
the digits of one number. A bust gives the turn to the next player: (i, j, k) becomes (j, k, i), the next
*rotation*. In a race of players who all choose, all seats are alike: a state is the same whoever moves, and
its data are in one *row* by the others' scores. If the seats are *apart*, as with equal turns, or if a rule
plays in one of them, each seat has rows of its own.

The contest gives as data the value of handing over from the goal on (`Board.hold`), the score from which on a
seat holds, and the seats that play by rules.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.turns.backward import rows
from solvers.turns.seats import LANES, Shape, Work, shape, workspace

SETTLED, OPEN, CYCLING = 0, 1, 2
# For a seat that chooses, in place of the index of its known turns.
CHOOSES = -1


class Board(NamedTuple):
    """The data of the states.

    All arrays but `hold` and the last five belong to the current *layer*, the states with one total of
    scores: there the others' scores and the next player's determine the mover's.

    Attributes
    ----------
    hold : float64[row, block, x, seat, lane], value of handing over to a player with block LANES + lane
        points after banking x: to the player who banks, to the one moving next, and so on; on entry the
        values from the goal on, if turns go on there
    worth : float64[row, seat + 1, next], value of a turn without its bust; last the chance to bust
    limits : float64[row, 2, next], values of the bust between which the policy does not change
    bust : float64[row, next], assumed value of a bust to the mover
    mark : float64[row, next], an earlier `bust`, to detect a repetition
    change : float64[row, next], largest change of `bust` since the mark; for the first rotation of a cluster
    status : int8[row, next], SETTLED, OPEN or CYCLING
    others_total : int64[row], sum of the others' scores
    rotates : int64[2, row], where a bust leads: the next player's score, and the row without the last of the
        others' scores
    top : int64[row], score from which on the mover holds
    apart : whether seats are apart
    plays : int64[row], index of the known turns that the mover plays, or CHOOSES
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
    """A contest that is being solved, for the kernels.

    Attributes
    ----------
    tables : the turn
    goal : points to win
    rise : least rise of the mover's score by a turn that scores; 0 if a throw may gain nothing and lead on
    shape : number of seats, and number of ways
    board : the data of the states
    work : buffers of the turn kernel
    """

    tables: TurnArrays
    goal: int
    rise: int
    shape: Shape
    board: Board
    work: Work


def contest_arrays(turn: Turn, goal: int, board: Board) -> ContestArrays:
    """A contest to be solved.

    Parameters
    ----------
    turn : a turn with one opening, without wipes, and with nothing for a bust
    goal : points to win
    board : the data of its states
    """
    compiled, form = tables(turn), shape(turn, board.hold.shape[3])
    top = max(goal, int(board.top.max(initial=0)))
    work = workspace(compiled, top, turn.longest_gain, form)
    return ContestArrays(compiled, goal, turn.least_rise, form, board, work)


def no_rows(count: int, lanes: int, goal: int, hold: Array) -> Board:
    """An empty board with a number of rows.

    Parameters
    ----------
    count : number of rows
    lanes : number of scores of the next player
    goal : points to win
    hold : float64[..., seat, lane], as in `Board`
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
    """An empty board of a race in which all players choose.

    Parameters
    ----------
    goal : points to win
    players : number of players
    """
    return _of_all_scores(goal, goal, [goal], [CHOOSES], players)


def board_by_seat(goal: int, tops: Sequence[int], far: int, plays: Sequence[int] = ()) -> Board:
    """An empty board of three or more players whose seats are apart.

    Parameters
    ----------
    goal : points to win
    tops : for each seat the score from which on it holds
    far : end of the scores for which values of handing over are given
    plays : for each seat the index of its known turns, or CHOOSES; empty if all choose
    """
    return _of_all_scores(goal, far, tops, plays or [CHOOSES] * len(tops), len(tops))


def _of_all_scores(goal: int, far: int, tops: Sequence[int], plays: Sequence[int], players: int) -> Board:
    """A board with a row for each combination of the others' scores, and for each seat if seats are apart."""
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
    """Chance of each seat to win, float64[mover, next, ..., seat], from the values of holding."""
    return np.roll(_handed_on(board)[0], -1, axis=-1)


def values_by_seat(board: Board) -> Array:
    """Chance of each seat to win if seats are apart, float64[mover, first, second, ..., seat]."""
    handed = _handed_on(board)
    players = len(handed)

    def of(mover: int) -> Array:
        """From scores in the order of moving, and seats in that order from the one that handed over."""
        before = (mover - 1) % players
        order = [(mover + ahead) % players for ahead in range(players)]
        return np.roll(np.moveaxis(handed[before], range(players), order), before, axis=-1)

    return np.stack([of(mover) for mover in range(players)])


def hand_on_beyond(board: Board, seat: int, worth: Array) -> None:
    """Write the values of handing over from the goal on.

    Parameters
    ----------
    board : a board of three players whose seats are apart; its `hold` is written
    seat : the seat that hands over
    worth : float64[other, next, x - goal, seat], by the scores of the others; the last axis is the seat that
        hands over, the one moving next, and the one after
    """
    others, goal, beyond, players = worth.shape
    _, blocks, _, _, lanes = board.hold.shape
    every = np.zeros((others, blocks * lanes, beyond, players))
    every[:, :goal] = worth
    by_block = every.reshape(others, blocks, lanes, beyond, players).transpose(0, 1, 3, 4, 2)
    board.hold[seat * others : (seat + 1) * others, :, goal:] = by_block


def own_worth(board: Board, seat: int) -> Array:
    """Values of handing over to the seat that does so, of three seats that are apart, float64[others, x].

    Parameters
    ----------
    board : a board with all layers solved
    seat : the seat; the others' scores are digits of one number, the next player's first
    """
    others, (_, blocks, x, _, lanes) = len(board.hold) // board.hold.shape[3], board.hold.shape
    own = board.hold[seat * others : (seat + 1) * others, :, :, 0]
    by_next = own.transpose(1, 3, 0, 2).reshape(blocks * lanes, others, x)
    return by_next[: board.bust.shape[1]].reshape(-1, x)


def _handed_on(board: Board) -> Array:
    """Values of handing over below the goal, float64[seat, next, ..., x, seat]."""
    count, blocks, _, players, _ = board.hold.shape
    goal = board.bust.shape[1]
    others = goal ** (players - 2)
    by_seat = board.hold[:, :, :goal].reshape(count // others, others, blocks, goal, players, LANES)
    by_state = by_seat.transpose(0, 2, 5, 1, 3, 4).reshape(-1, blocks * LANES, others, goal, players)
    return by_state[:, :goal].reshape((-1,) + (goal,) * players + (players,))
