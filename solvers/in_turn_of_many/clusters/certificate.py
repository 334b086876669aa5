"""Certificate of clusters without equilibrium: all combinations of the policies of a cluster, in plain NumPy.

A bust hands over the turn, so states with the same scores depend on each other: a *cluster*, whose states are
*rotations*. Given the values of all greater scores, the best policy of a rotation depends on one number b,
the value of a bust to its mover. Its best turn is worth the max over policies of a + e b, a convex piecewise
affine function. So between two known policies another one is searched where they are equal, until there is
none. That lists all policies of all rotations, without the solver's limits or sweeps. Each combination of
policies determines the values

    V_r = a_r + e_r V_{r+1},

for all players at once, and leaves some mover a gain by another policy, or none: then it is an equilibrium.
Policies that are best for no attainable value of a bust are left out: these values are bounded by the least
and the greatest of a_r + e_r V_{r+1}.
"""

from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.errors import NotConverged
from solvers.games.plan import Fixed
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.certificate_of_turns import TIE, Seen, turns
from solvers.turns.certificate_of_turns import Ends, turns_worth

# Least advantage between two others that makes a policy one of its own.
BETTER = 1e-13
# Gains that differ by less are equal.
SAME = 1e-12
MOST_COMBINATIONS = 2**22
# Rounds in which the bounds on the values of busts narrow.
MOST_ROUNDS = 50


class Rotation(NamedTuple):
    """A state of a cluster.

    Attributes
    ----------
    mover : index of the player who moves
    score : its score
    hold : float64[x, player], each player's chance to win if the mover holds with x
    top : score from which on it holds
    fixed : the player who plays its turn by a rule, and the best score of the others; None if it plays its
        best
    """

    mover: int
    score: int
    hold: Array
    top: int
    fixed: tuple[Fixed, int] | None = None


class Proved(NamedTuple):
    """The proof of a cluster.

    Attributes
    ----------
    difference : largest difference between its values and those of the policies with the least gain; infinity
        if some combination of policies is an equilibrium, or there is none
    believed : float64[rotation], a value of the bust for which each rotation's policy is a best response
    """

    difference: float
    believed: Array


def certify_cluster(
    turn: Turn, rotations: list[Rotation], value: Array, alike: Integers | None = None
) -> Proved:
    """Prove that no policies of a cluster are an equilibrium, and whose values the stored ones are.

    Parameters
    ----------
    turn : a turn without wipes
    rotations : rotations of the cluster, in the order in which busts hand over the turn
    value : float64[rotation, player], the stored values
    alike : int64[rotation], earlier rotation that is the same state, and so has the same policy

    Raises
    ------
    NotConverged
        if there are more than MOST_COMBINATIONS combinations of policies
    """
    count = len(rotations)
    same = np.arange(count) if alike is None else alike
    listed = [policies(turn, rotation) for rotation in rotations]
    free = np.flatnonzero(same == np.arange(count))
    kept = [np.flatnonzero(own) for own in attainable(rotations, listed)]
    if np.prod([kept[rotation].size for rotation in free]) > MOST_COMBINATIONS:
        raise NotConverged(f"cluster: more than {MOST_COMBINATIONS} choices of policies to try.")
    chosen = np.array(list(product(*(kept[rotation] for rotation in free))))
    taken = chosen[:, np.searchsorted(free, same)]
    worth = np.stack([listed[rotation][1][taken[:, rotation]] for rotation in range(count)], axis=1)
    values = values_of(worth)
    gain = np.zeros(len(taken))
    for rotation, own in enumerate(rotations):
        bust = values[:, (rotation + 1) % count, own.mover]
        every = listed[rotation][1][:, own.mover] + listed[rotation][1][:, -1] * bust[:, None]
        gain = np.maximum(gain, every.max(axis=1) - every[np.arange(len(taken)), taken[:, rotation]])
    if not gain.min(initial=np.inf) > TIE or not len(gain):
        return Proved(np.inf, np.full(count, np.nan))
    apart = np.where(gain <= gain.min() + SAME, np.abs(values - value).max(axis=(1, 2)), np.inf)
    best = taken[int(apart.argmin())]
    believed = [listed[rotation][0][best[rotation]] for rotation in range(count)]
    return Proved(float(apart.min()), np.array(believed))


def attainable(rotations: list[Rotation], listed: list[tuple[Array, Array]]) -> list[NDArray[np.bool_]]:
    """Policies that are best for some attainable value of a bust, bool[policy] for each rotation.

    Parameters
    ----------
    rotations : rotations of the cluster
    listed : result of `policies` for each
    """
    count = len(rotations)
    limits = [limits_of(own.mover, worth) for own, (_, worth) in zip(rotations, listed, strict=True)]
    kept = [np.ones(len(worth), np.bool_) for _, worth in listed]
    low, high = np.zeros((count, count)), np.ones((count, count))
    for _ in range(MOST_ROUNDS):
        for rotation, (_, worth) in enumerate(listed):
            some, after = worth[kept[rotation]], (rotation + 1) % count
            low[rotation] = (some[:, :-1] + some[:, -1:] * low[after]).min(axis=0, initial=1.0)
            high[rotation] = (some[:, :-1] + some[:, -1:] * high[after]).max(axis=0, initial=0.0)
        for rotation, own in enumerate(rotations):
            after = (rotation + 1) % count
            from_here, to_here = limits[rotation][:-1], limits[rotation][1:]
            kept[rotation] = (to_here >= low[after, own.mover] - SAME) & (
                from_here <= high[after, own.mover] + SAME
            )
    return kept


