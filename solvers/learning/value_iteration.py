"""Value iteration as in Neller, Russell & Markov 2012 (Algorithm 1, sections 3.2 to 3.4), sweep by sweep.

A state (i, j, k) has the banked score of the player about to act, the opponent's, and the turn total. A sweep
visits each state, k < goal - i, in the order of i, then j, then k, and replaces its estimate P by

    max( b (1 - P(j, i, 0)) + sum over r of p(r) P(i, j, k + r),   1 - P(j, i + k, 0) ),

with b the probability to bust, p(r) that to gain r, and P = 1 where i + k reaches the goal. *In place*, as in
their program, it reads the estimates that the sweep has made already; otherwise all those of the sweep
before. It stops when no estimate has changed by `tolerance`, which bounds the last change and not the
distance to the value.

Their player may also hold at turn total 0, which is never better than rolling: a roll busts into the same
state, or banks more.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import NotConverged, expected
from solvers.games.turn import HOLD, ROLL, Turn
from solvers.jit import jit
from solvers.learning.certificate_of_value_iteration import residual
from solvers.learning.distance import exact_value, largest_distance, mean_distance
from solvers.learning.game import TurnGame, no_worth, race, states

MOST_SWEEPS = 100_000


@dataclass(frozen=True)
class Trace:
    """Value iteration, sweep by sweep.

    Attributes
    ----------
    turn, goal : the game
    in_place : whether a sweep reads what it has written
    estimate : float64[sweep, banked, opponent, turn_total], with sweep 0 before the first; NaN where holding
        wins
    largest_change : float64[sweep], of any estimate in that sweep; NaN before the first
    value : float64[banked, opponent, turn_total], the exact value; NaN where holding wins
    sweeps_needed : first sweep in which no estimate changed by the tolerance
    distance_at_stop : largest difference to the value after that sweep
    residual : largest difference of an estimate to its backup from the estimates that its sweep read, and of
        the value to one backup of it
    """

    turn: Turn
    goal: int
    in_place: bool
    estimate: Array
    largest_change: Array
    value: Array
    sweeps_needed: int
    distance_at_stop: float
    residual: float

    @property
    def win_probability(self) -> float:
        """Exact win probability of the first player."""
        return float(self.value[0, 0, 0])

    @property
    def distance(self) -> Array:
        """Largest difference to the value over all states, float64[sweep]."""
        return np.array([largest_distance(estimate, self.value) for estimate in self.estimate])

    @property
    def mean_distance(self) -> Array:
        """Mean difference to the value over all states, float64[sweep]."""
        return np.array([mean_distance(estimate, self.value) for estimate in self.estimate])


def trace(turn: Turn, goal: int, sweeps: int, tolerance: float = 1e-9, in_place: bool = True) -> Trace:
    """Trace the estimates of the first sweeps, and iterate until no estimate changes by the tolerance.

    Parameters
    ----------
    turn : a game's turn of one throw
    goal : points to win, 2 or more; the trace has about goal^3 / 2 estimates a sweep
    sweeps : number of sweeps to keep, 1 or more
    tolerance : stop when the largest change of a sweep is below it
    in_place : as in the paper's program; else a sweep reads the estimates of the sweep before

    Raises
    ------
    InvalidRules
        if the goal or the sweeps are too few, the tolerance is not positive, or the game is not one throw,
        repeated, whose bust loses only the turn total
    NotConverged
        if estimates still change by the tolerance after MOST_SWEEPS sweeps

    Examples
    --------
    >>> from solvers.games import piglet
    >>> # Neller, Russell & Markov 2012, Figure 2: a coin, to 2 points
    >>> answer = trace(piglet.turn(), goal=2, sweeps=60)
    >>> print(answer.estimate[:5, 0, 0, 0], answer.estimate[60, 0, 0, 0].round(6), round(4 / 7, 6))
    [0.      1.      0.5     0.625   0.53125] 0.571429 0.571429
    """
    game = race(turn, goal)
    if sweeps < 1:
        raise expected("sweeps", "1 or more", sweeps)
    if not tolerance > 0.0:
        raise expected("tolerance", "more than 0", tolerance)
    value = exact_value(turn, goal)
    estimate, change = np.full((sweeps + 1, goal, goal, goal), np.nan), np.full(sweeps + 1, np.nan)
    inside, worth = states(goal), no_worth(goal)
    estimate[0, inside] = 0.0
    count, needed, at_stop = 0, 0, np.nan
    while count < sweeps or not needed:
        count += 1
        largest = sweep(game, worth, in_place)
        if count <= sweeps:
            estimate[count, inside], change[count] = worth.max(axis=-1)[inside], largest
        if largest < tolerance and not needed:
            needed, at_stop = count, largest_distance(worth.max(axis=-1), value)
        if count == MOST_SWEEPS and not needed:
            raise NotConverged(
                f"largest change: expected less than {tolerance}, got {largest} ({MOST_SWEEPS} sweeps)."
            )
    proof = residual(turn, goal, in_place, estimate, value)
    return Trace(turn, goal, in_place, estimate, change, value, needed, at_stop, proof)


def sweep(game: TurnGame, worth: Array, in_place: bool) -> float:
    """Back up every state once.

    Parameters
    ----------
    game : the race
    worth : float64[banked, opponent, turn_total, action], updated
    in_place : whether the sweep reads what it has written

    Returns
    -------
    The largest change of an estimate.
    """
    return _sweep(game, worth if in_place else worth.copy(), worth)


@jit
def _sweep(game: TurnGame, read: Array, out_worth: Array) -> float:
    """Back up every state once, in the order of banked, opponent, turn total.

    Parameters
    ----------
    game : the race
    read : float64[banked, opponent, turn_total, action], values that are backed up
    out_worth : float64[banked, opponent, turn_total, action], must have the values before the sweep, is
        updated; may be `read` itself, for a sweep in place

    Returns
    -------
    The largest change of a state's estimate.
    """
    goal = game.goal
    largest = 0.0
    for i in range(goal):
        for j in range(goal):
            for k in range(goal - i):
                lost = 1.0 - max(read[j, i, 0, HOLD], read[j, i, 0, ROLL])
                roll = game.bust * lost
                for outcome in range(game.gain.size):
                    ahead = k + game.gain[outcome]
                    won = 1.0 if i + ahead >= goal else max(read[i, j, ahead, HOLD], read[i, j, ahead, ROLL])
                    roll += game.chance[outcome] * won
                hold = 1.0 - max(read[j, i + k, 0, HOLD], read[j, i + k, 0, ROLL])
                before = max(out_worth[i, j, k, HOLD], out_worth[i, j, k, ROLL])
                largest = max(largest, abs(max(hold, roll) - before))
                out_worth[i, j, k, HOLD] = hold
                out_worth[i, j, k, ROLL] = roll
    return largest


class ValueIteration:
    """Value iteration as one of the compared methods; it plays no game.

    An update is one state backed up, which looks at all outcomes of a throw.

    Parameters
    ----------
    game : the race
    """

    games = 0

    def __init__(self, game: TurnGame) -> None:
        self.worth = no_worth(game.goal)
        self._game, self._sweeps = game, 0

    @property
    def updates(self) -> Integers:
        """How often each state's estimate was updated, int64[banked, opponent, turn_total]."""
        return self._sweeps * states(self._game.goal).astype(np.int64)

    def learn(self, updates: int) -> None:
        """Make whole sweeps until a number of updates, counted from the beginning, is reached."""
        each = int(states(self._game.goal).sum())
        while self._sweeps * each < updates:
            sweep(self._game, self.worth, in_place=True)
            self._sweeps += 1
