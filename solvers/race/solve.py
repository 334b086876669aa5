"""The race of two players in turn: optimal play.

State: the mover's banked score i and the opponent's j, value W(i, j) to the mover. Banking x hands the turn
to the opponent, so holding is worth 1 - W(j, x), or 1 from the goal on, and a bust 1 - W(j, i) (Neller,
Russell & Markov 2012, section 2). Scores only grow, so states of greater i + j come first, and only the
mirrored pair (i, j), (j, i) depends on itself:

    W(i, j) = F(1 - W(j, i)),   W(j, i) = F'(1 - W(i, j)),

where F and F', what a turn is worth given the value of its bust, are convex and piecewise affine. The turn
kernel returns value and slope; Newton steps on the pair, which are policy iteration, end after two or three
sweeps where value iteration takes about 160. Where nearly every turn of both busts, a step divides by a
chance to leave the pair that 1 - slope has lost; there both turns are played out forwards. With A and B what
a turn gains for the mover and for the other, l and s its chances not to bust and to bust, all terms are
positive:

    W(i, j) = (A + s B') / (l + s l').

All pairs of one sum are lanes of the turn kernel: indexed by the score x that would be banked, the values of
holding are contiguous in j.

A wipe takes the mover to the score 0 and couples everything to the values there, 1 - W(j, 0). They are
iterated from outside: a change of them changes any value by no more than the chance of a wipe before the game
ends, so the iteration contracts. Where a turn scores at least one point (Progressive Pig), a bust is worth 1
- W(j, i + 1) and nothing is coupled.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged, expected
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit
from solvers.race.certificate import residual
from solvers.turns import found
from solvers.turns.backward import LANES, opening, rows, set_ends, sweep, workspace
from solvers.turns.chances import chances
from solvers.turns.found import OFTEN, Found

# Of a sweep's values against the guesses they came from, before the last Newton step; rounding leaves some
# units in the last place, 1.1e-16 each. The step itself is no measure: where turns nearly always bust, it is
# some hundred times as long.
TOLERANCE = 1e-14
# What rounding may leave in a turn of so many throws; it does not shrink.
ROUNDING = 5e-16
# Newton steps on a pair visit each policy at most once; two or three are usual.
MOST_SWEEPS = 60
# Rounds of the values after a wipe; the least change of them that says how fast they shrink; what they may be
# off at most.
MOST_ROUNDS = 1000
SHRINKS = 1e-10
BOUND = 1e-11


class Steps(NamedTuple):
    """What a sweep has found of the states of one diagonal, by q.

    Attributes
    ----------
    value, slope : float64[q], what a turn is worth, and its slope in the value of its bust
    gained, left, bust : float64[q], of `found.play`, where the turn nearly always busts
    """

    value: Array
    slope: Array
    gained: Array
    left: Array
    bust: Array


@dataclass(frozen=True)
class Race:
    """Optimal play of a race.

    Attributes
    ----------
    turn, goal : the game
    value : float64[banked, opponent], chance of the player about to move to win, both scores below the goal
    residual : largest difference between the value and one backup of it by another route
    """

    turn: Turn
    goal: int
    value: Array
    residual: float

    @property
    def win_probability(self) -> float:
        """Chance of the first player to win from the start."""
        return float(self.value[0, 0])

    @property
    def first_player_advantage(self) -> float:
        """Chance of the first player to win minus the second's."""
        return 2.0 * self.win_probability - 1.0