def policies(turn: Turn, rotation: Rotation) -> tuple[Array, Array]:
    """All policies that are best for some value of a bust.

    Parameters
    ----------
    turn : a turn without wipes
    rotation : the rotation

    Returns
    -------
    float64[policy], a value of the bust for each; and float64[policy, player + 1], value of its turn to each
    player without the bust, last the chance to bust
    """
    if rotation.fixed is not None:
        return np.array([0.5]), _known(turn, rotation, *rotation.fixed)
    ends = np.array([0.0, 1.0])
    low, high = _replies(turn, rotation, ends)
    found, between = [(0.0, low), (1.0, high)], [(low, high)]
    while between:
        met = [_crossing(rotation.mover, *pair) for pair in between]
        replies, further = _replies(turn, rotation, np.array(met)), []
        for pair, bust, reply in zip(between, met, replies, strict=True):
            known, new = (float(own[rotation.mover] + own[-1] * bust) for own in (pair[0], reply))
            if new > known + BETTER:
                found.append((bust, reply))
                further += [(pair[0], reply), (reply, pair[1])]
        between = further
    found.sort(key=lambda own: own[0])
    return _insides(rotation.mover, np.array([worth for _, worth in found]))


def _known(turn: Turn, rotation: Rotation, player: Fixed, other: int) -> Array:
    """The only turn of a player whose choices are known, float64[1, player + 1].

    Parameters
    ----------
    turn : a turn without wipes
    rotation : the rotation
    player : the player who plays it
    other : best score of the others
    """
    held = np.pad(rotation.hold, ((0, 0), (0, 1)))
    lanes = held.shape[1]
    bust = np.zeros((rotation.score + 1, lanes))
    bust[:, -1] = 1.0
    seen = Ends(held, bust, bust, np.zeros(lanes))
    return turns_worth(turn, seen, fixed=player, other=np.full(lanes, other))[-1:]


def _crossing(mover: int, low: Array, high: Array) -> float:
    """The value of a bust, within 0 to 1, at which two policies are equal."""
    more = float(high[-1] - low[-1])
    return 0.0 if more <= 0.0 else float(np.clip((low[mover] - high[mover]) / more, 0.0, 1.0))


def _insides(mover: int, worth: Array) -> tuple[Array, Array]:
    """The policies, each once, and for each a value of the bust inside the range where it is best."""
    different = np.concatenate([[True], np.abs(np.diff(worth, axis=0)).max(axis=1) > TIE])
    worth = worth[different]
    limits = limits_of(mover, worth)
    return (limits[:-1] + limits[1:]) / 2.0, worth


def limits_of(mover: int, worth: Array) -> Array:
    """Values of the bust between which the policies are best, float64[policy + 1].

    Parameters
    ----------
    mover : index of the mover
    worth : float64[policy, player + 1], values of turns without the bust; last the chance to bust
    """
    return np.array([0.0, *(_crossing(mover, *pair) for pair in pairwise(worth)), 1.0])


def values_of(worth: Array) -> Array:
    """Each player's chance to win, float64[choice, rotation, player].

    Parameters
    ----------
    worth : float64[choice, rotation, player + 1], values of turns without the bust; last the chance to bust
    """
    count, out = worth.shape[1], np.zeros((*worth.shape[:2], worth.shape[2] - 1))
    for rotation in range(count):
        all_bust, ends = np.ones((len(worth), 1)), np.zeros((len(worth), 1))
        for ahead in range(count):
            turn = worth[:, (rotation + ahead) % count]
            out[:, rotation] += all_bust * turn[:, :-1]
            # The chance not to bust, summed: 1 minus a chance near 1 would lose its digits.
            ends += all_bust * turn[:, :-1].sum(axis=1, keepdims=True)
            all_bust = all_bust * turn[:, -1:]
        out[:, rotation] /= ends
    return out


def _replies(turn: Turn, rotation: Rotation, busts: Array) -> Array:
    """The best turns for several values of the bust, float64[bust, player + 1].

    Parameters
    ----------
    turn : a turn without wipes
    rotation : the rotation
    busts : float64[bust], values of a bust to the mover
    """
    players = rotation.hold.shape[1]
    held = np.zeros((len(rotation.hold), len(busts), players + 1))
    held[..., :players] = rotation.hold[:, None]
    bust = np.broadcast_to(np.eye(players + 1)[-1], held.shape[1:])
    opened = turns(turn, Seen(rotation.mover, held, bust, busts), rotation.score, rotation.top)
    return np.asarray(opened[rotation.score])


def best_of(turn: Turn, rotation: Rotation, bust: float) -> float:
    """Value of the best turn to the mover.

    Parameters
    ----------
    turn : a turn without wipes
    rotation : the rotation
    bust : value of a bust to the mover
    """
    best = _replies(turn, rotation, np.array([bust]))[0]
    return float(best[rotation.mover] + best[-1] * bust)
