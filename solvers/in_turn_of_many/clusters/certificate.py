"""Certificate of clusters without equilibrium: all policies of a cluster, each with each, in plain NumPy.

A bust passes the turn on, so the states of the same scores hang on each other, a *cluster*; one of its states
is a *rotation*. With the values of all greater scores given, what is best for a rotation's mover depends on
one number b, what a bust is worth to it. Its best turn is worth max over policies of a + e b, a convex line
of pieces: so between two policies known, another is looked for where they are worth the same, until there is
none. That lists all policies of all rotations, without limits or sweeps of the solver. Each choice of one for
each rotation makes the values

    V_r = a_r + e_r V_{r+1},

for all players at once, and leaves each mover something to gain, or nothing: then it is an equilibrium.
Policies that are best replies to nothing that busts can be worth are left out, as these values are bounded by
the least and the greatest of a_r + e_r V_{r+1}.
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

# What a policy must be better by between two others to be one of its own.
BETTER = 1e-13
# What differs by less has the same gain.
SAME = 1e-12
MOST_COMBINATIONS = 2**22
# In which the bounds on what busts can be worth narrow.
MOST_ROUNDS = 50


class Rotation(NamedTuple):
    """A state of a cluster.

    Attributes
    ----------
    mover : which of the players moves
    score : what it has
    hold : float64[x, player], each player's chance to win if the mover holds with x
    top : the score from which on it holds
    fixed : who plays its turn, and the best score of the others; None if it does what is best
    """

    mover: int
    score: int
    hold: Array
    top: int
    fixed: tuple[Fixed, int] | None = None


class Proved(NamedTuple):
    """What is proved of a cluster.

    Attributes
    ----------
    difference : float, largest one between its values and those of the policies with the least to gain;
        infinity if a choice of policies is an equilibrium, or there is none
    believed : float64[rotation], a value of the bust to which the policy of each rotation is a best reply
    """

    difference: float
    believed: Array


def certify_cluster(
    turn: Turn, rotations: list[Rotation], value: Array, alike: Integers | None = None
) -> Proved:
    """See that no policies of a cluster are an equilibrium, and whose values they are that are stored.

    Parameters
    ----------
    turn : one that does not wipe
    rotations : of the cluster, in the order in which busts pass the turn on
    value : float64[rotation, player], what is stored
    alike : int64[rotation], which rotations before are the same state, and so have the same policy

    Raises
    ------
    NotConverged
        if there are more than MOST_COMBINATIONS choices of policies
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
    """Which policies are best replies to what a bust can be worth, bool[policy] for each rotation.

    Parameters
    ----------
    rotations : of the cluster
    listed : what `policies` says of each
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
    """All policies that are best replies to some bust.

    Parameters
    ----------
    turn : one that does not wipe
    rotation : whose they are

    Returns
    -------
    float64[policy], a value of the bust for each; and float64[policy, player + 1], what its turn is worth to
    each player, the bust left out, and last its chance to bust
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
    turn : one that does not wipe
    rotation : whose turn
    player : who plays it
    other : the best score of the others
    """
    held = np.pad(rotation.hold, ((0, 0), (0, 1)))
    lanes = held.shape[1]
    bust = np.zeros((rotation.score + 1, lanes))
    bust[:, -1] = 1.0
    seen = Ends(held, bust, bust, np.zeros(lanes))
    return turns_worth(turn, seen, fixed=player, other=np.full(lanes, other))[-1:]


def _crossing(mover: int, low: Array, high: Array) -> float:
    """Where two policies are worth the same, within 0 to 1."""
    more = float(high[-1] - low[-1])
    return 0.0 if more <= 0.0 else float(np.clip((low[mover] - high[mover]) / more, 0.0, 1.0))


def _insides(mover: int, worth: Array) -> tuple[Array, Array]:
    """The policies, each once, and a value of the bust amid those that each is best for."""
    different = np.concatenate([[True], np.abs(np.diff(worth, axis=0)).max(axis=1) > TIE])
    worth = worth[different]
    limits = limits_of(mover, worth)
    return (limits[:-1] + limits[1:]) / 2.0, worth


def limits_of(mover: int, worth: Array) -> Array:
    """Between which values of the bust policies are best, float64[policy + 1].

    Parameters
    ----------
    mover : whose policies they are
    worth : float64[policy, player + 1], what turns are worth, the bust left out; last the chance to bust
    """
    return np.array([0.0, *(_crossing(mover, *pair) for pair in pairwise(worth)), 1.0])


def values_of(worth: Array) -> Array:
    """Each player's chance to win, float64[choice, rotation, player].

    Parameters
    ----------
    worth : float64[choice, rotation, player + 1], what turns are worth, the bust left out; last the chance to
        bust
    """
    count, out = worth.shape[1], np.zeros((*worth.shape[:2], worth.shape[2] - 1))
    for rotation in range(count):
        all_bust, ends = np.ones((len(worth), 1)), np.zeros((len(worth), 1))
        for ahead in range(count):
            turn = worth[:, (rotation + ahead) % count]
            out[:, rotation] += all_bust * turn[:, :-1]
            # What does not bust: of 1 less a chance near 1 the digits would be lost.
            ends += all_bust * turn[:, :-1].sum(axis=1, keepdims=True)
            all_bust = all_bust * turn[:, -1:]
        out[:, rotation] /= ends
    return out


def _replies(turn: Turn, rotation: Rotation, busts: Array) -> Array:
    """The best turns for some values of the bust, float64[bust, player + 1].

    Parameters
    ----------
    turn : one that does not wipe
    rotation : whose turn
    busts : float64[bust], what a bust is worth to the mover
    """
    players = rotation.hold.shape[1]
    held = np.zeros((len(rotation.hold), len(busts), players + 1))
    held[..., :players] = rotation.hold[:, None]
    bust = np.broadcast_to(np.eye(players + 1)[-1], held.shape[1:])
    opened = turns(turn, Seen(rotation.mover, held, bust, busts), rotation.score, rotation.top)
    return np.asarray(opened[rotation.score])


def best_of(turn: Turn, rotation: Rotation, bust: float) -> float:
    """What the best turn is worth to the mover.

    Parameters
    ----------
    turn : one that does not wipe
    rotation : whose turn
    bust : what a bust is worth to the mover
    """
    best = _replies(turn, rotation, np.array([bust]))[0]
    return float(best[rotation.mover] + best[-1] * bust)
