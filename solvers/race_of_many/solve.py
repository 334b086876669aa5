"""The race of three players and more in turn.

State: the scores in the order of moving, the mover first; value: each seat's chance to win. Banking x hands
the turn on: from (i, j, k) to (j, k, x), in which the player who banked moves last; a bust leads to (j, k,
i). Everybody maximises the own chance, so the mover's choices depend on the own value of holding and of a
bust only, and the other seats' chances follow (`solvers.turns.seats`). Totals of scores only grow, and only
the rotations of the same scores depend on each other, a *cluster* (`solvers.in_turn_of_many.clusters`).

On a cluster, policy iteration: best policies for what the busts are taken to be worth; what the busts are
worth under these policies; again. Of two players it is Newton's method and ends. Of three it may come round
to policies that it had: what suits the mover may harm another, and no policies at all may be best replies to
each other, not even with a tie broken well. Neller, Russell & Markov 2012 (section 3.2) say of value
iteration that it "happens to converge" for two. So a cluster whose bust values come again to the last bit is
searched through (`clusters.pure_policies`); if it has no policies in equilibrium, it gets those
with the least to gain by another turn's policy, and that gain is recorded. It is never called exact, nor is
what leads to it (`solvers.race_of_many.reach`).

Which equilibrium, if there are several: ties hold, and iteration starts from the straight line through the
first two scores that a mover comes to.
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
    """What is told of a race by policy iteration, however much of it is kept.

    Attributes
    ----------
    goal : points to win
    searched : clusters on which policy iteration does not end
    residual : largest difference between a value and one backup of it by another route, outside of clusters
        without equilibrium
    deviation_gain : the most that a mover gains by another policy for one turn, over all states, by that
        route
    """

    goal: int
    searched: Searched
    residual: float
    deviation_gain: float

    @property
    def unsettled_clusters(self) -> int:
        """How many clusters have no policies in equilibrium."""
        return int(self.searched.unsettled.sum())

    @property
    def cycling_clusters(self) -> int:
        """On how many clusters policy iteration does not end; some have an equilibrium none the less."""
        return len(self.searched.gain)

    @property
    def oscillation(self) -> float:
        """Largest change of a value between two steps where policy iteration does not end, else 0."""
        return float(self.searched.oscillation.max(initial=0.0))


@dataclass(frozen=True)
class RaceOfMany(Iterated):
    """Everybody plays for the own win.

    Attributes
    ----------
    turn, players : the game
    value : float64[mover, next, ..., seat], chance of the mover, of the next player, ... to win, all scores
        below the goal
    settled : int8[mover, next, ...], 0 where the value is an equilibrium's, 1 where it depends on a cluster
        without, 2 in such a cluster
    """

    turn: Turn
    players: int
    value: Array
    settled: Flags

    @property
    def win_probability(self) -> Array:
        """Chance of each seat to win from the start, float64[seat]."""
        start: Array = self.value[(0,) * self.players]
        return start


def optimal_play(turn: Turn, goal: int, players: int = 3) -> RaceOfMany:
    """Solve the race of several players who all play for the own win.

    Parameters
    ----------
    turn : any turn of one opening that does not wipe and scores nothing if it busts
    goal : points to win, 2 or more
    players : 2 to 5

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or there are too few or too many players, or more states than fit into 2
        GB, or the turn has more than one opening, wipes, scores something even if it busts, or goes on from a
        throw that gains nothing
    NotConverged
        if there are more clusters without an end of policy iteration than can be recorded

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
    """Refuse what `optimal_play` refuses."""
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
    """Whether a process can hold all values."""
    return int(8 * players * goal ** (players - 1) * (goal + LANES)) <= MOST_BYTES


def no_values(turn: Turn, goal: int, players: int) -> ContestArrays:
    """A race of which nothing is known yet."""
    return contest_arrays(turn, goal, race_board(goal, players))
