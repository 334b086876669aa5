"""Certificate of a race: one backup of its value, by a plain loop over the rules as they were written.

For games of one position, only the rows that a throw can reach are kept: twice as fast for the race to 100.
"""

from itertools import pairwise

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.house_rules import with_entry
from solvers.games.turn import Turn
from solvers.games.written import Written, written
from solvers.jit import jit, jit_allocating, jit_inline
from solvers.rows import copy_row, keep_greater
from solvers.turns.certificate_of_turns import Ends, ends, turns_worth

# Opponents' scores are processed in blocks of at most SOME, rounded up to a multiple. Kernels read the length
# from their arrays: constant loop lengths were 1.6 times slower here.
SOME = 104
EIGHT = 8
# Number of outcomes added up at a time.
FIVE = 5


def residual(turn: Turn, goal: int, value: Array) -> float:
    """Return the residual of a value: the sup-norm of one backup minus the value.

    Parameters
    ----------
    turn : the game's turn
    goal : points to win
    value : float64[banked, opponent], win probability of the player about to move
    """
    # Value of handing over the turn, float64[score, opponent]. A score at the goal has won; a bust can reach
    # it if busts score.
    handed = np.ones((goal + turn.longest_gain, goal))
    handed[:goal] = 1.0 - value.T
    held, bust = with_entry(turn, handed), handed[turn.least_score :][:goal]
    held[goal:] = 1.0
    one_position = len(turn.positions) == 1 and turn.positions[0].ways and not turn.may_gain_nothing
    worth = _of_one_position if one_position else turns_worth
    return float(np.abs(worth(turn, ends(held, bust, handed[0])) - value).max())


def _of_one_position(turn: Turn, ends: Ends) -> Array:
    """The value of turns with one position, float64[banked, opponent].

    Parameters
    ----------
    turn : a game's turn with one position, in which every throw gains
    ends : values of the turn's ends; from the goal on it is won
    """
    rules, out = written(turn), np.empty(ends.bust.shape)
    # Beyond the goal all values are equal, and rows are kept as far as a throw reaches.
    fives = _in_fives(rules._replace(gain=np.minimum(rules.gain, len(out))))
    for first in range(0, len(ends.wiped), SOME):
        lanes = slice(first, first + SOME)
        here = ends.some(lanes)
        missing = -len(here.wiped) % EIGHT
        padded = [np.pad(own, [(0, 0)] * (own.ndim - 1) + [(0, missing)]) for own in here]
        backed = np.empty(padded[0][: len(out)].shape)
        _backup_of_one_position(fives, Ends(*padded), backed)
        out[:, lanes] = backed[:, : len(here.wiped)]
    return out


def _in_fives(rules: Written) -> Written:
    """The same turn, each throw's outcomes padded to a multiple of five with probabilities of 0."""
    index: list[int] = []
    chance: list[float] = []
    firsts = [0]
    for first, end in pairwise(rules.outcomes.tolist()):
        missing = -(end - first) % FIVE
        index += [*range(first, end), *[end - 1] * missing]
        chance += [*rules.chance[first:end].tolist(), *[0.0] * missing]
        firsts.append(len(index))
    return rules._replace(
        outcomes=np.array(firsts, np.int64),
        chance=np.array(chance),
        gain=rules.gain[index],
        position=rules.position[index],
    )


