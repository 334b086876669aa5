"""Clusters of the race of n players: the rotations of the same scores, which busts lead to and from.

A state is the scores of the mover, of the *next* player, and of the *others* in their order, the others read
as the digits of one number. A bust gives the turn to the next player: (i, j, k) becomes (j, k, i). Given a
policy for each rotation, with what a turn is worth to a seat (`worth[seat]`, the bust left out) and its
chance to bust,

    V_r[seat] = worth_r[seat] + busts_r V_{r+1}[seat - 1],

so that going once round, V_r[seat] = sum over t of busts_r ... busts_{r+t-1} worth_{r+t}[seat - t], over 1 -
the product of all busts. All terms are positive, and so are those of 1 - product, as 1 - busts_r is the sum
of worth_r: no digits are lost, however small a chance is.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import TurnArrays
from solvers.jit import jit, jit_inline
from solvers.rows import equal
from solvers.turns.backward import rows
from solvers.turns.seats import LANES, Shape, Work

SETTLED, OPEN, CYCLING = 0, 1, 2


class Board(NamedTuple):
    """What is known of the states.

    All arrays but `hold` are of one *layer*, the states of one total of scores, which is being solved: there
    the others' scores and the next player's give the mover's.

    Attributes
    ----------
    hold : float64[others, block, x, seat, lane], what it is worth to hand the turn to a player with block
        LANES + lane points, x being the score banked: to who banks it, to the player moving next, and so on
    worth : float64[others, seat + 1, next], what a turn is worth, the bust left out; last its chance to bust
    limits : float64[others, 2, next], between which values of the bust the policy stays as it is
    bust : float64[others, next], what a bust is taken to be worth to the mover
    mark : float64[others, next], an earlier `bust`, to see whether it comes again
    change : float64[others, next], largest change of `bust` since the mark; of the first rotation of a
        cluster
    status : int8[others, next], SETTLED, OPEN or CYCLING
    others_total : int64[others], sum of their scores
    rotates : int64[2, others], where a bust leads: the next player's score, and the others' but for the last
        of them
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


