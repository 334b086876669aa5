"""One player alone: the least expected number of turns to the goal.

E[s] is the expected number of turns from banked score s. Every turn costs one: banking x is worth -(1 +
E[x]), or -1 from the goal on; a bust -(1 + E[s]), a wipe -(1 + E[0]) (Neller, Russell & Markov 2012, exercise
7). Scores only grow until a wipe, so greater scores are solved first.

E[s] depends on itself through the bust. The value of a turn is convex and piecewise affine in the value of a
bust, so Newton steps rise to the fixed point from the second step on, and end after two or three sweeps. If a
bust scores a point, it is worth -(1 + E[s + 1]), and E[s] does not depend on itself.

A wipe makes every E[s] depend on E[0]. With D[s] = E[0] - E[s] in place of -E[s] a wipe is worth -1, and the
goal E[0] - 1. So let D(c) be the value of the start if the goal pays c turns and a wipe ends the game: the
maximum over policies of P(goal before a wipe) c - E(turns until either), convex and piecewise affine in c.
Its zero is E[0]. Newton steps fall to it from the second step on. Their slope is that of a chord to a
slightly greater c, which the next lane solves. Solving for the cost of a wipe instead loses all digits where
nearly every game is wiped: E[0] = 2^57 came out as 2^53.
"""

from dataclasses import dataclass

import numpy as np

from solvers.alone.certificate import fewest_turns_residual
from solvers.alone.solo import SoloTurn, Stakes
from solvers.arrays import Array, Shorts
from solvers.errors import NotConverged, expected
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit, jit_allocating
from solvers.turns import backward
from solvers.turns.backward import LANES, rows, set_ends, sweep, workspace

