"""The race of three players in turn, each for its own win: a stationary equilibrium, mixed where necessary.

As in `solvers.race_of_many.solve`, layers with the same sum of scores are solved from the greatest down, and
each cluster, the three rotations of the same scores, by policy iteration. If that cycles, all equilibria of
the cluster, pure and mixed, are enumerated (`solvers.race_of_many.mixed_cluster`), and it gets one of them.
Lower layers build on its value. The result is a stationary equilibrium: no mover gains by another turn, and
hence, as games end almost surely, no player by another strategy.

Every cluster has one by Kakutani's theorem: best responses map values of the rotations to a convex set of
values, as mixtures of neighbouring candidates are best responses, too.

If there are several equilibria, an enumerated cluster gets the first, pure before mixed ones; other clusters
get the one where policy iteration ends. Another *start* may end in another one. With *every*, the equilibria
of all clusters are enumerated: the result is the same, and it is known which clusters have several, for the
given values above.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers, Shorts
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.board import SETTLED, ContestArrays, race_values
from solvers.in_turn_of_many.clusters.candidates import Candidates, believed_of, candidates
from solvers.in_turn_of_many.clusters.chances import period_of
from solvers.in_turn_of_many.clusters.layers import no_records, solve
from solvers.in_turn_of_many.clusters.pure_policies import attainable
from solvers.race_of_many import solve as race_of_many
from solvers.race_of_many.certificate_of_mixing import certify
from solvers.race_of_many.indifference import turn_totals
from solvers.race_of_many.mixed_cluster import MOST_EQUILIBRIA, Equilibria, find_all, mixture, no_equilibria
from solvers.race_of_many.policy import after_bust, hold_at_of
from solvers.race_of_many.shares import PLAYERS

# First guess of a bust's value in policy iteration, by start; None extrapolates linearly from states with
# more points.
GUESSES = (None, 0.0, 1.0)


class Clusters(NamedTuple):
    """The clusters on which policy iteration cycles, and others that were found to have several equilibria.

    Attributes
    ----------
    scores : int64[cluster, seat], scores of the first rotation's mover, the next player, and the one after
    equilibria : int64[cluster], number of equilibria, pure and mixed
    share : float64[cluster, seat], probability of the player with that score to play the bold policy of a
        turn, else the cautious one; 0 if pure
    cautious : float64[cluster, seat], a value of a bust to which the policy is the best response; of two
        policies, the cautious one
    bust : float64[cluster, seat], value of a bust to the player with that score, when it moves
    """

    scores: Integers
    equilibria: Integers
    share: Array
    cautious: Array
    bust: Array

    @property
    def mixed(self) -> NDArray[np.bool_]:
        """Which clusters got a mixed equilibrium."""
        return np.asarray((self.share > 0.0).any(axis=1))


@dataclass(frozen=True)
class RaceOfThree:
    """A stationary equilibrium.

    Attributes
    ----------
    turn, goal, start, every : the race, the start, and whether the equilibria of every cluster were counted
    value : float64[mover, next, after, seat], win probability of the mover, the next player, and the one
        after
    clusters : clusters with several equilibria, or a mixed one
    exploitability : the most that a mover gains by other play of one turn, or of the rest of it
    residual : the exploitability, or the largest difference between the value and its backup by these
        strategies, if that is more
    """

    turn: Turn
    goal: int
    start: int
    every: bool
    value: Array
    clusters: Clusters
    exploitability: float
    residual: float

    @property
    def win_probability(self) -> Array:
        """Win probability of each seat at the start, float64[seat]."""
        chances: Array = self.value[0, 0, 0]
        return chances

    @property
    def listed_clusters(self) -> int:
        """Number of listed clusters."""
        return len(self.clusters.equilibria)

    @property
    def mixed_clusters(self) -> int:
        """Number of clusters with a mixed equilibrium."""
        return int(self.clusters.mixed.sum())

    @property
    def clusters_of_several(self) -> int:
        """Number of listed clusters with several equilibria."""
        return int((self.clusters.equilibria > 1).sum())

    @cached_property
    def indifferent_at(self) -> Shorts:
        """Least turn total at which a player is indifferent, int16[cluster, seat]; -1 if it does not mix.

        In Pig there is only one, and to play boldly is to roll there. In games with several positions,
        players may have the same choice at several positions of one turn total.
        """
        out = np.full(self.clusters.share.shape, -1, np.int16)
        for cluster, seat in np.argwhere(self.clusters.share > 0.0).tolist():
            first, second, third = np.roll(self.clusters.scores[cluster], -seat).tolist()
            out[cluster, seat] = turn_totals(self.turn, self.value, (first, second, third))[0]
        return out

    def hold_at(self) -> Shorts:
        """Least turn total at which the policy, of two the cautious one, holds, int16[mover, next, after].

        Raises
        ------
        InvalidRules
            if the game has other ways to go on than the same throw
        """
        return hold_at_of(self.turn, self.value, self.bust_values)

    @property
    def bust_values(self) -> Array:
        """Value of a bust to the mover by the policy, float64[mover, next, after]."""
        bust = after_bust(self.value)
        cluster, seat = np.nonzero(self.clusters.share)
        at = tuple(self.clusters.scores[cluster, (seat + ahead) % PLAYERS] for ahead in range(PLAYERS))
        bust[at] = self.clusters.cautious[cluster, seat]
        return bust


def equilibrium(turn: Turn, goal: int, start: int = 0, every: bool = False) -> RaceOfThree:
    """Solve the race of three players, each playing for its own win.

    Parameters
    ----------
    turn : a game's turn with one opening, without wipes, in which busts score nothing
    goal : points to win, 2 or more
    start : 0 starts policy iteration by linear extrapolation from states with more points, and takes the
        first enumerated equilibrium; 1 starts with busts of value 0, and takes the first; 2 starts with busts
        of value 1, and takes the last
    every : whether to count the equilibria of every cluster, which takes many times as long

    Raises
    ------
    InvalidRules
        if `solvers.race_of_many.solve.optimal_play` refuses the turn or the goal, or there is no such start
    NotConverged
        if the enumeration of a cluster finds no equilibrium, or too many

    Notes
    -----
    Neller, Russell & Markov 2012 (section 3.2) say of value iteration that it "happens to converge" for two
    players.

    Examples
    --------
    >>> from solvers.games import pig
    >>> solution = equilibrium(pig.turn(), 62)  # the least goal at which policies are not enough
    >>> solution.mixed_clusters, solution.clusters.scores[solution.clusters.mixed].tolist()
    (1, [[1, 30, 0]])
    >>> solution.exploitability < 1e-13
    True
    """
    race_of_many.check(turn, goal, PLAYERS)
    if start not in range(len(GUESSES)):
        raise expected("start", f"0 to {len(GUESSES) - 1}", start)
    race, chooser = race_of_many.no_values(turn, goal, PLAYERS), _Chooser(last=start == 2)
    records = no_records(PLAYERS, goal**3 // 3 + goal)
    solve(race, candidates(PLAYERS), records, chooser.settle, GUESSES[start], every)
    value, clusters = race_values(race.board), chooser.clusters()
    exploitability, difference = certify(turn, value, clusters.scores, clusters.share)
    return RaceOfThree(
        turn, goal, start, every, value, clusters, exploitability, max(exploitability, difference)
    )


class _Row(NamedTuple):
    """A row of `Clusters`, for one cluster."""

    scores: Integers
    equilibria: int
    share: Array
    cautious: Array
    bust: Array


@dataclass
class _Chooser:
    """Chooses an equilibrium for each cluster that is searched, and lists it.

    Parameters
    ----------
    last : whether to take the last enumerated equilibrium instead of the first
    found : work array for the equilibria of a cluster
    rows : the list
    """

    last: bool
    found: Equilibria = field(default_factory=no_equilibria)
    rows: list[_Row] = field(default_factory=list)

    def settle(
        self, race: ContestArrays, total: int, cluster: Integers, candidates: Candidates
    ) -> tuple[int, float]:
        """Write the values of the chosen policies; return the number of equilibria, and the gain.

        Parameters
        ----------
        race : its board is written
        total : sum of the cluster's scores
        cluster : int64[rotation, 2], the others' scores as one number, and the next player's
        candidates : overwritten with those of the cluster
        """
        board = race.board
        kept, whole = attainable(race, total, cluster, candidates)
        scores = np.array([total - board.others_total[others] - following for others, following in cluster])
        count = find_all(candidates, kept, period_of(cluster), self.found) if whole else 0
        if not 0 < count < MOST_EQUILIBRIA:
            where = f"scores {scores.tolist()}, goal {race.goal}"
            raise NotConverged(
                f"equilibria of a cluster: expected 1 to {MOST_EQUILIBRIA - 1}, found {count} ({where})."
            )
        settled = board.status[cluster[0, 0], cluster[0, 1]] == SETTLED
        if settled:
            one = self._nearest(count, board.bust[cluster[:, 0], cluster[:, 1]])
        else:
            one = count - 1 if self.last else 0
        taken, share = self.found.taken[one], self.found.share[one]
        for rotation, (others, following) in enumerate(cluster):
            mixture(candidates, rotation, taken[rotation], share[rotation], board.worth[others, :, following])
        if count > 1 or not settled:
            cautious = believed_of(candidates, taken)
            self.rows.append(_Row(scores, count, share.copy(), cautious, self.found.bust[one].copy()))
        return count, float(self.found.gain[one])

    def _nearest(self, count: int, bust: Array) -> int:
        """The equilibrium in which policy iteration has ended."""
        return int(np.abs(self.found.bust[:count] - bust).max(axis=1).argmin())

    def clusters(self) -> Clusters:
        """Return the whole list."""
        if not self.rows:
            none = np.zeros((0, PLAYERS))
            return Clusters(none.astype(np.int64), np.zeros(0, np.int64), none, none, none)
        return Clusters(*(np.array(column) for column in zip(*self.rows, strict=True)))
