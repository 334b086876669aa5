"""Simultaneous Pig: the least number of players for which holding at the goal is an equilibrium.

If all others hold at the goal, each of them reaches it in a turn with chance q or scores nothing, so their
scores stay 0 as long as the game lasts. One player deviates. With n players, no other player reaches the goal
in a round with chance w = (1 - q)^(n - 1). A player who reaches the goal gets a share S of the win, which is
the same in every round. So the deviator's value at its banked score i is S v(i),

    v(i) = max over stopping rules of P(reach the goal) + w (expected v of the score that the turn leaves).

Always holding at the goal is worth u = q / (1 - (1 - q) w), and S u = 1 / n. Subtract u and measure the rest
in rounds,

    J(i) = (v(i) - u) / (1 - w u):   J(i) = max over rules of P(reach the goal) - q + w (expected J of what
    the turn leaves).

Everybody holding at the goal is an equilibrium if and only if J(0) = 0. Then rolling on to the goal from turn
total x of the first turn is worth R(x), the chance to reach the goal from there, and holding is worth w J(x).
So the test is w J(x) <= R(x) for each turn total x that can come up. R grows with x, and R(0) = q, so holding
at the goal makes every J(i) at least 0. Hence each J grows with w, as the operator above does. So if n
players are in equilibrium, more players are, too, and bisection finds the least n.

Zhu, Ma, Chen & Liu 2023 ("Infinite number of players") note that 1 / n < q suffices to make holding at the
goal the better answer to a crowd that does anything else.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.at_once.opponents import turns_that_hold
from solvers.crowd.certificate import residual
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit_allocating
from solvers.turns.backward import LANES, rows, set_ends, sweep, workspace

# Largest accepted difference between the values of a sweep and the guesses it started from, as a chance to
# win; rounding leaves a few units in the last place.
LARGEST_RESIDUAL = 1e-13
MOST_SWEEPS = 60
# w J(x) and R(x) count as equal up to this difference; a tie is an equilibrium.
TIE = 1e-14
# Largest number of players tried, as a power of 2.
MOST_POWER = 40


@dataclass(frozen=True)
class Crowd:
    """The number of players from which on everybody holds at the goal.

    Attributes
    ----------
    turn, goal : the game
    reach_probability : q, chance to reach the goal in one turn by holding at the goal
    players : least number of players for which holding at the goal is an equilibrium, 1 or more
    margin : least R(x) - w J(x) with that many players, 0 or more up to rounding; 1 if no turn total below
        the goal can come up
    value : float64[banked], chance to win of a deviator with that banked score, with that many players, all
        others at 0
    deviation_gain : float64[players], chance to win of the best deviation beyond 1 / n, for n = 2, 3, ...,
        `most_players`
    residual : largest difference between these values and one backup of them by another route
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


class DeviationWorth(NamedTuple):
    """Values of deviating, by number of players.

    Attributes
    ----------
    value : float64[banked, players], chance to win of a deviator with that banked score, all others at 0
    excess : float64[banked, players], J
    margin : float64[players], least R(x) - w J(x); 1 if no turn total below the goal can come up
    """

    value: Array
    excess: Array
    margin: Array


