"""The crowd: from how many players on is it an equilibrium of simultaneous Pig that everybody holds at the
goal?

If all others hold at the goal, each of them reaches it in a turn with chance q or scores nothing, so their
scores stay 0 for as long as the game lasts. One player deviates: with n players the others let a round pass
with chance w = (1 - q)^(n - 1), and whoever reaches the goal gets a share S of one win that is the same
whenever it happens. The deviator's value by its own banked score i is therefore S v(i),

    v(i) = max over stopping rules of P(reach the goal) + w (expected v of the score that the turn leaves).

Holding at the goal for ever is worth u = q / (1 - (1 - q) w), and S u = 1 / n. Take u off and measure what is
left in rounds,

    J(i) = (v(i) - u) / (1 - w u):   J(i) = max over rules of P(reach the goal) - q + w (expected J of what
    the turn leaves).

Everybody holding at the goal is an equilibrium if and only if J(0) = 0. With J(0) = 0, throwing on for ever
from turn total x of the first turn is worth R(x), the chance to reach the goal from there, and holding w
J(x); so the test is w J(x) <= R(x) at each turn total x that can come up. R grows with x, and R(0) = q, so
holding at the goal makes every J(i) at least 0. Where w grows each J therefore grows: the operator above is
larger for the larger w. Hence the n of equilibrium are all n from a least one on, and bisection finds it.

Zhu, Ma, Chen & Liu 2023 ("Infinite number of players") note that 1 / n < q suffices to make holding at the
goal the better answer to a crowd that does anything else.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array, Integers
from solvers.at_once.opponents import turns_that_hold
from solvers.crowd.certificate import residual
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit
from solvers.turns.backward import LANES, rows, set_ends, sweep, workspace

# Of a sweep's values against the guesses they came from, in chances to win; rounding leaves some units in the
# last place.
TOLERANCE = 1e-13
MOST_SWEEPS = 60
# Where w J(x) and R(x) differ by no more than this, they are equal: a tie is an equilibrium.
TIE = 1e-14
# Powers of 2 tried.
MOST_POWER = 40


@dataclass(frozen=True)
class Crowd:
    """When everybody holds at the goal.

    Attributes
    ----------
    turn, goal : the game
    reach_probability : q, chance to reach the goal in one turn by holding at the goal
    players : least number of players from which on everybody holding at the goal is an equilibrium, 1 or more
    margin : least R(x) - w J(x) with that many players, 0 or more up to rounding; 1 if no turn total below
        the goal can come up
    value : float64[banked], what a deviator with that banked score wins with that many players, all others at
        0
    deviation_gain : float64[players], what the best deviation wins beyond 1 / n, for n = 2, 3, ...
    residual : largest difference between a value of either and one backup of it by another route
    """

    turn: Turn
    goal: int
    reach_probability: float
    players: int
    margin: float
    value: Array
    deviation_gain: Array
    residual: float

    @property
    def paper_bound(self) -> int:
        """Least n with 1 / n < q."""
        return int(np.floor(1.0 / self.reach_probability)) + 1


def crowd(turn: Turn, goal: int, most_players: int = 2) -> Crowd:
    """Find the least number of players from which on everybody holds at the goal.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    most_players : the last number of players of which the gain by deviation is told, 2 or more

    Raises
    ------
    InvalidRules
        if a number is out of range, or the goal so far that it takes more than 2 to the power of MOST_POWER
        players
    NotConverged
        if a state takes more than MOST_SWEEPS sweeps

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(crowd(pig.turn(), 100).reach_probability, 4))  # Zhu, Ma, Chen & Liu 2023, Table 2
    0.0102
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if most_players < 2:
        raise expected("most_players", "2 or more", most_players)
    game = Deviations(turn, goal)
    players = game.least()
    numbers = np.concatenate([[players, max(players - 1, 2)], np.arange(2, most_players + 1)])
    value, excess, margin = game.solve(numbers)
    gain = excess * game.stakes(numbers)
    return Crowd(
        turn,
        goal,
        game.chance,
        players,
        margin[0],
        value[:, 0],
        gain[0, 2:],
        residual(turn, goal, numbers, value),
    )