def optimal_play(turn: Turn, goal: int) -> Race:
    """Solve the race of two players who both play for the win.

    Parameters
    ----------
    turn : any turn
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2
    NotConverged
        if a pair of states takes more than MOST_SWEEPS sweeps, or the values after a wipe take more than
        MOST_ROUNDS rounds

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(optimal_play(pig.turn(), 100).win_probability, 4))  # Neller & Presser 2004
    0.5306
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    compiled = tables(turn, goal)
    hold = rows(goal, goal + LANES)
    throws, positions = workspace(compiled, goal, turn.longest_gain)
    positions[goal * compiled.depth.size :, :LANES] = 1.0
    steps = Steps(*np.zeros((5, goal + LANES)))
    wiped, change, factor, rounds = np.zeros(goal + LANES), 1.0, 0.0, 0
    while change > TOLERANCE and rounds < MOST_ROUNDS:
        unsettled = _solve(
            compiled, goal, (turn.least_score, rounds > 0), wiped, hold, throws, positions, steps
        )
        if not unsettled <= 0.0:
            raise NotConverged(
                f"residual: expected at most {TOLERANCE}, got {unsettled} (race to {goal}, {MOST_SWEEPS}"
                " sweeps of one diagonal)."
            )
        last, change = change, float(np.abs(hold[0, :goal] - wiped[:goal]).max()) if turn.wipes else 0.0
        # By how much a round shrinks what is left, as long as that is no rounding.
        factor = change / last if change > SHRINKS and rounds > 0 else factor
        wiped[:goal] = hold[0, :goal]
        rounds += 1
    if not change * factor <= BOUND * (1.0 - factor) or change > TOLERANCE:
        where = f"race to {goal}, {rounds} rounds that leave {factor} of it each"
        raise NotConverged(f"change after a wipe: expected at most {TOLERANCE}, got {change} ({where}).")
    value = chances(np.ascontiguousarray(1.0 - hold[:, :goal].T), f"race to {goal}")
    return Race(turn, goal, value, residual(turn, goal, value))


@jit
def _solve(
    tables: TurnArrays,
    goal: int,
    rules: tuple[int, bool],
    wiped: Array,
    hold: Array,
    throws: Array,
    positions: Array,
    steps: Steps,
) -> float:
    """All states by diagonals of equal i + j; returns the residual of one that did not converge, else 0.

    rules : what a turn scores at least, and whether `hold` comes with guesses
    wiped : float64[j], value of a wipe
    hold : float64[x, j], becomes 1 - W(j, x)
    throws, positions : workspace of the turn kernel
    steps : room for one diagonal
    """
    least, guessed = rules
    guess, standing = np.zeros(goal + LANES), np.zeros((goal, tables.bust.size))
    turn = Found(hold, throws, standing)
    bust, ends = np.zeros(LANES), np.zeros((tables.bust.size, 2 * LANES))
    for s in range(2 * goal - 2, -1, -1):
        low, high = max(0, s - goal + 1), min(s, goal - 1)
        count = high - low + 1
        _guess(goal, low, high, guessed, hold, guess)
        unsettled, last, sweeps = 1.0, np.inf, 0
        while not _settled(goal, unsettled, last) and sweeps < MOST_SWEEPS:
            # The first block is the one with lanes left over, as all later ones have longer sweeps.
            start, end = 0, (count - 1) % LANES + 1
            while start < count:
                # Lane q is the state i = high - q, j = low + q; its mirror is lane count - 1 - q.
                for q in range(start, end):
                    bust[q - start] = 1.0 - guess[count - 1 - q]
                    if least > 0:
                        bust[q - start] = hold[high - q + least, low + q] if high - q + least < goal else 1.0
                set_ends(tables, bust, wiped[low + start :], 0.0 if least > 0 else 1.0, ends)
                sweep(tables, hold, low + start, ends, (high - end + 1, goal), throws, positions)
                for q in range(start, end):
                    steps.value[q], steps.slope[q] = opening(tables, throws, high - q, q - start)
                    if 1.0 - steps.slope[q] < OFTEN:
                        played = found.play(tables, turn, (high - q, low + q, q - start), wiped[low + q])
                        steps.gained[q], steps.left[q], steps.bust[q] = played
                start, end = end, end + LANES
            last, unsettled = unsettled, _newton(count, steps, guess)
            sweeps += 1
        if not _settled(goal, unsettled, last):
            return unsettled
        for q in range(count):
            hold[low + q, high - q] = 1.0 - guess[q]
    return 0.0


@jit
def _guess(goal: int, low: int, high: int, guessed: bool, hold: Array, out: Array) -> None:
    """What was guessed, or a straight line on from the states with one and two points more on both sides."""
    for q in range(high - low + 1):
        i, j = high - q, low + q
        if guessed:
            out[q] = 1.0 - hold[j, i]
        elif max(i, j) + 2 < goal:
            out[q] = 1.0 - 2.0 * hold[j + 1, i + 1] + hold[j + 2, i + 2]
        elif max(i, j) + 1 < goal:
            out[q] = 1.0 - hold[j + 1, i + 1]
        else:
            out[q] = 0.5


@jit
def _settled(goal: int, unsettled: float, last: float) -> bool:
    """Whether a residual is rounding: small, or not much greater and no longer shrinking."""
    return unsettled <= TOLERANCE or (unsettled <= ROUNDING * goal and unsettled >= last)


@jit
def _newton(count: int, steps: Steps, guess: Array) -> float:
    """One step on every mirrored pair: solve the two affine equations that the sweep has found. Returns the
    largest residual before it.
    """
    residual, value, slope = 0.0, steps.value, steps.slope
    for q in range((count + 1) // 2):
        mirror = count - 1 - q
        if 1.0 - slope[q] < OFTEN and 1.0 - slope[mirror] < OFTEN:
            new, new_mirror = _seldom_left(steps, q, mirror), _seldom_left(steps, mirror, q)
        else:
            own = value[q] + slope[q] * guess[mirror]
            other = value[mirror] + slope[mirror] * guess[q]
            new = (own - slope[q] * other) / (1.0 - slope[q] * slope[mirror])
            new_mirror = other - slope[mirror] * new
            if q == mirror:
                # The same without cancellation, which left 1e-14 where turns nearly always bust.
                new = new_mirror = own / (1.0 + slope[q])
        residual = max(residual, abs(value[q] - guess[q]), abs(value[mirror] - guess[mirror]))
        guess[q], guess[mirror] = new, new_mirror
    return residual


@jit
def _seldom_left(steps: Steps, own: int, other: int) -> float:
    """The value of a state, by positive terms; if nobody ever ends it, as good as any other."""
    leave = steps.left[own] + steps.bust[own] * steps.left[other]
    return (
        (steps.gained[own] + steps.bust[own] * (steps.left[other] - steps.gained[other])) / leave
        if leave > 0.0
        else 0.5
    )
