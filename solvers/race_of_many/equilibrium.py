"""The race of three players in turn, each for the own win: mixed where no policies are in equilibrium.

As in `solvers.race_of_many.solve`, the layers of one total of scores are solved from the greatest down, and
each cluster, the three rotations of the same scores, by policy iteration. A cluster on which that goes round
has all its equilibria enumerated, pure and mixed (`solvers.race_of_many.mixed_cluster`), and gets one of
them; further up, everything is built on its value. So the whole is a stationary equilibrium: no mover gains
by another turn, and hence, as the game ends almost surely, nobody by another strategy.

That there is one in every cluster is Kakutani's theorem: to values of the rotations belong the values that
best replies to them make, a convex set, as shares of neighbouring candidates are among the best replies.

Which equilibrium, if there are several: the first, policies before mixed ones, of those enumerated; and
elsewhere the one that policy iteration ends in, from where it starts. Another *start* may end in another. On
demand *every* cluster has its equilibria enumerated, not only those without an end of policy iteration: the
same equilibrium is taken, and it is known where there is another, the values further up being given.
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

# What policy iteration first takes a bust to be worth, by start; None carries on in a straight line from
# states with more points.
GUESSES = (None, 0.0, 1.0)


class Clusters(NamedTuple):
    """The clusters on which policy iteration goes round, and any others found to have several equilibria.

    Attributes
    ----------
    scores : int64[cluster, seat], of the mover of the first rotation, of the next player, of the one after
    equilibria : int64[cluster], how many there are, pure and mixed
    share : float64[cluster, seat], chance of the player with that score to play the bold policy of a turn,
        else the cautious one; 0 if pure
    cautious : float64[cluster, seat], values of a bust to which the policy is the best reply, of two the
        cautious one
    bust : float64[cluster, seat], what a bust is worth to the player with that score, when it moves
    """

    scores: Integers
    equilibria: Integers
    share: Array
    cautious: Array
    bust: Array

    @property
    def mixed(self) -> NDArray[np.bool_]:
        """Which got a mixed equilibrium."""
        return np.asarray((self.share > 0.0).any(axis=1))


@dataclass(frozen=True)
class RaceOfThree:
    """A stationary equilibrium.

    Attributes
    ----------
    turn, goal, start, every : what was solved, from where, and whether every cluster's equilibria were
        counted
    value : float64[mover, next, after, seat], chance of the mover, of the next player and of the one after to
        win
    clusters : those with a choice of equilibria, or a mixed one
    exploitability : the most that a mover gains by other play of one turn, or of the rest of it at any turn
        total
    residual : that, or the largest difference between the value and what one turn by these strategies makes
        of it, if that is more
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
        """Chance of each seat to win from the start, float64[seat]."""
        chances: Array = self.value[0, 0, 0]
        return chances

    @property
    def listed_clusters(self) -> int:
        """How many clusters are listed."""
        return len(self.clusters.equilibria)

    @property
    def mixed_clusters(self) -> int:
        """In how many clusters somebody mixes."""
        return int(self.clusters.mixed.sum())

    @property
    def clusters_of_several(self) -> int:
        """How many of the clusters listed have more than one equilibrium."""
        return int((self.clusters.equilibria > 1).sum())

    @cached_property
    def indifferent_at(self) -> Shorts:
        """Least turn total at which a player is indifferent, int16[cluster, seat]; -1 where it does not mix.

        In Pig there is one such turn total, and to play boldly is to throw there. In games with several
        positions at one turn total the choice may be the same at each.
        """
        out = np.full(self.clusters.share.shape, -1, np.int16)
        for cluster, seat in np.argwhere(self.clusters.share > 0.0).tolist():
            first, second, third = np.roll(self.clusters.scores[cluster], -seat).tolist()
            out[cluster, seat] = turn_totals(self.turn, self.value, (first, second, third))[0]
        return out

    def hold_at(self) -> Shorts:
        """Least turn total at which the policy, of two the cautious one, holds: int16[mover, next, after].

        Raises
        ------
        InvalidRules
            if the turn offers other ways to go on than the same throw
        """
        return hold_at_of(self.turn, self.value, self.bust_values)

    @property
    def bust_values(self) -> Array:
        """What the policy takes a bust to be worth to the mover, float64[mover, next, after]."""
        bust = after_bust(self.value)
        cluster, seat = np.nonzero(self.clusters.share)
        at = tuple(self.clusters.scores[cluster, (seat + ahead) % PLAYERS] for ahead in range(PLAYERS))
        bust[at] = self.clusters.cautious[cluster, seat]
        return bust


def equilibrium(turn: Turn, goal: int, start: int = 0, every: bool = False) -> RaceOfThree:
    """Solve the race of three players who all play for the own win.

    Parameters
    ----------
    turn : any turn of one opening that does not wipe and scores nothing if it busts
    goal : points to win, 2 or more
    start : 0 to start policy iteration from straight lines through states with more points, and to take the
        first equilibrium of those enumerated; 1 to start from busts worth nothing, and take the first; 2 to
        start from busts worth a win, and take the last
    every : count the equilibria of every cluster, which takes many times as long

    Raises
    ------
    InvalidRules
        if the turn or the goal is not one for `solvers.race_of_many.solve.optimal_play`, or there is no such
        start
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
    """What is listed of one cluster: a row of `Clusters`, whose fields these are."""

    scores: Integers
    equilibria: int
    share: Array
    cautious: Array
    bust: Array


@dataclass
class _Chooser:
    """Gives each cluster that is searched one of its equilibria, and keeps account.

    Parameters
    ----------
    last : whether it takes the last of those enumerated, not the first
    found : room for the equilibria of one cluster
    rows : what is listed
    """

    last: bool
    found: Equilibria = field(default_factory=no_equilibria)
    rows: list[_Row] = field(default_factory=list)

    def settle(
        self, race: ContestArrays, total: int, cluster: Integers, candidates: Candidates
    ) -> tuple[int, float]:
        """Write what the policies taken are worth to the board; how many equilibria there are, and the gain.

        Parameters
        ----------
        race : its board is written
        total : of the cluster's scores
        cluster : int64[rotation, 2], the others' scores as one number and the next player's
        candidates : become those of the cluster
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
        """All that is listed."""
        if not self.rows:
            none = np.zeros((0, PLAYERS))
            return Clusters(none.astype(np.int64), np.zeros(0, np.int64), none, none, none)
        return Clusters(*(np.array(column) for column in zip(*self.rows, strict=True)))