@jit_allocating
def _backup_of_one_position(rules: Written, ends: Ends, out: Array) -> None:
    """Compute the value of turns with one position.

    Parameters
    ----------
    rules : the game's turn, its outcomes in fives
    ends : values of the turn's ends
    out : float64[banked, opponent], overwritten
    """
    goal, some = out.shape
    count = rules.bust.size
    wins = np.zeros((goal, count))
    _wins(rules, wins)
    lost = np.empty((count, some))
    depth = _most(rules.given_up)
    # The reach of a throw, rounded up to a power of two so that the modulus is a mask.
    throws = np.empty((_power_of_two(depth) * count, some))
    positions = np.empty((_power_of_two(depth + _most(rules.gain)), some))
    for banked in range(goal):
        for throw in range(count):
            for one in range(some):
                bust = rules.bust[throw] * ends.bust[banked, one]
                lost[throw, one] = bust + rules.wipe[throw] * ends.wiped[one]
        # 0 from the goal on, as the probability to win is added last.
        positions[:] = 0.0
        _turn(rules, banked, depth, ends.held, lost, wins, positions, throws)
        last = (banked & (len(throws) // count - 1)) * count
        copy_row(throws[last + rules.openings[0]], out[banked])
        for opening in rules.openings[1:]:
            keep_greater(throws[last + opening], out[banked])


@jit
def _most(points: Integers) -> int:
    """The greatest of some points, 0 of none; np.max takes as long to compile as the rest of this module.

    Parameters
    ----------
    points : int64[any]
    """
    most = 0
    for some in points:
        most = max(most, some)
    return most


@jit
def _power_of_two(above: int) -> int:
    """The least power of two above a number.

    Parameters
    ----------
    above : the number
    """
    power = 1
    while power <= above:
        power *= 2
    return power


@jit
def _wins(rules: Written, out: Array) -> None:
    """Compute the probability that a throw wins.

    Parameters
    ----------
    rules : the game's turn as it was written
    out : float64[x, throw], must be 0, becomes the probability to reach the goal from x = banked + turn total
    """
    for x in range(len(out)):
        for throw in range(rules.bust.size):
            for outcome in range(rules.outcomes[throw], rules.outcomes[throw + 1]):
                if x + rules.gain[outcome] >= len(out):
                    out[x, throw] += rules.chance[outcome]


@jit
def _turn(
    rules: Written,
    banked: int,
    depth: int,
    held: Array,
    lost: Array,
    wins: Array,
    positions: Array,
    throws: Array,
) -> None:
    """Compute the value of the turn from one banked score.

    It allocates nothing and slices no arrays in calls: counting their references made the certificate of the
    race to 100 over three times slower.

    Parameters
    ----------
    rules : the game's turn, its outcomes in fives
    banked : score at the start of the turn
    depth : largest number of points that a way gives up
    held : float64[score, opponent], value of holding with a score
    lost : float64[throw, opponent], part of a throw's value from busts and wipes
    wins : float64[x, throw], probability to reach the goal from x = banked + turn total
    positions : float64[x modulo its length, opponent], must be 0 for x from the goal on
    throws : float64[x modulo a power of two, throw; opponent], x and throw in one index; written, those of
        `banked` last
    """
    count = rules.bust.size
    goal, some = len(wins), throws.shape[1]
    near = len(throws) // count - 1
    mask = len(positions) - 1
    for x in range(goal - 1, banked - 1, -1):
        for throw in range(count):
            row = (x & near) * count + throw
            first = rules.outcomes[throw]
            _add_five(rules, x, first, positions, lost, throw, throws, row)
            for outcome in range(first + FIVE, rules.outcomes[throw + 1], FIVE):
                _add_five(rules, x, outcome, positions, throws, row, throws, row)
            if wins[x, throw] > 0.0:
                for one in range(some):
                    throws[row, one] += wins[x, throw]
        # Delayed until the throw after the position's deepest way is known.
        at = x + depth
        if at < goal:
            for way in range(rules.throw.size):
                ahead = ((at - rules.given_up[way]) & near) * count + rules.throw[way]
                if way == 0:
                    _take_better(throws, ahead, held, at, positions, at & mask)
                else:
                    _take_better(throws, ahead, positions, at & mask, positions, at & mask)


@jit_inline
def _add_five(
    rules: Written,
    x: int,
    outcome: int,
    positions: Array,
    so_far: Array,
    so_far_row: int,
    throws: Array,
    row: int,
) -> None:
    """Add five outcomes of a throw, one after the other.

    Parameters
    ----------
    rules : the game's turn, its outcomes in fives
    x : banked score plus turn total
    outcome : index of the first of the five
    positions : float64[x modulo its length, opponent], value of the position
    so_far, so_far_row : array and row with the sum so far
    throws, row : array and row to write
    """
    mask = len(positions) - 1
    p0 = rules.chance[outcome]
    p1 = rules.chance[outcome + 1]
    p2 = rules.chance[outcome + 2]
    p3 = rules.chance[outcome + 3]
    p4 = rules.chance[outcome + 4]
    r0 = (x + rules.gain[outcome]) & mask
    r1 = (x + rules.gain[outcome + 1]) & mask
    r2 = (x + rules.gain[outcome + 2]) & mask
    r3 = (x + rules.gain[outcome + 3]) & mask
    r4 = (x + rules.gain[outcome + 4]) & mask
    for one in range(throws.shape[1]):
        some = so_far[so_far_row, one] + p0 * positions[r0, one] + p1 * positions[r1, one]
        throws[row, one] = some + p2 * positions[r2, one] + p3 * positions[r3, one] + p4 * positions[r4, one]


@jit_inline
def _take_better(throws: Array, ahead: int, known: Array, known_row: int, positions: Array, row: int) -> None:
    """Take a way to go on where it is better than the best choice so far.

    Parameters
    ----------
    throws, ahead : array and row of the throw that the way leads to
    known, known_row : array and row of the best choice so far
    positions, row : array and row to write
    """
    for one in range(positions.shape[1]):
        value = throws[ahead, one]
        best = known[known_row, one]
        positions[row, one] = value if value > best else best
