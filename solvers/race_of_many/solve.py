"""The race of three or more players in turn.

A state has the scores in the order of moving, the mover first; its value is each seat's win probability.
Banking x passes the turn: from (i, j, k) to (j, k, x), in which the player who banked moves last. A bust
leads to (j, k, i). Each player maximises its own win probability. So the mover's choices depend only on its
own value of holding and of a bust, and the other seats' values follow (`solvers.turns.seats`). Sums of scores
only grow, and only the rotations of the same scores depend on each other, a *cluster*
(`solvers.in_turn_of_many.clusters`).

A cluster is solved by policy iteration: best policies for given values of busts; values of busts under these
policies; and again. For two players this is Newton's method and ends. For three it may return to earlier
policies: what is best for the mover may harm another player, and a cluster may have no pure equilibrium,
whichever way ties are broken. Neller, Russell & Markov 2012 (section 3.2) say of value iteration that it
"happens to converge" for two. So a cluster whose bust values recur to the last bit is searched completely
(`clusters.pure_policies`). If it has no pure equilibrium, it gets the policies with the least gain by another
policy for one turn, and that gain is recorded. It is never called exact, and neither is any state that leads
to it (`solvers.race_of_many.reach`).

If there are several equilibria: ties hold, and iteration starts from the linear extrapolation of the first
two scores that a mover can reach.
"""

from dataclasses import dataclass

from solvers.arrays import Array, Flags
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn
from solvers.in_turn_of_many.clusters.board import ContestArrays, contest_arrays, race_board, race_values
from solvers.in_turn_of_many.clusters.candidates import candidates
from solvers.in_turn_of_many.clusters.layers import MOST_RECORDS, Searched, no_records, solve
from solvers.race_of_many.certificate import backup, gain_of, residual_of
from solvers.race_of_many.reach import flags_of
from solvers.turns.seats import LANES

MOST_PLAYERS, MOST_BYTES = 5, 2**31


@dataclass(frozen=True)
class Iterated:
    """Results of policy iteration on a race, whether or not its values are kept.

    Attributes
    ----------
    goal : points to win
    searched : the clusters on which policy iteration does not end
    residual : largest difference between a value and one backup of it by another route, outside of clusters
        without a pure equilibrium
    deviation_gain : the most that a mover gains by another policy for one turn, over all states, by that
        route
    """

    goal: int
    searched: Searched
    residual: float
    deviation_gain: float

    @property
    def unsettled_clusters(self) -> int:
        """Number of clusters without a pure equilibrium."""
        return int(self.searched.unsettled.sum())

    @property
    def cycling_clusters(self) -> int:
        """Number of clusters on which policy iteration does not end; some have an equilibrium nonetheless."""
        return len(self.searched.gain)

    @property
    def oscillation(self) -> float:
        """Largest change of a value between two steps where policy iteration does not end, else 0."""
        return float(self.searched.oscillation.max(initial=0.0))


@dataclass(frozen=True)
class RaceOfMany(Iterated):
    """The race of several players, each playing for its own win.

    Attributes
    ----------
    turn, players : the game, and the number of players
    value : float64[mover, next, ..., seat], win probability of the mover, the next player, ..., all scores
        below the goal
    settled : int8[mover, next, ...], 0 if the value is that of an equilibrium, 1 if it depends on a cluster
        without a pure one, 2 in such a cluster
    """

    turn: Turn
    players: int
    value: Array
    settled: Flags

    @property
    def win_probability(self) -> Array:
        """Win probability of each seat at the start, float64[seat]."""
        start: Array = self.value[(0,) * self.players]
        return start


def optimal_play(turn: Turn, goal: int, players: int = 3) -> RaceOfMany:
    """Solve the race of several players, each playing for its own win.

    Parameters
    ----------
    turn : a game's turn with one opening, without wipes, in which busts score nothing
    goal : points to win, 2 or more
    players : number of players, 2 to 5

    Raises
    ------
    InvalidRules
        if the goal is less than 2, there are too few or too many players, the states need more than 2 GB, or
        the turn has several openings, wipes, busts that score, or throws that gain nothing and go on
    NotConverged
        if policy iteration does not end on more clusters than can be recorded

    Examples
    --------
    >>> from solvers.games import pig
    >>> solution = optimal_play(pig.turn(), 20)
    >>> solution.win_probability.round(4).tolist()
    [0.4964, 0.31, 0.1936]
    >>> int(solution.settled.max())  # exact everywhere
    0
    """
    check(turn, goal, players)
    race, records = no_values(turn, goal, players), no_records(players)
    count = solve(race, candidates(players), records)
    if count > MOST_RECORDS:
        raise NotConverged(
            f"clusters without an end: expected at most {MOST_RECORDS}, got {count} (race of {players} to"
            f" {goal})."
        )
    value, searched = race_values(race.board), records.first(count)
    settled = flags_of(turn, goal, searched.scores[searched.unsettled])
    backed = backup(turn, goal, value)
    return RaceOfMany(
        goal,
        searched,
        residual_of(value, backed, settled),
        gain_of(value, backed),
        turn,
        players,
        value,
        settled,
    )


def check(turn: Turn, goal: int, players: int) -> None:
    """Refuse races that `optimal_play` refuses."""
    if turn.wipes or turn.least_score > 0 or len(turn.openings) > 1:
        raise expected(
            "turn",
            "one opening, no wipes, nothing for a bust",
            turn.name,
            "Such races are solved for two players.",
        )
    if turn.may_gain_nothing:
        rule = "throws that gain something wherever the turn goes on"
        raise expected("turn", rule, turn.name, "Such races are solved for two players.")
    if not 2 <= players <= MOST_PLAYERS:
        raise expected("players", f"2 to {MOST_PLAYERS}", players)
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if not fits(goal, players):
        most = max(goal for goal in range(2, 2**14) if fits(goal, players))
        raise expected("goal", f"2 to {most} for {players} players", goal, "More states than fit into 2 GB.")


def fits(goal: int, players: int) -> bool:
    """Return whether all values fit into one process's memory."""
    return int(8 * players * goal ** (players - 1) * (goal + LANES)) <= MOST_BYTES


def no_values(turn: Turn, goal: int, players: int) -> ContestArrays:
    """Return work arrays for a race that is not solved yet."""
    return contest_arrays(turn, goal, race_board(goal, players))
