"""Gives clusters on which policy iteration does not end an equilibrium, and keeps account of them."""

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
    """The clusters on which policy iteration goes round.

    Attributes
    ----------
    scores : int64[cluster, seat], of the mover of one rotation, the next player, ...
    gain : float64[cluster], the most that a mover gains by another policy for one turn
    share : float64[cluster, seat], chance of the player with that score to play the bold policy of a turn,
        else the cautious one; 0 if pure
    """

    scores: Integers
    gain: Array
    share: Array

    @property
    def mixed(self) -> NDArray[np.bool_]:
        """Which got a mixed equilibrium."""
        return np.asarray((self.share > 0.0).any(axis=1))

    @property
    def unsettled(self) -> NDArray[np.bool_]:
        """For which none was found: they have the policies with the least to gain."""
        return np.asarray(~self.mixed & (self.gain > 0.0))

    def rows(self) -> Array:
        """All of it, side by side."""
        return np.concatenate([self.scores, self.gain[:, None], self.share], axis=1, dtype=np.float64)


def listed(rows: Array, players: int) -> Listed:
    """What `Listed.rows` gave, again.

    Parameters
    ----------
    rows : float64[cluster, column]; of no cluster there need be no column
    players : how many there are
    """
    every = rows.reshape(len(rows), 2 * players + 1)
    return Listed(every[:, :players].astype(np.int64), every[:, players], every[:, players + 1 :])


@dataclass
class Settling:
    """Gives each cluster that is searched the first policies in equilibrium, else a mixed equilibrium.

    Parameters
    ----------
    rows : of what is listed
    """

    rows: list[Array] = field(default_factory=list)

    def settle(
        self, race: ContestArrays, total: int, cluster: Integers, candidates: Candidates
    ) -> tuple[int, float]:
        """Write what the policies taken are worth to the board; how many are in equilibrium, and the gain.

        Parameters
        ----------
        race : its board is written
        total : of the cluster's scores
        cluster : int64[rotation, 2], the others' scores as one number and the next player's
        candidates : become those of the cluster
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
        """All that is listed."""
        return listed(np.array(self.rows).reshape(len(self.rows), 2 * players + 1), players)