class Deviations:
    """What deviating is worth, by number of players.

    Parameters
    ----------
    turn, goal : the game

    Attributes
    ----------
    chance : q, to reach the goal in one turn by holding there
    """

    def __init__(self, turn: Turn, goal: int) -> None:
        gains = turns_that_hold(turn, goal)
        self.goal = goal
        self.chance = float(gains.score[goal])
        self._reach = gains.score[goal - np.arange(goal)]
        self._comes_up = np.flatnonzero(gains.reach[:goal] > 0.0)[1:]
        self._tables = tables(turn)
        self._workspace = workspace(self._tables, goal, turn.longest_gain)
        self._workspace[1][goal * self._tables.depth.size :, :LANES] = 1.0

    def passes(self, players: Integers) -> Array:
        """Chance w that no other player reaches the goal in a round."""
        return np.asarray(np.exp((players - 1) * np.log1p(-self.chance)))

    def stakes(self, players: Integers) -> Array:
        """What one unit of J is worth in chances to win: S (1 - w u) = (1 - w) / (n q)."""
        return np.asarray(-np.expm1((players - 1) * np.log1p(-self.chance)) / (players * self.chance))

    def least(self) -> int:
        """The least number of players of equilibrium, LANES numbers at a time: first powers of 2, then parts
        of what is left.
        """
        numbers = 1 << np.arange(1, MOST_POWER + 1)
        while True:
            found = np.flatnonzero(self.solve(numbers)[2] >= -TIE)
            if not found.size:
                raise expected("goal", f"one at which {numbers[-1]} players suffice", self.goal)
            first = int(found[0])
            if first == 0 or numbers[first] - numbers[first - 1] == 1:
                return int(numbers[first])
            numbers = np.unique(np.linspace(numbers[first - 1], numbers[first], LANES).astype(np.int64))

    def solve(self, players: Integers) -> tuple[Array, Array, Array]:
        """What a deviator wins and J, float64[banked, number of players], and the least R(x) - w J(x) for
        each number of players.
        """
        excess, margin = np.zeros((self.goal, players.size)), np.zeros(players.size)
        for start in range(0, players.size, LANES):
            some = slice(start, min(start + LANES, players.size))
            passes = np.full(LANES, 0.0)
            passes[: some.stop - start] = self.passes(players[some])
            excess[:, some] = self._excess(passes)[:, : some.stop - start]
        held = self.passes(players) * excess
        margin = (self._reach[:, None] - held)[self._comes_up].min(axis=0, initial=1.0)
        excess[0, margin >= -TIE] = 0.0
        return (1.0 + excess * (self.stakes(players) * players)) / players, excess, margin

    def _excess(self, passes: Array) -> Array:
        """J of LANES numbers of players."""
        excess, hold = np.zeros((self.goal, LANES)), rows(self.goal, LANES)
        unsettled = _solve(self._tables, self.chance, passes, hold, self._workspace, excess)
        if unsettled > TOLERANCE:
            where = f"crowd to {self.goal}, {MOST_SWEEPS} sweeps of one score"
            raise NotConverged(f"residual: expected at most {TOLERANCE}, got {unsettled} ({where}).")
        return excess


@jit
def _solve(
    tables: TurnArrays, chance: float, passes: Array, hold: Array, space: tuple[Array, Array], out: Array
) -> float:
    """J from the highest score down; returns the residual of a score that did not converge, else 0.

    passes : float64[lane], w
    hold : float64[banked, lane], comes with 0, becomes w J
    space : workspace of the turn kernel
    out : float64[banked, lane], J
    """
    throws, positions = space
    goal, ends, nothing = out.shape[0], np.zeros((tables.bust.size, 2 * LANES)), np.zeros(LANES)
    for i in range(goal - 1, -1, -1):
        unsettled, sweeps = 1.0, 0
        while unsettled > TOLERANCE and sweeps < MOST_SWEEPS:
            unsettled = 0.0
            set_ends(tables, passes * out[i], nothing, 1.0, ends)
            sweep(tables, hold, 0, ends, (i, goal), throws, positions)
            opening = i * tables.bust.size
            for lane in range(LANES):
                value, slope = throws[opening, lane] - chance, throws[opening, LANES + lane] * passes[lane]
                unsettled = max(unsettled, abs(value - out[i, lane]))
                out[i, lane] = (value - slope * out[i, lane]) / (1.0 - slope)
            sweeps += 1
        if unsettled > TOLERANCE:
            return unsettled
        hold[i] = passes * out[i]
    return 0.0
