"""Policy iteration on a contest of several in turn, by layers of one total of scores, the greatest first.

All clusters of a layer are iterated together, as lanes of the turn kernel. The values of busts are a function
of the policies to the last bit. So a cluster has *settled* when its new bust values change no policy, and
cycles when one of its bust values returns.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.in_turn_of_many.clusters.board import CHOOSES, CYCLING, OPEN, SETTLED, Board, ContestArrays
from solvers.in_turn_of_many.clusters.candidates import Candidates
from solvers.in_turn_of_many.clusters.chances import bust_values, chances
from solvers.in_turn_of_many.clusters.known import play_layer
from solvers.in_turn_of_many.clusters.pure_policies import choose
from solvers.in_turn_of_many.clusters.states import members, open_layer, read, reply
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.turns.played import PlayedTurns
from solvers.turns.seats import LANES

# Most steps; clusters settle after two or three, and those that do not are searched.
MOST_STEPS = 64
# Most clusters whose search is recorded.
MOST_RECORDS = 2**16
# Function that gives a searched cluster its policies, with the arguments and results of `choose`.
Settle = Callable[[ContestArrays, int, Integers, Candidates], tuple[int, float]]


class Searched(NamedTuple):
    """Records of the clusters on which policy iteration cycles.

    Attributes
    ----------
    scores : int64[cluster, seat], scores of the mover of one rotation, of the next player, ...
    oscillation : float64[cluster], largest change of a bust's value between two steps of the cycle
    equilibria : int64[cluster], number of sets of policies that are best responses to each other: 0 if
        unsettled, -1 if too many to count
    gain : float64[cluster], greatest gain of a mover by another policy for one turn
    believed : float64[cluster, rotation], a value of the bust for which the policy taken is a best response
    """

    scores: Integers
    oscillation: Array
    equilibria: Integers
    gain: Array
    believed: Array

    def first(self, count: int) -> "Searched":
        """The first `count` records."""
        return Searched(
            self.scores[:count].copy(),
            self.oscillation[:count].copy(),
            self.equilibria[:count].copy(),
            self.gain[:count].copy(),
            self.believed[:count].copy(),
        )

    @property
    def unsettled(self) -> NDArray[np.bool_]:
        """Whether a cluster has no policies in equilibrium, bool[cluster]."""
        return self.equilibria < 1


def no_records(players: int, most: int = MOST_RECORDS) -> Searched:
    """Buffers for the records of searched clusters."""
    where, each = (most, players), (most,)
    return Searched(
        np.zeros(where, np.int64), np.zeros(each), np.zeros(each, np.int64), np.zeros(each), np.zeros(where)
    )


def solve(
    contest: ContestArrays,
    candidates: Candidates,
    records: Searched,
    settle: Settle = choose,
    guess: float | None = None,
    every: bool = False,
    turns: PlayedTurns | None = None,
) -> int:
    """Solve all states by layers of one total; return how many clusters were searched.

    Not compiled, as a few calls per layer cost nothing, and inlining the parts again made compilation three
    times slower.

    Parameters
    ----------
    contest : its board is written
    candidates : buffers for one cluster at a time
    records : written: records of searched clusters, as far as there are rows
    settle : gives a cluster on which policy iteration cycles its policies
    guess : first assumed value of all busts; None extrapolates from greater scores
    every : whether every cluster in which a player has a choice between policies is searched
    turns : known turns of the seats that play by rules, if any
    """
    goal, board, players, count = contest.goal, contest.board, len(contest.shape.seats), 0
    cluster, chance, bust = np.zeros((players, 2), np.int64), np.zeros((players, players)), np.zeros(players)
    for total in range(players * (goal - 1), -1, -1):
        open_layer(goal, total, contest.rise, board)
        if turns is not None:
            play_layer(contest, turns, total)
        if guess is not None:
            board.bust[:] = guess
        steps, left = 0, 1
        while left > 0 and steps < MOST_STEPS:
            _sweep(contest, total)
            left = _improve(goal, total, steps, board, cluster, chance, bust)
            steps += 1
        searched = _with_a_choice(goal, total, board) if every else board.status != SETTLED
        for row, following in np.argwhere(searched).tolist():
            if members(goal, total, row, following, board, cluster):
                if count < records.gain.size:
                    change = board.change[row, following]
                    equilibria, gain = settle(contest, total, cluster, candidates)
                    record(count, total, cluster, board, change, equilibria, gain, records)
                count += 1
        _bank(goal, total, board, cluster, chance)
    return count


@jit_allocating
def _with_a_choice(goal: int, total: int, board: Board) -> NDArray[np.bool_]:
    """All rotations of the clusters in which a player has a choice between policies, bool[row, next].

    Parameters
    ----------
    goal : points to win
    total : total of the layer's scores
    board : its `limits` are read: a limit between 0 and 1 means a choice
    """
    players = board.hold.shape[3]
    out = np.zeros(board.status.shape, np.bool_)
    cluster = np.zeros((players, 2), np.int64)
    for row in range(board.others_total.size):
        rest = total - board.others_total[row]
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            if board.limits[row, 0, following] >= 0.0 or board.limits[row, 1, following] < 1.0:
                members(goal, total, row, following, board, cluster)
                for rotation in range(players):
                    out[cluster[rotation, 0], cluster[rotation, 1]] = True
    return out


@jit_allocating
def _sweep(contest: ContestArrays, total: int) -> None:
    """Best policies of all open states of a layer for the assumed values of their busts.

    Parameters
    ----------
    contest : its `work` is written, and the values of the policies to its board
    total : total of the layer's scores
    """
    goal = contest.goal
    board = contest.board
    bust = np.zeros(LANES)
    for row in range(board.others_total.size):
        if board.plays[row] != CHOOSES:
            continue
        rest = total - board.others_total[row]
        low = max(0, rest - goal + 1)
        high = min(rest, goal - 1)
        for block in range(max(low, 0) // LANES, high // LANES + 1):
            start = max(low, block * LANES)
            stop = min(block * LANES + LANES - 1, high) + 1
            least = goal
            for following in range(start, stop):
                bust[following % LANES] = board.bust[row, following]
                if board.status[row, following] == OPEN:
                    least = min(least, rest - following)
            if least == goal:
                continue
            reply(contest, row, block, bust, least)
            for following in range(start, stop):
                if board.status[row, following] == OPEN:
                    mover = rest - following
                    read(contest, mover, following % LANES, row, following)


@jit
def _improve(
    goal: int, total: int, steps: int, board: Board, cluster: Integers, chance: Array, bust: Array
) -> int:
    """Values of the busts under the policies found; return how many clusters are still open.

    Parameters
    ----------
    goal : points to win
    total : total of the layer's scores
    steps : number of steps of policy iteration before this one
    board : its `worth` and `limits` are read; `bust`, `mark`, `change` and `status` are written
    cluster : int64[rotation, 2], written: row and next
    chance : float64[rotation, seat], written
    bust : float64[rotation], written
    """
    left = 0
    marks = steps & (steps - 1) == 0
    for row in range(board.others_total.size):
        rest = total - board.others_total[row]
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            if board.status[row, following] == OPEN and members(goal, total, row, following, board, cluster):
                bust_values(board.worth, cluster, chance, bust)
                status = take_over(marks, board, cluster, bust)
                left += status == OPEN
                for rotation in range(bust.size):
                    board.status[cluster[rotation, 0], cluster[rotation, 1]] = status
    return left


@jit
def take_over(marks: bool, board: Board, cluster: Integers, bust: Array) -> int:
    """Store one cluster's new bust values; return its status.

    Values are marked after 1, 2, 4, ... steps, so that some mark is on the cycle.

    Parameters
    ----------
    marks : whether these values are marked
    board : its `limits` are read; `bust`, `mark` and `change` are written
    cluster : int64[rotation, 2], row and next
    bust : float64[rotation], the new values
    """
    stays = True
    again = True
    change = 0.0
    for rotation in range(bust.size):
        row, following = cluster[rotation]
        new = bust[rotation]
        stays &= board.limits[row, 0, following] < new <= board.limits[row, 1, following]
        again &= board.mark[row, following] == new
        change = max(change, abs(new - board.bust[row, following]))
        board.bust[row, following] = new
        if marks:
            board.mark[row, following] = new
    row, following = cluster[0]
    board.change[row, following] = 0.0 if marks else max(change, board.change[row, following])
    if stays:
        return SETTLED
    return CYCLING if again and not marks else OPEN


@jit
def record(
    count: int,
    total: int,
    cluster: Integers,
    board: Board,
    change: float,
    equilibria: int,
    gain: float,
    records: Searched,
) -> None:
    """Record a searched cluster.

    Parameters
    ----------
    count : number of clusters recorded before
    total : total of its scores
    cluster : int64[rotation, 2], row and next
    board : its `bust` is what the movers assume
    change : largest change of a bust's value between two steps
    equilibria : number of sets of policies that are best responses to each other, -1 if too many to count
    gain : greatest gain of a mover by another policy for one turn
    records : its row `count` is written
    """
    for rotation in range(cluster.shape[0]):
        row, following = cluster[rotation]
        records.scores[count, rotation] = total - board.others_total[row] - following
        records.believed[count, rotation] = board.bust[row, following]
    records.oscillation[count] = change
    records.equilibria[count] = equilibria
    records.gain[count] = gain


@jit
def _bank(goal: int, total: int, board: Board, cluster: Integers, chance: Array) -> None:
    """Write the layer's values to the entries read by players who hand over to its states.

    Parameters
    ----------
    goal : points to win
    total : total of the layer's scores
    board : its `worth` is read, its `hold` written
    cluster : int64[rotation, 2], written: row and next
    chance : float64[rotation, seat], written
    """
    for row in range(board.others_total.size):
        rest = total - board.others_total[row]
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            if members(goal, total, row, following, board, cluster):
                chances(board.worth, cluster, chance)
                _bank_cluster(total, cluster, chance, board)


@jit_inline
def _bank_cluster(total: int, cluster: Integers, chance: Array, board: Board) -> None:
    """Write the values of one cluster to the entries read by players who hand over to its states.

    Parameters
    ----------
    total : total of its scores
    cluster : int64[rotation, 2], row and next
    chance : float64[rotation, seat], chances of all seats to win
    board : its `hold` is written
    """
    players = cluster.shape[0]
    for rotation in range(players):
        # The rotation before it has the row and the next player of the player who banked the last score.
        before = cluster[rotation - 1, 0]
        mover = cluster[rotation - 1, 1]
        x = total - board.others_total[before] - mover
        for seat in range(players):
            place = seat + 1 if seat + 1 < players else 0
            board.hold[before, mover // LANES, x, place, mover % LANES] = chance[rotation, seat]