def crowd(turn: Turn, goal: int, most_players: int = 2) -> Crowd:
    """Find the least number of players from which on everybody holds at the goal.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    most_players : largest number of players for which the gain by deviation is computed, 2 or more

    Raises
    ------
    InvalidRules
        if a number is out of range, or the goal so large that it takes more than 2 ** MOST_POWER players
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
    worth = game.solve(numbers)
    gain = worth.excess * game.stakes(numbers)
    return Crowd(
        turn,
        goal,
        game.chance,
        players,
        worth.margin[0],
        worth.value[:, 0],
        gain[0, 2:],
        residual(turn, goal, numbers, worth.value),
    )


class Deviations:
    """Solver for the value of deviating, by number of players.

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
        """Chance w that no other player reaches the goal in a round, float64[players].

        Parameters
        ----------
        players : int64[players], numbers of players
        """
        # NumPy's functions have other last digits on some processors.
        return np.array([math.exp(own * math.log1p(-self.chance)) for own in (players - 1).tolist()])

    def stakes(self, players: Integers) -> Array:
        """Value of one unit of J as a chance to win, float64[players]: S (1 - w u) = (1 - w) / (n q).

        Parameters
        ----------
        players : int64[players], numbers of players
        """
        some = [-math.expm1(own * math.log1p(-self.chance)) for own in (players - 1).tolist()]
        return np.asarray(np.array(some) / (players * self.chance))

    def least(self) -> int:
        """The least number of players for which holding at the goal is an equilibrium.

        LANES numbers are tried at a time: first powers of 2, then numbers between the last that is too small
        and the first that is not.

        Raises
        ------
        InvalidRules
            if it is more than 2 ** MOST_POWER
        """
        numbers = 1 << np.arange(1, MOST_POWER + 1)
        while True:
            found = np.flatnonzero(self.solve(numbers).margin >= -TIE)
            if not found.size:
                raise expected("goal", f"one at which {numbers[-1]} players suffice", self.goal)
            first = int(found[0])
            if first == 0 or numbers[first] - numbers[first - 1] == 1:
                return int(numbers[first])
            numbers = np.unique(np.linspace(numbers[first - 1], numbers[first], LANES).astype(np.int64))

    def solve(self, players: Integers) -> DeviationWorth:
        """Values of deviating for each number of players, int64[players].

        Raises
        ------
        NotConverged
            if a state takes more than MOST_SWEEPS sweeps
        """
        excess = np.zeros((self.goal, players.size))
        for start in range(0, players.size, LANES):
            some = slice(start, min(start + LANES, players.size))
            passes = np.full(LANES, 0.0)
            passes[: some.stop - start] = self.passes(players[some])
            excess[:, some] = self._excess(passes)[:, : some.stop - start]
        held = self.passes(players) * excess
        margin = (self._reach[:, None] - held)[self._comes_up].min(axis=0, initial=1.0)
        excess[0, margin >= -TIE] = 0.0
        value = (1.0 + excess * (self.stakes(players) * players)) / players
        return DeviationWorth(value, excess, margin)

    def _excess(self, passes: Array) -> Array:
        """J of LANES numbers of players, float64[banked, lane].

        Parameters
        ----------
        passes : float64[lane], w of each
        """
        excess, hold = np.zeros((self.goal, LANES)), rows(self.goal, LANES)
        unsettled = _solve(self._tables, self.chance, passes, hold, self._workspace, excess)
        if unsettled > LARGEST_RESIDUAL:
            where = f"crowd to {self.goal}, {MOST_SWEEPS} sweeps of one score"
            raise NotConverged(f"residual: expected at most {LARGEST_RESIDUAL}, got {unsettled} ({where}).")
        return excess


@jit_allocating
def _solve(
    tables: TurnArrays, chance: float, passes: Array, hold: Array, space: tuple[Array, Array], out: Array
) -> float:
    """Solve J from the highest score down; return the residual of a score that did not converge, else 0.

    Parameters
    ----------
    tables : the turn
    chance : q, to reach the goal in one turn by holding there
    passes : float64[lane], w
    hold : float64[banked, lane], on entry 0, on return w J
    space : throws and positions of `turns.backward.workspace`, written; on entry the positions beyond the
        goal hold 1, the value of holding
    out : float64[banked, lane], on entry a guess of J, on return J
    """
    throws, positions = space
    goal = out.shape[0]
    ends = np.zeros((tables.bust.size, 2 * LANES))
    nothing = np.zeros(LANES)
    for i in range(goal - 1, -1, -1):
        unsettled = 1.0
        sweeps = 0
        while unsettled > LARGEST_RESIDUAL and sweeps < MOST_SWEEPS:
            unsettled = 0.0
            set_ends(tables, passes * out[i], nothing, 1.0, ends)
            sweep(tables, hold, 0, ends, (i, goal), throws, positions)
            opening = i * tables.bust.size
            for lane in range(LANES):
                value = throws[opening, lane] - chance
                slope = throws[opening, LANES + lane] * passes[lane]
                unsettled = max(unsettled, abs(value - out[i, lane]))
                out[i, lane] = (value - slope * out[i, lane]) / (1.0 - slope)
            sweeps += 1
        if unsettled > LARGEST_RESIDUAL:
            return unsettled
        hold[i] = passes * out[i]
    return 0.0