class RaceArrays(NamedTuple):
    """A race that is being solved, for the kernels: what they read, and where they write.

    Attributes
    ----------
    tables : the turn
    goal : points to win
    rise : points by which a turn that scores raises the mover's score at least
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


def board(goal: int, players: int) -> Board:
    """An empty board."""
    others, blocks = goal ** (players - 2), -(-goal // LANES)
    digits = np.indices((goal,) * (players - 2)).reshape(players - 2, others)
    layer = (others, goal)
    return Board(
        hold=rows(others, blocks, goal, players, LANES),
        worth=np.zeros((others, players + 1, goal)),
        limits=np.zeros((others, 2, goal)),
        bust=np.zeros(layer),
        mark=np.zeros(layer),
        change=np.zeros(layer),
        status=np.zeros(layer, np.int8),
        others_total=digits.sum(axis=0, dtype=np.int64),
        rotates=_rotates(goal, others),
    )


def _rotates(goal: int, others: int) -> Integers:
    rest = max(others // goal, 1)
    return np.array([np.arange(others) // rest, np.arange(others) % rest * goal * (others > 1)])


def values(board: Board) -> Array:
    """Chance of each seat to win, float64[mover, next, ..., seat], read off the values of holding."""
    others, blocks, goal, players, _ = board.hold.shape
    by_state = board.hold.transpose(1, 4, 0, 2, 3).reshape(blocks * LANES, others, goal, players)[:goal]
    return np.roll(by_state, -1, axis=-1).reshape((goal,) * players + (players,))


@jit
def members(goal: int, total: int, others: int, following: int, board: Board, out: Integers) -> bool:
    """List the rotations of a state; returns whether the state comes first among them.

    Parameters
    ----------
    goal : points to win
    total : of all scores
    others, following : the state, by the others' scores as one number and the next player's score
    board : of any layer
    out : int64[rotation, 2], becomes the others' and the next player's scores, from this state on
    """
    here = others * goal + following
    two = board.others_total.size == 1
    first = True
    for rotation in range(out.shape[0]):
        out[rotation, 0] = others
        out[rotation, 1] = following
        first &= here <= others * goal + following
        mover = total - board.others_total[others] - following
        if two:
            following = mover
        else:
            following = board.rotates[0, others]
            others = board.rotates[1, others] + mover
    return first


@jit
def chances(worth: Array, cluster: Integers, out: Array) -> None:
    """Chances of all seats to win, from all rotations of a cluster.

    Parameters
    ----------
    worth : float64[others, seat + 1, next], what a turn is worth, the bust left out; last its chance to bust
    cluster : int64[rotation, 2], where the rotations lie in `worth`: others and next
    out : float64[rotation, seat], becomes the chances, the mover's first
    """
    players = cluster.shape[0]
    all_bust = 1.0
    ends = 0.0
    for rotation in range(players):
        others = cluster[rotation, 0]
        following = cluster[rotation, 1]
        scores = 0.0
        for seat in range(players):
            scores += worth[others, seat, following]
        ends += all_bust * scores
        all_bust *= worth[others, players, following]
    for rotation in range(players):
        for seat in range(players):
            out[rotation, seat] = _chance(worth, cluster, rotation, seat) / ends


@jit
def bust_values(worth: Array, cluster: Integers, chance: Array, out: Array) -> None:
    """What a bust is worth to the mover of each rotation: the turn passes on, and the mover now moves last.

    Parameters
    ----------
    worth : float64[others, seat + 1, next], what a turn is worth, the bust left out; last its chance to bust
    cluster : int64[rotation, 2], where the rotations lie in `worth`: others and next
    chance : float64[rotation, seat], becomes the chances of all seats to win
    out : float64[rotation], becomes what a bust is worth
    """
    chances(worth, cluster, chance)
    players = cluster.shape[0]
    for rotation in range(players):
        out[rotation] = chance[rotation + 1 if rotation + 1 < players else 0, players - 1]


@jit
def _chance(worth: Array, cluster: Integers, rotation: int, seat: int) -> float:
    """The numerator of V_r[seat]: a seat's chance to win before all have bust once round.

    Parameters
    ----------
    worth : float64[others, seat + 1, next], what a turn is worth, the bust left out; last its chance to bust
    cluster : int64[rotation, 2], where the rotations lie in `worth`: others and next
    rotation : that moves first
    seat : whose chance it is, the first mover's being 0
    """
    players = cluster.shape[0]
    all_bust = 1.0
    out = 0.0
    for _ in range(players):
        others = cluster[rotation, 0]
        following = cluster[rotation, 1]
        out += all_bust * worth[others, seat, following]
        all_bust *= worth[others, players, following]
        # A division would take longer than the rest.
        rotation = rotation + 1 if rotation + 1 < players else 0
        seat = seat - 1 if seat > 0 else players - 1
    return out


@jit
def read(race: RaceArrays, mover: int, lane: int, row: int, column: int) -> None:
    """Copy what a sweep found for one state; its policy is what it does where a turn can come.

    Parameters
    ----------
    race : its `work` is read, and its board's `worth` and `limits` are written
    mover : the mover's score
    lane : of the state
    row, column : of the state on the board
    """
    work = race.work
    opening = mover * race.tables.bust.size
    for seat in range(len(race.shape.seats) + 1):
        race.board.worth[row, seat, column] = work.throws[opening, seat * LANES + lane]
    reached = min(mover + race.rise, race.goal)
    race.board.limits[row, 0, column] = work.limits[reached, lane]
    race.board.limits[row, 1, column] = work.limits[reached, LANES + lane]


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


@jit
def period_of(cluster: Integers) -> int:
    """After how many turns the same scores come again: a state's policy is one, wherever it comes up.

    Parameters
    ----------
    cluster : int64[rotation, 2], others and next
    """
    for period in range(1, cluster.shape[0]):
        if equal(cluster[period], cluster[0]):
            return period
    return len(cluster)
