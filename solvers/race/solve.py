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
- W(j, i + 1) and nothing is coupled. Scores below an entry may not be banked: they are states all the same,
of who busts and of who begins with a few points.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.contests.of_two import OfTwo
from solvers.errors import NotConverged, expected
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit
from solvers.race.certificate import residual
from solvers.race.diagonal import (
    Banking,
    Block,
    Scratch,
    begin,
    follow,
    is_due,
    new_scratch,
    play_out,
    sweep_block,
)
from solvers.race.mirrored_pairs import (
    LARGEST_RESIDUAL,
    ROUNDING,
    Steps,
    guess_diagonal,
    newton_step,
    settled,
    some_pair_nearly_always_busts,
)
from solvers.race.wiping import settle
from solvers.turns.backward import LANES, rows
from solvers.turns.chances import chances
from solvers.turns.wipes import REMEDY

# Newton steps on a pair visit each policy at most once; two or three are usual.
MOST_SWEEPS = 60
# Of all values, where values after a wipe were iterated.
LARGEST_LEFT = 1e-13


@dataclass(frozen=True)
class Race(OfTwo):
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
        if a pair of states takes more than MOST_SWEEPS sweeps, or the values after a wipe too many rounds, or
        these are not shown to be right

    Examples
    --------
    >>> from solvers.games import pig
    >>> print(round(optimal_play(pig.turn(), 100).win_probability, 4))  # Neller & Presser 2004
    0.5306
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    compiled = tables(turn, goal)
    handed = rows(goal, goal + LANES)
    hold = with_entry(turn, handed) if turn.entry else handed
    banking = Banking(handed, hold, turn.entry)
    scratch = new_scratch(turn, compiled, goal)
    steps = Steps(*np.zeros((5, goal + LANES)))
    wiped = np.zeros(goal + LANES)

    def round_of(after: Array, guessed: bool) -> Array:
        wiped[: after.size] = after
        unsettled = _solve(compiled, goal, turn.least_score, guessed, wiped, banking, scratch, steps)
        if not unsettled <= 0.0:
            raise NotConverged(
                f"residual: expected at most {LARGEST_RESIDUAL}, got {unsettled} (race to {goal},"
                f" {MOST_SWEEPS} sweeps of one diagonal)."
            )
        return handed[0, : after.size].copy()

    settle(round_of, goal if turn.wipes else 0, f"race to {goal}")
    value = chances(np.ascontiguousarray(1.0 - handed[:, :goal].T), f"race to {goal}")
    left = residual(turn, goal, value)
    # Of throws that tie but for rounding a round may take the one that hardly ever ends the turn.
    if turn.wipes and not left <= max(LARGEST_LEFT, ROUNDING * goal):
        raise NotConverged(
            f"residual: expected at most {LARGEST_LEFT}, got {left} (race to {goal}). {REMEDY}"
        )
    return Race(turn, goal, value, left)


@jit
def _solve(
    tables: TurnArrays,
    goal: int,
    least: int,
    guessed: bool,
    wiped: Array,
    banking: Banking,
    scratch: Scratch,
    steps: Steps,
) -> float:
    """Solve all states, by diagonals of equal i + j.

    Parameters
    ----------
    tables : the turn
    goal : points to win
    least : what a turn scores at least
    guessed : whether `banking` comes with guesses
    wiped : float64[j], value of a wipe
    banking : what scores are worth; becomes that of all states
    scratch : memory for the sweeps
    steps : memory for what the sweeps of one diagonal find

    Returns
    -------
    The residual of a diagonal that did not converge, else 0.
    """
    guess = scratch.guess
    handed = banking.handed
    hold = banking.hold
    for s in range(2 * goal - 2, -1, -1):
        low = max(0, s - goal + 1)
        high = min(s, goal - 1)
        count = high - low + 1
        guess_diagonal(goal, low, high, guessed, handed, guess)
        begin(count, scratch)
        unsettled = 1.0
        last = np.inf
        sweeps = 0
        while not settled(goal, unsettled, last) and sweeps < MOST_SWEEPS:
            # The first block is the one with lanes left over, as all later ones have longer sweeps.
            start = 0
            end = (count - 1) % LANES + 1
            while start < count:
                if is_due(count, start, end, scratch):
                    block = Block(low, high, start, end)
                    sweep_block(tables, goal, least, block, wiped, banking, scratch, steps)
                else:
                    follow(count, start, end, scratch, steps)
                start = end
                end = end + LANES
            if some_pair_nearly_always_busts(count, steps.slope):
                play_out(tables, goal, least, Block(low, high, 0, count), wiped, hold, scratch, steps)
            last = unsettled
            unsettled = newton_step(count, steps, guess)
            sweeps += 1
            # All lines hold as far as the new values.
            if not is_due(count, 0, count, scratch):
                unsettled = 0.0
        if not settled(goal, unsettled, last):
            return unsettled
        for q in range(count):
            handed[low + q, high - q] = 1.0 - guess[q]
            if low + q >= banking.entry:
                hold[low + q, high - q] = 1.0 - guess[q]
    return 0.0
