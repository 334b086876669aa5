"""Choose equilibria for clusters on which policy iteration does not end, and list these clusters."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.in_turn_of_many.clusters.board import ContestArrays
from solvers.in_turn_of_many.clusters.candidates import Candidates
from solvers.in_turn_of_many.clusters.chances import period_of
from solvers.in_turn_of_many.clusters.pure_policies import attainable, try_all
from solvers.race_of_many.in_parts.mixed import find_mixed
from solvers.race_of_many.mixed_cluster import mixture


class Listed(NamedTuple):
    """The clusters on which policy iteration cycles.

    Attributes
    ----------
    scores : int64[cluster, seat], scores of one rotation's mover, the next player, ...
    gain : float64[cluster], the most that a mover gains by another policy for one turn
    share : float64[cluster, seat], probability of the player with that score to play the bold policy of a
        turn, else the cautious one; 0 if pure
    """

    scores: Integers
    gain: Array
    share: Array

    @property
    def mixed(self) -> NDArray[np.bool_]:
        """Which clusters got a mixed equilibrium."""
        return np.asarray((self.share > 0.0).any(axis=1))

    @property
    def unsettled(self) -> NDArray[np.bool_]:
        """Which clusters got no equilibrium: they have the policies with the least gain."""
        return np.asarray(~self.mixed & (self.gain > 0.0))

    def rows(self) -> Array:
        """Return the list as rows of numbers."""
        return np.concatenate([self.scores, self.gain[:, None], self.share], axis=1, dtype=np.float64)


def listed(rows: Array, players: int) -> Listed:
    """Return the list from its rows.

    Parameters
    ----------
    rows : float64[cluster, column]; without clusters it may have no columns
    players : number of players
    """
    every = rows.reshape(len(rows), 2 * players + 1)
    return Listed(every[:, :players].astype(np.int64), every[:, players], every[:, players + 1 :])


@dataclass
class Settling:
    """Chooses the first pure equilibrium for each cluster that is searched, or else a mixed one.

    Parameters
    ----------
    rows : rows of the list
    """

    rows: list[Array] = field(default_factory=list)

    def settle(
        self, race: ContestArrays, total: int, cluster: Integers, candidates: Candidates
    ) -> tuple[int, float]:
        """Write the values of the chosen policies; return the number of pure equilibria, and the gain.

        Parameters
        ----------
        race : its board is written
        total : sum of the cluster's scores
        cluster : int64[rotation, 2], the others' scores as one number, and the next player's
        candidates : overwritten with those of the cluster
        """
        board, players = race.board, len(cluster)
        kept, _ = attainable(race, total, cluster, candidates)
        taken, equilibria, gain = try_all(candidates, kept, period_of(cluster))
        share = np.zeros(players)
        if gain > 0.0:
            mixed_taken, mixed_share = np.zeros(players, np.int64), np.zeros(players)
            mixed_gain = find_mixed(candidates, kept, period_of(cluster), mixed_taken, mixed_share)
            if mixed_gain < np.inf:
                taken, share, gain = mixed_taken, mixed_share, mixed_gain
        for rotation, (others, following) in enumerate(cluster):
            mixture(candidates, rotation, taken[rotation], share[rotation], board.worth[others, :, following])
        scores = total - board.others_total[cluster[:, 0]] - cluster[:, 1]
        self.rows.append(np.concatenate([scores, [gain], share]))
        return equilibria, gain

    def listed(self, players: int) -> Listed:
        """Return the whole list."""
        return listed(np.array(self.rows).reshape(len(self.rows), 2 * players + 1), players)
