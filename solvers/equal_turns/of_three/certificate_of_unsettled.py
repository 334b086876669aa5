"""Certificate of clusters without equilibrium of equal turns of three, and of turn totals to hold at.

All policies of such a cluster are tried out, each with each (`race_of_many.unsettled`). As
scores never fall, all states with no score above those of such a cluster may lead to it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Flags, Integers
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.certificate import NOWHERE, UNSETTLED, ends_of, held
from solvers.equal_turns.of_three.certificate_of_turns import SEATS
from solvers.games.turn import Turn
from solvers.race_of_many.unsettled.certificate_of_clusters import Proved, Rotation, certify_cluster
from solvers.turns.certificate_of_choices import loss_of_hold_at
from solvers.turns.certificate_of_turns import ends


class Contest(NamedTuple):
    """Three players with equal turns.

    Attributes
    ----------
    turn, goal, tie : the game
    """

    turn: Turn
    goal: int
    tie: Tie


def unsettled_residual(contest: Contest, value: Array, settled: Flags) -> float:
    """Largest difference between values of clusters without equilibrium and those of their best policies.

    Parameters
    ----------
    contest : the game
    value : float64[mover, first, second, third, seat], each seat's chance to win
    settled : int8[first, second, third]

    Returns
    -------
    infinity if one of them has an equilibrium, or what may lead there is flagged otherwise
    """
    unsettled = np.argwhere(settled == UNSETTLED)
    right = np.zeros(settled.shape, np.int8)
    for scores in unsettled:
        right[tuple(slice(0, score + 1) for score in scores)] = 1
    right[tuple(unsettled.T)] = UNSETTLED
    if (right != settled).any():
        return NOWHERE
    if not len(unsettled):
        return 0.0
    return float(
        np.max([own.difference for own in _clusters(contest, value, _holds(contest, value), unsettled)])
    )


def loss(contest: Contest, hold_at: NDArray[np.int16], value: Array, settled: Flags) -> Array:
    """What turn totals to hold at lose, in clusters without equilibrium to what movers believe of a bust.

    Parameters
    ----------
    contest : the game
    hold_at : int16[mover, first, second, third]
    value : float64[mover, first, second, third, seat], each seat's chance to win
    settled : int8[first, second, third]

    Returns
    -------
    float64[mover, first, second, third]
    """
    goal, out, unsettled = contest.goal, np.empty(hold_at.shape), np.argwhere(settled == UNSETTLED)
    holds = _holds(contest, value)
    busts = []
    for mover, hold in enumerate(holds):
        busts.append(np.moveaxis(hold[:goal, :, mover].reshape((goal,) * SEATS), 0, mover))
    for scores, proved in zip(unsettled, _clusters(contest, value, holds, unsettled), strict=True):
        for mover, believed in enumerate(proved.believed):
            busts[mover][tuple(scores)] = believed
    for mover, hold in enumerate(holds):
        bust = np.moveaxis(busts[mover], mover, 0).reshape(goal, -1)
        played = ends(hold[..., mover], bust, np.zeros(goal * goal))
        own = np.moveaxis(hold_at[mover], mover, 0)
        lost = loss_of_hold_at(contest.turn, played, own.reshape(goal, -1)).reshape(own.shape)
        out[mover] = np.moveaxis(lost, 0, mover)
    return out


def _holds(contest: Contest, value: Array) -> list[Array]:
    """What holding is worth to all, float64[x, lane, seat] for each mover.

    Raises
    ------
    ValueError
        if the values are no chances, or say that one would go on for ever
    """
    turn, goal, tie = contest
    beyond = ends_of(turn, goal, tie, value)
    if beyond is None:
        raise ValueError("value: no chances to win")
    return [held(turn, goal, mover, beyond, value) for mover in range(SEATS)]


def _clusters(contest: Contest, value: Array, holds: list[Array], clusters: Integers) -> list[Proved]:
    """What is proved of some clusters, int64[cluster, seat]."""
    found, longest = [], contest.turn.longest_gain
    for scores in clusters:
        rotations = []
        for mover, hold in enumerate(holds):
            one, other = np.delete(scores, mover)
            lane = int(one * contest.goal + other)
            rotations.append(Rotation(mover, int(scores[mover]), hold[:, lane], len(hold) - longest))
        known = np.stack([value[(mover, *scores)] for mover in range(SEATS)])
        found.append(certify_cluster(contest.turn, rotations, known))
    return found
