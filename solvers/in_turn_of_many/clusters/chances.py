"""Values of a cluster to all seats, given a policy for each of its rotations.

With the value of a turn to a seat, `worth[seat]`, without its bust, and its chance to bust,

    V_r[seat] = worth_r[seat] + busts_r V_{r+1}[seat - 1],

so going round once, V_r[seat] = sum over t of busts_r ... busts_{r+t-1} worth_{r+t}[seat - t], divided by 1 -
the product of all busts. All terms are positive, and so are those of 1 - product, as 1 - busts_r is the sum
of worth_r: no digits are lost, however small a chance is.
"""

from solvers.arrays import Array, Integers
from solvers.jit import jit
from solvers.rows import equal


@jit
def chances(worth: Array, cluster: Integers, out: Array) -> None:
    """Chances of all seats to win, from all rotations of a cluster.

    Parameters
    ----------
    worth : float64[others, seat + 1, next], value of a turn without its bust; last the chance to bust
    cluster : int64[rotation, 2], indices of the rotations in `worth`: others and next
    out : float64[rotation, seat], written: the chances, the mover's first
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
    """Value of a bust to the mover of each rotation: the turn is handed over, and the mover now moves last.

    Parameters
    ----------
    worth : float64[others, seat + 1, next], value of a turn without its bust; last the chance to bust
    cluster : int64[rotation, 2], indices of the rotations in `worth`: others and next
    chance : float64[rotation, seat], written: the chances of all seats to win
    out : float64[rotation], written: value of a bust
    """
    chances(worth, cluster, chance)
    players = cluster.shape[0]
    for rotation in range(players):
        out[rotation] = chance[rotation + 1 if rotation + 1 < players else 0, players - 1]


@jit
def _chance(worth: Array, cluster: Integers, rotation: int, seat: int) -> float:
    """The numerator of V_r[seat]: a seat's chance to win before all have bust once.

    Parameters
    ----------
    worth : float64[others, seat + 1, next], value of a turn without its bust; last the chance to bust
    cluster : int64[rotation, 2], indices of the rotations in `worth`: others and next
    rotation : the rotation that moves first
    seat : index of the seat, 0 for the first mover
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
def period_of(cluster: Integers) -> int:
    """Number of turns after which the same scores return: a state has one policy, wherever it comes up.

    Parameters
    ----------
    cluster : int64[rotation, 2], others and next
    """
    for period in range(1, cluster.shape[0]):
        if equal(cluster[period], cluster[0]):
            return period
    return len(cluster)
