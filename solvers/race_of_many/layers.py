"""Policy iteration on the race of several players: the layers of one total of scores, the greatest first.

All clusters of a layer are iterated together, as lanes of the turn kernel. What the busts are worth is a
function of the policies to the last bit. So a cluster has *settled* when its new bust values change no
policy, and goes round for ever when one of its bust values comes again.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.games.turn import TurnArrays
from solvers.jit import jit
from solvers.race_of_many.clusters import CYCLING, OPEN, SETTLED, Board, bust_values, chances, members, read
from solvers.race_of_many.pure_policies import Candidates, choose
from solvers.turns.seats import LANES, Shape, Work, sweep

# Clusters settle after two or three steps; those that do not are searched.
MOST_STEPS = 64
# Gives a searched cluster its policies: as `choose` does, with the same arguments and results.
Settle = Callable[[TurnArrays, int, int, Integers, Shape, Board, Work, Candidates], tuple[int, float]]


class Searched(NamedTuple):
    """The clusters that policy iteration goes round in.

    Attributes
    ----------
    scores : int64[cluster, seat], of the mover of one rotation, the next player, ...
    oscillation : float64[cluster], largest change of a bust's value between two steps of the round
    equilibria : int64[cluster], how many sets of policies are best replies to each other: 0 for what is
        unsettled, -1 if too many to count
    gain : float64[cluster], the most that a mover gains by another policy for one turn
    believed : float64[cluster, rotation], a value of the bust to which the policy taken is a best reply
    """

    scores: Integers
    oscillation: Array
    equilibria: Integers
    gain: Array
    believed: Array

    def first(self, count: int) -> "Searched":
        """The first so many."""
        return Searched(
            self.scores[:count].copy(),
            self.oscillation[:count].copy(),
            self.equilibria[:count].copy(),
            self.gain[:count].copy(),
            self.believed[:count].copy(),
        )

    @property
    def unsettled(self) -> NDArray[np.bool_]:
        """Which have no policies in equilibrium."""
        return self.equilibria < 1


def solve(
    tables: TurnArrays,
    goal: int,
    shape: Shape,
    board: Board,
    work: Work,
    candidates: Candidates,
    records: Searched,
    settle: Settle = choose,
    guess: float | None = None,
    every: bool = False,
) -> int:
    """All states by layers of one total; returns how many clusters were searched.

    What policy iteration goes round in is left to `settle`; on demand every cluster in which somebody has a
    choice between policies. Iteration starts from the guess for all busts, else from straight lines.

    Uncompiled, as a few calls a layer cost nothing: inlining its parts again made compiling three times
    slower.
    """
    players, count = len(shape.seats), 0
    cluster, scratch = np.zeros((players, 2), np.int64), (np.zeros((players, players)), np.zeros(players))
    for total in range(players * (goal - 1), -1, -1):
        _open(goal, total, board)
        if guess is not None:
            board.bust[:] = guess
        steps, left = 0, 1
        while left > 0 and steps < MOST_STEPS:
            _sweep(tables, goal, total, shape, board, work)
            left = _improve(goal, total, steps, board, cluster, scratch)
            steps += 1
        searched = _with_a_choice(goal, total, board) if every else board.status != SETTLED
        for others, following in np.argwhere(searched).tolist():
            if members(goal, total, others, following, board, cluster):
                if count < records.gain.size:
                    change = board.change[others, following]
                    found = settle(tables, goal, total, cluster, shape, board, work, candidates)
                    _record(count, total, cluster, board, change, found, records)
                count += 1
        _bank(goal, total, board, cluster, scratch[0])
    return count


@jit
def _open(goal: int, total: int, board: Board) -> None:
    """Guess what a bust is worth: carry on in a straight line from where the mover had one and two points
    more.
    """
    board.status[:] = SETTLED
    for others in range(board.others_total.size):
        rest = total - board.others_total[others]
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            hold, mover, lane = board.hold[others, following // LANES], rest - following, following % LANES
            if mover + 2 < goal:
                guess = 2.0 * hold[mover + 1, 0, lane] - hold[mover + 2, 0, lane]
            elif mover + 1 < goal:
                guess = hold[mover + 1, 0, lane]
            else:
                guess = 1.0 / hold.shape[1]
            board.bust[others, following], board.status[others, following] = guess, OPEN


@jit
def _with_a_choice(goal: int, total: int, board: Board) -> NDArray[np.bool_]:
    """Clusters in which some policy is not the best reply to all that a bust could be worth: bool[others,
    next], of all rotations.
    """
    players, out = board.hold.shape[3], np.zeros(board.status.shape, np.bool_)
    cluster = np.zeros((players, 2), np.int64)
    for others in range(board.others_total.size):
        rest = total - board.others_total[others]
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            if board.limits[others, 0, following] >= 0.0 or board.limits[others, 1, following] < 1.0:
                members(goal, total, others, following, board, cluster)
                for rotation in range(players):
                    out[cluster[rotation, 0], cluster[rotation, 1]] = True
    return out


@jit
def _sweep(tables: TurnArrays, goal: int, total: int, shape: Shape, board: Board, work: Work) -> None:
    """Best policies of all open states of a layer for what their busts are taken to be worth."""
    bust = np.zeros(LANES)
    for others in range(board.others_total.size):
        rest = total - board.others_total[others]
        low, high = max(0, rest - goal + 1), min(rest, goal - 1)
        for block in range(max(low, 0) // LANES, high // LANES + 1):
            start, stop = max(low, block * LANES), min(block * LANES + LANES - 1, high) + 1
            least = goal
            for following in range(start, stop):
                bust[following % LANES] = board.bust[others, following]
                if board.status[others, following] == OPEN:
                    least = min(least, rest - following)
            if least < goal:
                sweep(tables, board.hold[others, block], bust, (least, goal), shape, work)
                for following in range(start, stop):
                    if board.status[others, following] == OPEN:
                        read(
                            tables,
                            rest - following,
                            others,
                            following,
                            shape,
                            work,
                            board.worth,
                            board.limits,
                        )


@jit
def _improve(
    goal: int, total: int, steps: int, board: Board, cluster: Integers, scratch: tuple[Array, Array]
) -> int:
    """What the busts are worth under the policies found; returns how many clusters are open still."""
    chance, bust = scratch
    left, marks = 0, steps & (steps - 1) == 0
    for others in range(board.others_total.size):
        rest = total - board.others_total[others]
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            if board.status[others, following] == OPEN and members(
                goal, total, others, following, board, cluster
            ):
                bust_values(board.worth, cluster, chance, bust)
                status = _step(marks, board, cluster, bust)
                left += status == OPEN
                for rotation in range(bust.size):
                    board.status[cluster[rotation, 0], cluster[rotation, 1]] = status
    return left


@jit
def _step(marks: bool, board: Board, cluster: Integers, bust: Array) -> int:
    """One cluster's new bust values; its status. They are marked after 1, 2, 4, ... steps, so that one mark
    is on the round.
    """
    stays, again, change = True, True, 0.0
    for rotation in range(bust.size):
        others, following = cluster[rotation]
        new = bust[rotation]
        stays &= board.limits[others, 0, following] < new <= board.limits[others, 1, following]
        again &= board.mark[others, following] == new
        change = max(change, abs(new - board.bust[others, following]))
        board.bust[others, following] = new
        if marks:
            board.mark[others, following] = new
    others, following = cluster[0]
    board.change[others, following] = 0.0 if marks else max(change, board.change[others, following])
    if stays:
        return SETTLED
    return CYCLING if again and not marks else OPEN


@jit
def _record(
    count: int,
    total: int,
    cluster: Integers,
    board: Board,
    change: float,
    found: tuple[int, float],
    records: Searched,
) -> None:
    """Of one cluster that was searched."""
    for rotation in range(cluster.shape[0]):
        others, following = cluster[rotation]
        records.scores[count, rotation] = total - board.others_total[others] - following
        records.believed[count, rotation] = board.bust[others, following]
    records.oscillation[count], records.equilibria[count], records.gain[count] = change, found[0], found[1]


@jit
def _bank(goal: int, total: int, board: Board, cluster: Integers, chance: Array) -> None:
    """Values of the layer's states under their policies, to where those who hand the turn to them will
    look.
    """
    players = cluster.shape[0]
    for others in range(board.others_total.size):
        rest = total - board.others_total[others]
        for following in range(max(0, rest - goal + 1), min(rest, goal - 1) + 1):
            if members(goal, total, others, following, board, cluster):
                chances(board.worth, cluster, chance)
                for rotation in range(players):
                    # The rotation before it has the same others and next player as whoever banked its last
                    # score.
                    before, mover = cluster[rotation - 1, 0], cluster[rotation - 1, 1]
                    x = total - board.others_total[before] - mover
                    for seat in range(players):
                        place = seat + 1 if seat + 1 < players else 0
                        board.hold[before, mover // LANES, x, place, mover % LANES] = chance[rotation, seat]
