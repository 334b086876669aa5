"""One player alone who wants to reach the goal in as few turns as possible on average.

With the score s banked the expected number of turns is E[s]. Every turn costs one: banking x is worth -(1 + E[x]), or -1 from the goal on; a
bust -(1 + E[s]), a wipe -(1 + E[0]) (Neller, Russell & Markov 2012, exercise 7). Scores only grow until a wipe, so greater scores come first.

E[s] depends on itself through the bust, and its turn is convex and piecewise affine in what a bust is worth: Newton steps end after two or
three sweeps. Where a turn scores at least one point, a bust is worth -(1 + E[s + 1]) and nothing is coupled.

A wipe couples everything to E[0]. Let G(c) be E[0] if a wipe cost 1 + c and ended the game. It is the least of affine functions of c, one
for each policy, with the chance to be wiped for a slope: concave and piecewise affine with slopes below 1, so that secant steps to the c with
G(c) = c end as soon as they stay on one piece.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.certificates.fewest_turns import residual
from solvers.contests.solo import SoloTurn, Stakes
from solvers.errors import NotConverged, expected
from solvers.games.turn import Tables, Turn, tables
from solvers.jit import jit
from solvers.turns import backward
from solvers.turns.backward import LANES, rows, set_ends, sweep, workspace

Array = NDArray[np.float64]
# Of a sweep's value against the guess it came from, both in turns and relative to them, before the last Newton step.
TOLERANCE = 1e-13
# Newton steps on a score visit each policy at most once; two or three are usual.
MOST_SWEEPS = 60
# A secant step relative to the value. It says how far off the value still is, which G(c) - c does not where nearly all games are wiped.
STEP_TOLERANCE = 1e-11
MOST_STEPS = 200


@dataclass(frozen=True)
class FewestTurns:
    """Optimal play for the goal in the fewest turns on average.

    Attributes
    ----------
    turn, goal : the game
    value : float64[banked], expected turns still to play
    residual : largest difference between the value and one backup of it by another route, in turns
    """

    turn: Turn
    goal: int
    value: Array
    residual: float

    @property
    def expected_turns(self) -> float:
        """Expected turns from the start."""
        return float(self.value[0])

    @property
    def stakes(self) -> Stakes:
        """What every turn is played for."""
        banking = -1.0 - np.concatenate((self.value, np.zeros(self.turn.longest_gain)))
        return Stakes(banking, banking[self.turn.least_score : self.turn.least_score + self.goal], float(banking[0]))


def fewest_turns(turn: Turn, goal: int) -> FewestTurns:
    """Solve for the fewest turns to the goal on average.

    Parameters
    ----------
    turn : any turn
    goal : points to reach, 1 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 1
    NotConverged
        if a score takes more than MOST_SWEEPS sweeps, or the value after a wipe more than MOST_STEPS steps, as where nearly every game is
        wiped before its end

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(fewest_turns(pig.turn(), 2).expected_turns, 6))  # one throw that is not a 1
    1.2
    """
    if goal < 1:
        raise expected("goal", "1 or more", goal)
    solver = _Solver(turn, goal)
    value = solver.coupled() if turn.wipes else solver.given(0.0)
    return FewestTurns(turn, goal, value, residual(turn, value))


def hold_at(solution: FewestTurns) -> NDArray[np.int16]:
    """Least turn total at which the policy holds, int16[banked]; it may throw again at a greater one. For turns that only throw on."""
    return SoloTurn(solution.turn, solution.goal).hold_at(solution.stakes)


def opening(solution: FewestTurns) -> NDArray[np.int16]:
    """Index of the throw that opens a turn best, int16[banked]."""
    return SoloTurn(solution.turn, solution.goal).opening(solution.stakes)


class _Solver:
    """Expected turns by score, given what a wipe costs."""

    def __init__(self, turn: Turn, goal: int) -> None:
        self.goal, self.least = goal, turn.least_score
        self.tables = tables(turn)
        self.hold = rows(goal, LANES)
        self.throws, self.positions = workspace(self.tables, goal, turn.longest_gain)
        self.positions[goal * self.tables.depth.size :, :LANES] = -1.0

    def given(self, after_wipe: float) -> Array:
        """Expected turns, float64[banked], if `after_wipe` turns are still to play after a wipe."""
        value = np.zeros(self.goal)
        unsettled = _solve(self.tables, self.least, after_wipe, value, self.hold, self.throws, self.positions)
        if unsettled > TOLERANCE:
            raise NotConverged(
                f"residual: expected at most {TOLERANCE} of the value, got {unsettled} "
                f"(fewest turns to {self.goal}, {MOST_SWEEPS} sweeps of one score)."
            )
        return value

    def coupled(self) -> Array:
        """Expected turns, float64[banked], where a wipe goes back to the start."""
        last, known, slope, step = 0.0, self.given(0.0)[0], 0.0, 1.0
        guess = known
        for _ in range(MOST_STEPS):
            value = self.given(guess)
            chord = (value[0] - known) / (guess - last) if guess != last else slope
            # Slopes are chances of a wipe; what is not one is rounding.
            slope = chord if 0.0 <= chord < 1.0 else slope
            last, known = guess, value[0]
            step = (known - guess) / (1.0 - slope)
            if abs(step) <= STEP_TOLERANCE * guess:
                return value
            guess += step
        raise NotConverged(
            f"step: expected at most {STEP_TOLERANCE} of the value, got {abs(step) / guess} (fewest turns to {self.goal} from "
            f"a wipe, {MOST_STEPS} steps). Set a smaller goal: nearly every game is wiped before its end."
        )


@jit
def _solve(tables: Tables, least: int, after_wipe: float, value: Array, hold: Array, throws: Array, positions: Array) -> float:
    """All scores, greatest first; returns the relative residual of one that did not converge, else 0.

    value : float64[banked], becomes the expected turns
    hold : float64[x, lane], becomes -(1 + E[x]); only the first lane is read
    throws, positions : workspace of the turn kernel
    """
    goal = value.size
    bust, wiped, ends = np.zeros(LANES), np.full(LANES, -1.0 - after_wipe), np.zeros((tables.bust.size, 2 * LANES))
    for score in range(goal - 1, -1, -1):
        guess = value[score + 1] if score + 1 < goal else 1.0
        unsettled, sweeps = 1.0, 0
        while unsettled > TOLERANCE and sweeps < MOST_SWEEPS:
            bust[0] = -1.0 - guess
            if least > 0:
                bust[0] = hold[score + least, 0] if score + least < goal else -1.0
            set_ends(tables, bust, wiped, 0.0 if least > 0 else 1.0, ends)
            sweep(tables, hold, 0, ends, (score, goal), throws, positions)
            worth, slope = backward.opening(tables, throws, score, 0)
            unsettled = 0.0 if least > 0 else abs(worth + guess) / guess
            # The affine equation that the sweep has found: -new = worth + slope (guess - new).
            guess = (-worth - slope * guess) / (1.0 - slope)
            sweeps += 1
        if unsettled > TOLERANCE:
            return unsettled
        value[score] = guess
        hold[score] = -1.0 - guess
    return 0.0
