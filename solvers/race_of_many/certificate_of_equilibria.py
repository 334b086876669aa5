"""Certificate of how many equilibria a cluster of three states has, pure and mixed.

The policies of all rotations are those of the certificate of clusters without equilibrium. A mover mixes two
neighbours where a bust is worth what makes it indifferent. What its own turn is worth to it is known then,
whatever its share, so that what a bust is worth to it depends on the others' shares only. If two mix, each of
two linear equations has one share; if all three do, each gives one share as a fraction of two linear terms in
another: going round, the first is a fixed point of such a fraction, an eigenvector of a product of three
matrices. What comes out is an equilibrium if no policy gains anything.
"""

from itertools import product

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.certificate import (
    MOST_COMBINATIONS,
    attainable,
    limits_of,
    policies,
    values_of,
)
from solvers.in_turn_of_many.clusters.certificate_of_turns import TIE
from solvers.race_of_many.certificate_of_unsettled import race

PLAYERS = 3
# By how much a share may be outside of 0 to 1, and apart from another, by rounding.
SHARE_ROUNDING = 1e-9
# The most that a policy gains against a mixed equilibrium whose shares are rounded.
LARGEST_GAIN = 1e-11


class _Cluster:
    """The policies of three rotations, all that are best replies to something attainable.

    Parameters
    ----------
    turn : one that does not wipe
    value : float64[mover, next, after, seat], each seat's chance to win
    scores : int64[rotation], the mover's, the next player's, ...

    Attributes
    ----------
    worth : of each rotation float64[policy, player + 1], what a turn is worth, the bust left out; last its
        chance to bust
    limits : of each rotation float64[policy + 1], values of the bust between which policies are best
    """

    def __init__(self, turn: Turn, value: Array, scores: Integers) -> None:
        rotations, _ = race(turn, value, scores)
        listed = [policies(turn, rotation) for rotation in rotations]
        kept = attainable(rotations, listed)
        self.worth = [worth[own] for (_, worth), own in zip(listed, kept, strict=True)]
        self.limits = [limits_of(mover, worth) for mover, worth in enumerate(self.worth)]
        self.alike = bool((scores == scores[0]).all())

    def choices(self, mixing: tuple[int, ...]) -> Integers:
        """All choices of a policy for each rotation, int64[choice, rotation], the cautious one of two.

        Parameters
        ----------
        mixing : which rotations mix
        """
        counts = [len(own) - (rotation in mixing) for rotation, own in enumerate(self.worth)]
        if np.prod(counts) > MOST_COMBINATIONS:
            raise NotConverged(f"cluster: more than {MOST_COMBINATIONS} choices of policies to try.")
        if self.alike:
            return np.repeat(np.arange(counts[0])[:, None], PLAYERS, axis=1)
        return np.array(list(product(*map(range, counts))), np.int64).reshape(-1, PLAYERS)

    def mixed(self, taken: Integers, share: Array) -> Array:
        """What turns are worth, float64[choice, rotation, player + 1].

        Parameters
        ----------
        taken : int64[choice, rotation], the cautious policies
        share : float64[choice, rotation], chance to play the next one instead
        """
        out = np.empty((*taken.shape, PLAYERS + 1))
        for rotation, own in enumerate(self.worth):
            bold = own[np.minimum(taken[:, rotation] + 1, len(own) - 1)]
            some = share[:, rotation, None]
            out[:, rotation] = (1.0 - some) * own[taken[:, rotation]] + some * bold
        return out

    def gain(self, taken: Integers, share: Array) -> Array:
        """The most that a mover gains by another policy, float64[choice]."""
        worth = self.mixed(taken, share)
        value, gain = values_of(worth), np.zeros(len(taken))
        for rotation, own in enumerate(self.worth):
            bust = value[:, (rotation + 1) % PLAYERS, rotation]
            played = worth[:, rotation, rotation] + worth[:, rotation, -1] * bust
            every = own[:, rotation] + own[:, -1] * bust[:, None]
            gain = np.maximum(gain, every.max(axis=1) - played)
        return gain

    def excess(self, mover: int, taken: Integers, share: Array) -> Array:
        """How much more a bust is worth to a mover than makes it indifferent, float64[choice].

        Parameters
        ----------
        mover : one that mixes
        taken, share : of all rotations; the mover's own share changes nothing
        """
        own, limit = self.worth[mover][taken[:, mover]], self.limits[mover][taken[:, mover] + 1]
        worth = own[:, mover] + own[:, -1] * limit
        turns = self.mixed(taken, share)
        for rotation in (mover + 2) % PLAYERS, (mover + 1) % PLAYERS:
            worth = turns[:, rotation, mover] + turns[:, rotation, -1] * worth
        return worth - limit


