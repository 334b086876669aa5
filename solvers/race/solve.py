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
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged, expected
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn, TurnArrays, tables
from solvers.jit import jit
from solvers.race.certificate import residual
from solvers.race.mirrored_pairs import (
    LARGEST_RESIDUAL,
    ROUNDING,
    Steps,
    guess_diagonal,
    newton_step,
    pair_nearly_always_busts,
    settled,
    some_pair_nearly_always_busts,
)
from solvers.race.wiping import REMEDY, settle
from solvers.turns import found
from solvers.turns.backward import LANES, opening, rows, set_ends, sweep, workspace
from solvers.turns.chances import chances
from solvers.turns.found import Found

# Newton steps on a pair visit each policy at most once; two or three are usual.
MOST_SWEEPS = 60
# Of all values, where values after a wipe were iterated.
LARGEST_LEFT = 1e-13


class Block(NamedTuple):
    """States of one diagonal that are lanes of one sweep: i = high - q and j = low + q for start <= q < end.

    Attributes
    ----------
    low : least j of the diagonal
    high : greatest i of the diagonal
    start, end : the first q, and the one after the last
    """

    low: int
    high: int
    start: int
    end: int


class Banking(NamedTuple):
    """What scores are worth.

    Attributes
    ----------
    handed : float64[x, j], 1 - W(j, x), of handing over the turn with the score x
    hold : float64[x, j], of banking x; the same array where there is no entry, else BARRED below it
    entry : the least score that may be banked
    """

    handed: Array
    hold: Array
    entry: int


class Scratch(NamedTuple):
    """Memory for sweeps, used again and again.

    Attributes
    ----------
    throws, positions : float64, rows of the turn kernel, from `backward.workspace`; those of the positions
        come with 1 from the goal on
    standing : float64[x, throw], memory of `found.play`, all 0 before and after
    ends : float64[throw, 2 LANES], of the turn kernel
    bust : float64[lane], values of a bust
    guess : float64[q], values of a diagonal before a Newton step, and after it
    """

    throws: Array
    positions: Array
    standing: Array
    ends: Array
    bust: Array
    guess: Array


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


def new_scratch(turn: Turn, compiled: TurnArrays, goal: int) -> Scratch:
    """Memory for the sweeps of a race to this goal."""
    throws, positions = workspace(compiled, goal, turn.longest_gain)
    positions[goal * compiled.depth.size :, :LANES] = 1.0
    return Scratch(
        throws,
        positions,
        standing=np.zeros((goal, compiled.bust.size)),
        ends=np.zeros((compiled.bust.size, 2 * LANES)),
        bust=np.zeros(LANES),
        guess=np.zeros(goal + LANES),
    )


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
    # Diagonals and blocks are no functions of their own: a call counts references to some thirty arrays up
    # and down, which took a tenth of a small race.
    guess = scratch.guess
    handed = banking.handed
    hold = banking.hold
    for s in range(2 * goal - 2, -1, -1):
        low = max(0, s - goal + 1)
        high = min(s, goal - 1)
        count = high - low + 1
        guess_diagonal(goal, low, high, guessed, handed, guess)
        unsettled = 1.0
        last = np.inf
        sweeps = 0
        while not settled(goal, unsettled, last) and sweeps < MOST_SWEEPS:
            # The first block is the one with lanes left over, as all later ones have longer sweeps.
            start = 0
            end = (count - 1) % LANES + 1
            while start < count:
                _set_busts(goal, least, Block(low, high, start, end), handed, guess, scratch.bust)
                set_ends(tables, scratch.bust, wiped[low + start :], 0.0 if least > 0 else 1.0, scratch.ends)
                span = (high - end + 1, goal)
                sweep(tables, hold, low + start, scratch.ends, span, scratch.throws, scratch.positions)
                for q in range(start, end):
                    steps.value[q], steps.slope[q] = opening(tables, scratch.throws, high - q, q - start)
                start = end
                end = end + LANES
            if some_pair_nearly_always_busts(count, steps.slope):
                _play_out(tables, goal, least, Block(low, high, 0, count), wiped, hold, scratch, steps)
            last = unsettled
            unsettled = newton_step(count, steps, guess)
            sweeps += 1
        if not settled(goal, unsettled, last):
            return unsettled
        for q in range(count):
            handed[low + q, high - q] = 1.0 - guess[q]
            if low + q >= banking.entry:
                hold[low + q, high - q] = 1.0 - guess[q]
    return 0.0


@jit
def _set_busts(goal: int, least: int, block: Block, hold: Array, guess: Array, out: Array) -> None:
    """Set what busts of the turns of a block are worth.

    Parameters
    ----------
    goal : points to win
    least : what a turn scores at least
    block : the states
    hold : float64[x, j], 1 - W(j, x) of greater sums
    guess : float64[q], values of the diagonal
    out : float64[lane], written for the q of the block
    """
    low = block.low
    high = block.high
    for q in range(block.start, block.end):
        # The mirror of lane q is lane high - low - q.
        worth = 1.0 - guess[high - low - q]
        if least > 0:
            worth = hold[high - q + least, low + q] if high - q + least < goal else 1.0
        out[q - block.start] = worth


@jit
def _play_out(
    tables: TurnArrays,
    goal: int,
    least: int,
    diagonal: Block,
    wiped: Array,
    hold: Array,
    scratch: Scratch,
    steps: Steps,
) -> None:
    """Sweep a diagonal once more, and play out the turns of its pairs that nearly always bust.

    Where only one of a pair does, a Newton step needs nothing of this: to play out these, too, took five
    sixths of the kernel's time for the race to 100.

    Parameters
    ----------
    tables : the turn
    goal : points to win
    least : what a turn scores at least
    diagonal : all its states
    wiped : float64[j], value of a wipe
    hold : float64[x, j], 1 - W(j, x) of greater sums
    scratch : memory for the sweeps; its `guess` has the values of the diagonal
    steps : comes with `slope`; `gained`, `left` and `bust` of these turns are written
    """
    turn = Found(hold, scratch.throws, scratch.standing)
    low = diagonal.low
    high = diagonal.high
    start = 0
    end = (diagonal.end - 1) % LANES + 1
    while start < diagonal.end:
        _set_busts(goal, least, Block(low, high, start, end), hold, scratch.guess, scratch.bust)
        set_ends(tables, scratch.bust, wiped[low + start :], 0.0 if least > 0 else 1.0, scratch.ends)
        span = (high - end + 1, goal)
        sweep(tables, hold, low + start, scratch.ends, span, scratch.throws, scratch.positions)
        for q in range(start, end):
            if pair_nearly_always_busts(steps.slope, q, diagonal.end - 1 - q):
                played = found.play(tables, turn, high - q, low + q, q - start, wiped[low + q])
                steps.gained[q], steps.left[q], steps.bust[q] = played
        start = end
        end = end + LANES
