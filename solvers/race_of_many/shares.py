"""The shares that make movers indifferent, in a cluster of three states with mixed policies.

At the limit l of rotation r, its mover's value of a turn is k = worth_r[0] + busts_r l, for any share. Going
once round from its bust, to the next player's turn and that of the player after,

    l = worth_{r+1}[2] + busts_{r+1} (worth_{r+2}[1] + busts_{r+2} k),

in which its own share does not occur: only the others' shares make a mover indifferent. So no player mixes
alone. If two mix, each share is the root of a linear equation. If all three mix, two of the equations give
two shares as fractions of the third one, which solves a quadratic equation. If all three scores are equal,
which is one state, there is one share and one quadratic equation.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.in_turn_of_many.clusters.candidates import Candidates
from solvers.jit import jit

PLAYERS = 3
# All rotations, as bits.
ALL = 7


class Indifference(NamedTuple):
    """A mover's value of a bust minus its limit, as a function of the two others' shares.

    With q the share of the next player and s that of the one after, the mover is indifferent where 0 =
    constant + next_rises q + after_rises s + both_rise q s.

    Attributes
    ----------
    constant, next_rises, after_rises, both_rise : coefficients of 1, q, s and q s
    """

    constant: float
    next_rises: float
    after_rises: float
    both_rise: float


@jit
def indifferent_shares(candidates: Candidates, taken: Integers, mixing: int, period: int, out: Array) -> int:
    """Find the shares that make all who mix indifferent; return the number of solutions.

    Parameters
    ----------
    candidates : of all rotations
    taken : int64[rotation], the cautious candidates
    mixing : bits of the rotations that mix
    period : 1 if all rotations are one state, else 3
    out : float64[root, rotation], must be 0; the shares of those who mix are written
    """
    if mixing == 0:
        return 1
    if period == 1:
        return _equal_shares(_indifference(candidates, taken, 0, mixing), out)
    if mixing == ALL:
        return _three_shares(candidates, taken, out)
    for rotation in range(PLAYERS):
        if mixing >> rotation & 1:
            constant, next_rises, after_rises, _ = _indifference(candidates, taken, rotation, mixing)
            # One of the two others mixes, and its share makes this mover indifferent.
            following = (rotation + 1) % PLAYERS
            if mixing >> following & 1:
                out[0, following] = -constant / next_rises
            else:
                out[0, (rotation + 2) % PLAYERS] = -constant / after_rises
    return 1


@jit
def _indifference(candidates: Candidates, taken: Integers, own: int, mixing: int) -> Indifference:
    """The condition that a mover is indifferent between its two candidates, by the two others' shares.

    Parameters
    ----------
    candidates : of all rotations
    taken : int64[rotation], the cautious candidates
    own : rotation of the mover
    mixing : bits of the rotations that mix
    """
    following = (own + 1) % PLAYERS
    after = (own + 2) % PLAYERS
    limit = candidates.limits[own, 1, taken[own]]
    have = candidates.worth[own, 0, taken[own]] + candidates.worth[own, PLAYERS, taken[own]] * limit
    worth, worth_rises = _line(candidates, taken, following, mixing, 2)
    busts, busts_rise = _line(candidates, taken, following, mixing, PLAYERS)
    later, later_rises = _line(candidates, taken, after, mixing, 1)
    later_busts, later_busts_rise = _line(candidates, taken, after, mixing, PLAYERS)
    base = later + later_busts * have
    rises = later_rises + later_busts_rise * have
    return Indifference(
        worth + busts * base - limit, worth_rises + busts_rise * base, busts * rises, busts_rise * rises
    )


@jit
def _line(
    candidates: Candidates, taken: Integers, rotation: int, mixing: int, seat: int
) -> tuple[float, float]:
    """The value of a turn to a seat under the candidate, and its difference under the next one.

    Parameters
    ----------
    candidates : of all rotations
    taken : int64[rotation], the cautious candidates
    rotation : index of the rotation
    mixing : bits of the rotations that mix
    seat : index of the seat; PLAYERS for the probability to bust
    """
    own = taken[rotation]
    worth = candidates.worth[rotation, seat, own]
    return worth, candidates.worth[rotation, seat, own + 1] - worth if mixing >> rotation & 1 else 0.0


@jit
def _three_shares(candidates: Candidates, taken: Integers, out: Array) -> int:
    """Find the shares if all three mix; return the number of solutions.

    With q the share of rotation 1, those of rotations 2 and 0 are -n / d and -m / e, all four linear in q.

    Parameters
    ----------
    candidates : of all rotations
    taken : int64[rotation], the cautious candidates
    out : float64[root, rotation], written
    """
    n0, n1, d0, d1 = _indifference(candidates, taken, 0, ALL)
    m0, e0, m1, e1 = _indifference(candidates, taken, 2, ALL)
    constant, next_rises, after_rises, both_rise = _indifference(candidates, taken, 1, ALL)
    count = _roots(
        constant * d0 * e0 - next_rises * n0 * e0 - after_rises * m0 * d0 + both_rise * n0 * m0,
        constant * (d0 * e1 + d1 * e0)
        - next_rises * (n0 * e1 + n1 * e0)
        - after_rises * (m0 * d1 + m1 * d0)
        + both_rise * (n0 * m1 + n1 * m0),
        constant * d1 * e1 - next_rises * n1 * e1 - after_rises * m1 * d1 + both_rise * n1 * m1,
        out[:, 1],
    )
    for root in range(count):
        share = out[root, 1]
        out[root, 2] = -(n0 + n1 * share) / (d0 + d1 * share)
        out[root, 0] = -(m0 + m1 * share) / (e0 + e1 * share)
    return count


@jit
def _equal_shares(indifference: Indifference, out: Array) -> int:
    """Find the shares if all three are one state; return the number of solutions.

    Parameters
    ----------
    indifference : condition of the mover
    out : float64[root, rotation], written
    """
    constant, next_rises, after_rises, both_rise = indifference
    count = _roots(constant, next_rises + after_rises, both_rise, out[:, 0])
    for root in range(count):
        out[root, 1] = out[root, 0]
        out[root, 2] = out[root, 0]
    return count


@jit
def _roots(constant: float, linear: float, square: float, out: Array) -> int:
    """The real roots of a quadratic equation, without loss of digits; returns their number.

    A linear equation has its other root at infinity.

    Parameters
    ----------
    constant, linear, square : coefficients
    out : float64[root], written
    """
    discriminant = linear * linear - 4.0 * constant * square
    if discriminant < 0.0:
        return 0
    sum_of_both = -0.5 * (linear + np.copysign(np.sqrt(discriminant), linear))
    out[0] = constant / sum_of_both
    out[1] = sum_of_both / square
    return 2
