"""Certificate of the number of equilibria of a cluster of three states, pure and mixed.

The policies of all rotations are those of the certificate of clusters without a pure equilibrium. A mover
mixes two neighbouring policies if it is indifferent for the value of a bust. The value of its turn to itself
is then known, for any share, so its value of a bust depends on the others' shares only. If two mix, each of
two linear equations has one share. If all three mix, each equation gives one share as a fraction of two
linear functions of another one. Going round, the first share is a fixed point of such a fraction, an
eigenvector of a product of three matrices. The result is an equilibrium if no policy gains anything.
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
# By how much rounding may move a share outside [0, 1], or apart from an equal one.
SHARE_ROUNDING = 1e-9
# The most that a policy may gain against a mixed equilibrium with rounded shares.
LARGEST_GAIN = 1e-11


class _Cluster:
    """The policies of three rotations that are best responses to some attainable value of a bust.

    Parameters
    ----------
    turn : a game's turn without wipes
    value : float64[mover, next, after, seat], win probability of each seat
    scores : int64[rotation], scores of the mover, the next player, ...

    Attributes
    ----------
    worth : for each rotation float64[policy, player + 1], value of a turn without the bust, and in the last
        column its probability to bust
    limits : for each rotation float64[policy + 1], values of the bust between which policies are best
    """

    def __init__(self, turn: Turn, value: Array, scores: Integers) -> None:
        rotations, _ = race(turn, value, scores)
        listed = [policies(turn, rotation) for rotation in rotations]
        kept = attainable(rotations, listed)
        self.worth = [worth[own] for (_, worth), own in zip(listed, kept, strict=True)]
        self.limits = [limits_of(mover, worth) for mover, worth in enumerate(self.worth)]
        self.alike = bool((scores == scores[0]).all())

    def choices(self, mixing: tuple[int, ...]) -> Integers:
        """Return all choices of a policy for each rotation, int64[choice, rotation]; of two the cautious.

        Parameters
        ----------
        mixing : indices of the rotations that mix
        """
        counts = [len(own) - (rotation in mixing) for rotation, own in enumerate(self.worth)]
        if np.prod(counts) > MOST_COMBINATIONS:
            raise NotConverged(f"cluster: more than {MOST_COMBINATIONS} choices of policies to try.")
        if self.alike:
            return np.repeat(np.arange(counts[0])[:, None], PLAYERS, axis=1)
        return np.array(list(product(*map(range, counts))), np.int64).reshape(-1, PLAYERS)

    def mixed(self, taken: Integers, share: Array) -> Array:
        """Return the values of turns, float64[choice, rotation, player + 1].

        Parameters
        ----------
        taken : int64[choice, rotation], the cautious policies
        share : float64[choice, rotation], probability to play the next policy instead
        """
        out = np.empty((*taken.shape, PLAYERS + 1))
        for rotation, own in enumerate(self.worth):
            bold = own[np.minimum(taken[:, rotation] + 1, len(own) - 1)]
            some = share[:, rotation, None]
            out[:, rotation] = (1.0 - some) * own[taken[:, rotation]] + some * bold
        return out

    def gain(self, taken: Integers, share: Array) -> Array:
        """Return the most that a mover gains by another policy, float64[choice]."""
        worth = self.mixed(taken, share)
        value, gain = values_of(worth), np.zeros(len(taken))
        for rotation, own in enumerate(self.worth):
            bust = value[:, (rotation + 1) % PLAYERS, rotation]
            played = worth[:, rotation, rotation] + worth[:, rotation, -1] * bust
            every = own[:, rotation] + own[:, -1] * bust[:, None]
            gain = np.maximum(gain, every.max(axis=1) - played)
        return gain

    def excess(self, mover: int, taken: Integers, share: Array) -> Array:
        """Return a mover's value of a bust minus that which makes it indifferent, float64[choice].

        Parameters
        ----------
        mover : rotation of a mover that mixes
        taken, share : of all rotations; the mover's own share has no effect
        """
        own, limit = self.worth[mover][taken[:, mover]], self.limits[mover][taken[:, mover] + 1]
        worth = own[:, mover] + own[:, -1] * limit
        turns = self.mixed(taken, share)
        for rotation in (mover + 2) % PLAYERS, (mover + 1) % PLAYERS:
            worth = turns[:, rotation, mover] + turns[:, rotation, -1] * worth
        return worth - limit


def equilibria(turn: Turn, value: Array, scores: Integers) -> int:
    """Return the number of equilibria of a cluster, for given values at greater scores.

    Parameters
    ----------
    turn : a game's turn without wipes
    value : float64[mover, next, after, seat], win probability of each seat
    scores : int64[rotation], scores of the mover, the next player, ...

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
    """Policies and shares, int64 and float64[choice, rotation], if two rotations mix."""
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
    # From the first share to the third, to the second, and back to the first.
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