# Smaller Newton steps, relative to the value or to 1, are rounding.
LARGEST_STEP = 1e-14
# Newton steps on a score visit each policy at most once; two or three are usual.
MOST_SWEEPS = 60
# Smaller Newton steps on what the goal pays, relative to it, are rounding.
LARGEST_GOAL_STEP = 1e-12
# The slope of these steps is a chord over this part of what the goal pays.
CHORD = 2.0**-10
# Largest factor by which a step may multiply what the goal pays, and most steps.
MOST_GROWTH = 1000.0
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
        """Values of the ends of every turn: minus the expected turns to come."""
        banking = -1.0 - np.concatenate((self.value, np.zeros(self.turn.longest_gain)))
        bust = banking[self.turn.least_score : self.turn.least_score + self.goal]
        return Stakes(with_entry(self.turn, banking), bust, float(banking[0]))


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
        if a score takes more than MOST_SWEEPS sweeps, or the start of a game that wipes more than MOST_STEPS
        steps

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(fewest_turns(pig.turn(), 2).expected_turns, 6))  # one throw that is not a 1
    1.2
    """
    if goal < 1:
        raise expected("goal", "1 or more", goal)
    solver = _Solver(turn, goal)
    value = solver.wiping() if turn.wipes else -solver.worth(0.0)[:, 0]
    return FewestTurns(turn, goal, value, fewest_turns_residual(turn, value))


def hold_at(solution: FewestTurns) -> Shorts:
    """Least turn total at which the policy holds, int16[banked], for turns that only roll or hold.

    The policy may roll again at a greater turn total.
    """
    return SoloTurn.ending_at(solution.turn, solution.goal).hold_at(solution.stakes)


def opening(solution: FewestTurns) -> Shorts:
    """Index of the best opening throw, int16[banked]."""
    return SoloTurn.ending_at(solution.turn, solution.goal).opening(solution.stakes)


class _Solver:
    """Values of all scores, given what reaching the goal pays."""

    def __init__(self, turn: Turn, goal: int) -> None:
        self.goal, self.least, self.entry = goal, turn.least_score, turn.entry
        self.tables = tables(turn, goal)
        self.hold = rows(goal, LANES)
        self.throws, self.positions = workspace(self.tables, goal, turn.longest_gain)

    def worth(self, *paid: float) -> Array:
        """D of every score, float64[banked, paid], in turns, for each payment c at the goal."""
        for lane, pays in enumerate(paid):
            self.positions[self.goal * self.tables.depth.size :, lane] = pays - 1.0
        worth = np.zeros((self.goal, len(paid)))
        step = _solve(
            self.tables, self.least, self.entry, np.array(paid), worth, self.hold, self.throws, self.positions
        )
        if step > 0.0:
            raise NotConverged(
                f"step: expected at most {LARGEST_STEP} of the value, got {step} "
                f"(fewest turns to {self.goal}, {MOST_SWEEPS} sweeps of one score)."
            )
        return worth

    def wiping(self) -> Array:
        """Expected turns, float64[banked], in a game that wipes: finds the c with D(c) = 0 at the start."""
        pays, step = 1.0, 1.0
        for _ in range(MOST_STEPS):
            worth = self.worth(pays, pays * (1.0 + CHORD))
            slope = (worth[0, 1] - worth[0, 0]) / (pays * CHORD)
            step = -worth[0, 0] / slope if slope > 0.0 else np.inf
            settled = abs(step) <= LARGEST_GOAL_STEP * pays
            pays = min(pays + step, pays * MOST_GROWTH)
            if settled:
                return pays - self.worth(pays)[:, 0]
        raise NotConverged(
            f"step: expected at most {LARGEST_GOAL_STEP} of the value, got {abs(step) / pays} (fewest turns"
            f" to {self.goal} past wipes, {MOST_STEPS} steps). Set a smaller goal: nearly every game is wiped"
            " before its end."
        )


@jit_allocating
def _solve(
    tables: TurnArrays,
    least: int,
    entry: int,
    paid: Array,
    value: Array,
    hold: Array,
    throws: Array,
    positions: Array,
) -> float:
    """Solve all scores, greatest first.

    Parameters
    ----------
    tables : the turn
    least : least score of a turn, also of a bust
    entry : the least score that may be banked
    paid : float64[lane], what the goal pays
    value : float64[banked, lane], written: D of each score
    hold : float64[x, lane], written: D of x, minus 1 for the turn that banks it
    throws, positions : float64, rows of the turn kernel, from `backward.workspace`; on entry the positions
        from the goal on hold what the goal pays, minus 1

    Returns
    -------
    The relative step of a score that did not converge, else 0.
    """
    goal = value.shape[0]
    guess = paid.copy()
    bust = np.zeros(LANES)
    wiped = np.full(LANES, -1.0)
    ends = np.zeros((tables.bust.size, 2 * LANES))
    for score in range(goal - 1, -1, -1):
        step = 1.0
        sweeps = 0
        while step > LARGEST_STEP and sweeps < MOST_SWEEPS:
            # No optimal player holds at turn total 0: that is worth a bust, and no throw is worth less.
            hold[score] = -np.inf
            for lane in range(paid.size):
                bust[lane] = guess[lane] - 1.0
                if least > 0:
                    bust[lane] = hold[score + least, lane] if score + least < goal else paid[lane] - 1.0
            set_ends(tables, bust, wiped, 0.0 if least > 0 else 1.0, ends)
            sweep(tables, hold, 0, ends, (score, goal), throws, positions)
            sweeps += 1
            step = _newton(tables, score, sweeps > 1, throws, guess)
        if step > LARGEST_STEP:
            return step
        for lane in range(paid.size):
            value[score, lane] = guess[lane]
            hold[score, lane] = guess[lane] - 1.0 if score >= entry else -np.inf
    return 0.0


@jit
def _newton(tables: TurnArrays, score: int, rising: bool, throws: Array, guess: Array) -> float:
    """Solve the affine equations of the last sweep, new = worth + slope (new - guess).

    Parameters
    ----------
    tables : the turn
    score : the banked score
    rising : whether a step of this score has been taken before, so that only rises count
    throws : float64[x, throw; 2 LANES], values and slopes from the sweep
    guess : float64[lane], the value that the sweep started from; replaced by the solution

    Returns
    -------
    The largest relative step that counts.
    """
    largest = 0.0
    for lane in range(guess.size):
        worth, slope = backward.opening(tables, throws, score, lane)
        new = (worth - slope * guess[lane]) / (1.0 - slope)
        step = new - guess[lane]
        # Steps rise from the second on. A falling one only corrects the rounding of the first, large step.
        if not rising or step > 0.0:
            largest = max(largest, abs(step) / max(1.0, abs(new)))
        guess[lane] = new
    return largest