def equilibria(turn: Turn, value: Array, scores: Integers) -> int:
    """How many equilibria a cluster has, the values of greater scores being given.

    Parameters
    ----------
    turn : one that does not wipe
    value : float64[mover, next, after, seat], each seat's chance to win
    scores : int64[rotation], the mover's, the next player's, ...

    Raises
    ------
    NotConverged
        if there are more than MOST_COMBINATIONS choices of policies
    """
    cluster = _Cluster(turn, value, scores)
    pure = cluster.choices(())
    found = [own.astype(float) for own in pure[cluster.gain(pure, np.zeros(pure.shape)) <= TIE]]
    tries = (
        [_all(cluster)] if cluster.alike else [*(_two(cluster, out) for out in range(PLAYERS)), _all(cluster)]
    )
    for taken, share in tries:
        within = ((share >= -SHARE_ROUNDING) & (share <= 1.0 + SHARE_ROUNDING)).all(axis=1)
        taken, share = taken[within], share[within].clip(0.0, 1.0)
        for own in (taken + share)[cluster.gain(taken, share) <= LARGEST_GAIN]:
            if all(np.abs(own - known).max() > SHARE_ROUNDING for known in found):
                found.append(own)
    return len(found)


def _two(cluster: _Cluster, out: int) -> tuple[Integers, Array]:
    """Policies and shares, int64 and float64[choice, rotation], if all but one rotation mix."""
    one, other = (out + 1) % PLAYERS, (out + 2) % PLAYERS
    taken = cluster.choices((one, other))
    share = np.zeros(taken.shape)
    for mover, unknown in ((one, other), (other, one)):
        none, all_of_it = np.zeros(taken.shape), np.zeros(taken.shape)
        all_of_it[:, unknown] = 1.0
        low, high = (cluster.excess(mover, taken, own) for own in (none, all_of_it))
        with np.errstate(divide="ignore", invalid="ignore"):
            share[:, unknown] = low / (low - high)
    return taken, share


def _all(cluster: _Cluster) -> tuple[Integers, Array]:
    """Policies and shares, int64 and float64[choice, rotation], if all rotations mix."""
    taken = cluster.choices((0, 1, 2))
    if not len(taken):
        return taken, np.zeros(taken.shape)
    round_trip = np.broadcast_to(np.eye(2), (len(taken), 2, 2))
    steps = []
    # From the first share to the third, to the second, and to the first again.
    for mover in (1, 0, 2):
        to, of = (mover + 1) % PLAYERS, (mover + 2) % PLAYERS
        corners = {}
        for ends in product((0.0, 1.0), repeat=2):
            share = np.zeros(taken.shape)
            share[:, to], share[:, of] = ends
            corners[ends] = cluster.excess(mover, taken, share)
        constant = corners[0.0, 0.0]
        by_to, by_of = corners[1.0, 0.0] - constant, corners[0.0, 1.0] - constant
        both = corners[1.0, 1.0] - constant - by_to - by_of
        steps.append(np.stack([-by_of, -constant, both, by_to], axis=1).reshape(-1, 2, 2))
        round_trip = steps[-1] @ round_trip
    vectors = np.linalg.eig(round_trip)[1]
    shares = np.full((2, *taken.shape), np.nan)
    for root in range(2):
        at = vectors[:, :, root]
        real = np.abs(at.imag).max(axis=1) == 0.0
        for mover, step in zip((2, 1, 0), (None, *steps), strict=False):
            if step is not None:
                at = np.einsum("cij,cj->ci", step, at)
            with np.errstate(divide="ignore", invalid="ignore"):
                shares[root, :, (mover + 1) % PLAYERS] = np.where(real, (at[:, 0] / at[:, 1]).real, np.nan)
    return np.concatenate([taken, taken]), shares.reshape(-1, PLAYERS)
