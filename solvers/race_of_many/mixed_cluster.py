"""All equilibria of one cluster of three states, pure and mixed, by enumeration.

A mover's best reply depends on one number, what a bust is worth to it, and goes through a list of
*candidates* as that number rises from 0 to 1 (`solvers.race_of_many.pure_policies`), each bolder than the one
before. Only at the limit between two is it indifferent, and then any *share* q of the bolder one is a best
reply, too: worth(q) = (1 - q) worth(cautious) + q worth(bold). A stationary equilibrium has for each rotation
a candidate with the value of its bust between the limits, or a pair of neighbours with that value at the
limit between.

Which values come of it is a small system. With limit l of rotation r, its mover has k = worth_r[0] + busts_r
l from a turn, whatever the share. Going once round from its bust, to the next player's turn and that of the
player after,

    l = worth_{r+1}[2] + busts_{r+1} (worth_{r+2}[1] + busts_{r+2} k),

in which the own share does not come up: a mover is made indifferent by the others' shares only. So nobody
mixes alone; where two mix, each share is the root of a linear equation; where all three mix, two of the
equations give the shares of two as fractions of the third's, for which a quadratic one is left. Of three
equal scores, which are one state, there is one share and one quadratic equation.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.jit import jit
from solvers.race_of_many.clusters import bust_values
from solvers.race_of_many.pure_policies import Candidates, gain_of_taken

PLAYERS = 3
# Who mixes, as bits: nobody, two, all; equal scores mix together.
MIXING, ALL = (0, 3, 5, 6, 7), 7
MOST_EQUILIBRIA = 64
# A root that rounding puts this far outside of 0 to 1 is at its end.
SLACK = 1e-9
# The most that may be gained by another candidate for one turn.
TOLERANCE = 1e-13


class Equilibria(NamedTuple):
    """The equilibria of a cluster: those of policies first, then by who mixes, then in the order of
    candidates.

    Attributes
    ----------
    taken : int64[equilibrium, rotation], the candidate, the cautious one of two
    share : float64[equilibrium, rotation], chance to play the next candidate instead, the bold one
    bust : float64[equilibrium, rotation], what a bust is worth to the mover
    gain : float64[equilibrium], the most that a mover gains by another candidate for one turn
    """

    taken: Integers
    share: Array
    bust: Array
    gain: Array


def room() -> Equilibria:
    """Room for the equilibria of a cluster."""
    each = (MOST_EQUILIBRIA, PLAYERS)
    return Equilibria(np.zeros(each, np.int64), np.zeros(each), np.zeros(each), np.zeros(MOST_EQUILIBRIA))


@jit
def find_all(candidates: Candidates, kept: NDArray[np.bool_], period: int, out: Equilibria) -> int:
    """All equilibria of a cluster; their number, at most as many as there is room for.

    Parameters
    ----------
    candidates : of all rotations
    kept : bool[rotation, candidate], those that are best replies to something attainable
    period : 1 if all rotations are one state, else 3
    out : written
    """
    count, taken = 0, np.zeros(PLAYERS, np.int64)
    for mixing in MIXING:
        if period == PLAYERS or mixing in (0, ALL):
            for first in range(candidates.counts[0]):
                taken[:] = first
                if _may(candidates, kept, mixing, taken, 0):
                    if period == 1:
                        count = _try(candidates, taken, mixing, period, count, out)
                    else:
                        count = _try_rest(candidates, kept, taken, mixing, count, out)
    return count


@jit
def _try_rest(
    candidates: Candidates, kept: NDArray[np.bool_], taken: Integers, mixing: int, count: int, out: Equilibria
) -> int:
    """All candidates of the last two rotations with one of the first."""
    for second in range(candidates.counts[1]):
        taken[1] = second
        if _may(candidates, kept, mixing, taken, 1):
            for third in range(candidates.counts[2]):
                taken[2] = third
                if _may(candidates, kept, mixing, taken, 2):
                    count = _try(candidates, taken, mixing, PLAYERS, count, out)
    return count


@jit
def _may(
    candidates: Candidates, kept: NDArray[np.bool_], mixing: int, taken: Integers, rotation: int
) -> bool:
    """Whether the candidate was kept, and the next one, too, if the rotation mixes."""
    own = taken[rotation]
    if not mixing >> rotation & 1:
        return bool(kept[rotation, own])
    return bool(own + 1 < candidates.counts[rotation] and kept[rotation, own] and kept[rotation, own + 1])


@jit
def _try(
    candidates: Candidates, taken: Integers, mixing: int, period: int, count: int, out: Equilibria
) -> int:
    """The equilibria with these candidates, if there are any."""
    shares = np.zeros((2, PLAYERS))
    for root in range(_shares(candidates, taken, mixing, period, shares)):
        share = shares[root]
        within = True
        for rotation in range(PLAYERS):
            within &= -SLACK <= share[rotation] <= 1.0 + SLACK
            share[rotation] = min(max(share[rotation], 0.0), 1.0)
        if within and count < MOST_EQUILIBRIA:
            bust, gain = _prove(candidates, taken, share, mixing)
            if gain <= (TOLERANCE if mixing else 0.0) and not _known(out, count, taken, share):
                out.taken[count], out.share[count], out.bust[count], out.gain[count] = (
                    taken,
                    share,
                    bust,
                    gain,
                )
                count += 1
    return count


@jit
def _known(out: Equilibria, count: int, taken: Integers, share: Array) -> bool:
    """Whether it has been found before: all of one candidate is nothing of the next."""
    for other in range(count):
        if np.abs(out.taken[other] + out.share[other] - taken - share).max() <= SLACK:
            return True
    return False


@jit
def _prove(candidates: Candidates, taken: Integers, share: Array, mixing: int) -> tuple[Array, float]:
    """What busts are worth under the shares, and the most that a mover gains by another candidate."""
    each, chance, bust = np.zeros((PLAYERS, 2), np.int64), np.zeros((PLAYERS, PLAYERS)), np.zeros(PLAYERS)
    for rotation in range(PLAYERS):
        each[rotation, 0] = rotation
        mixture(candidates, rotation, taken[rotation], share[rotation], candidates.trial[rotation, :, 0])
    bust_values(candidates.trial, each, chance, bust)
    if mixing == 0:
        return bust, gain_of_taken(candidates, taken, bust)
    gain = 0.0
    for rotation in range(PLAYERS):
        known = candidates.trial[rotation, 0, 0] + candidates.trial[rotation, PLAYERS, 0] * bust[rotation]
        for other in range(candidates.counts[rotation]):
            worth = (
                candidates.worth[rotation, 0, other]
                + candidates.worth[rotation, PLAYERS, other] * bust[rotation]
            )
            gain = max(gain, worth - known)
    return bust, gain


@jit
def mixture(candidates: Candidates, rotation: int, own: int, share: float, out: Array) -> None:
    """What a turn is worth to each seat, the bust left out, and its chance to bust: float64[seat + 1]."""
    for seat in range(PLAYERS + 1):
        out[seat] = candidates.worth[rotation, seat, own]
        if share > 0.0:
            out[seat] = (1.0 - share) * out[seat] + share * candidates.worth[rotation, seat, own + 1]


@jit
def _shares(candidates: Candidates, taken: Integers, mixing: int, period: int, out: Array) -> int:
    """The shares that make all who mix indifferent, float64[root, rotation]; how many there are."""
    if mixing == 0:
        return 1
    if period == 1:
        return _equal_shares(_indifference(candidates, taken, 0, mixing), out)
    if mixing == ALL:
        return _three_shares(candidates, taken, out)
    for rotation in range(PLAYERS):
        if mixing >> rotation & 1:
            constant, next_rises, after_rises, _ = _indifference(candidates, taken, rotation, mixing)
            # One of the two others mixes; it has to see to it.
            following = (rotation + 1) % PLAYERS
            if mixing >> following & 1:
                out[0, following] = -constant / next_rises
            else:
                out[0, (rotation + 2) % PLAYERS] = -constant / after_rises
    return 1


@jit
def _indifference(
    candidates: Candidates, taken: Integers, own: int, mixing: int
) -> tuple[float, float, float, float]:
    """What a bust is worth to a mover, less its limit, for shares q of the next player and s of the one
    after: as the coefficients of 1, q, s and q s.
    """
    following, after = (own + 1) % PLAYERS, (own + 2) % PLAYERS
    limit = candidates.limits[own, 1, taken[own]]
    have = candidates.worth[own, 0, taken[own]] + candidates.worth[own, PLAYERS, taken[own]] * limit
    worth, worth_rises = _line(candidates, taken, following, mixing, 2)
    busts, busts_rise = _line(candidates, taken, following, mixing, PLAYERS)
    later, later_rises = _line(candidates, taken, after, mixing, 1)
    later_busts, later_busts_rise = _line(candidates, taken, after, mixing, PLAYERS)
    base, rises = later + later_busts * have, later_rises + later_busts_rise * have
    return worth + busts * base - limit, worth_rises + busts_rise * base, busts * rises, busts_rise * rises


@jit
def _line(
    candidates: Candidates, taken: Integers, rotation: int, mixing: int, seat: int
) -> tuple[float, float]:
    """What a seat has from a turn under the candidate, and how much more under the next one."""
    own = taken[rotation]
    worth = candidates.worth[rotation, seat, own]
    return worth, candidates.worth[rotation, seat, own + 1] - worth if mixing >> rotation & 1 else 0.0


@jit
def _three_shares(candidates: Candidates, taken: Integers, out: Array) -> int:
    """All three mix. With q the share of rotation 1, those of rotations 2 and 0 are -n / d and -m / e, linear
    in q all four.
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
        out[root, 2], out[root, 0] = (
            -(n0 + n1 * share) / (d0 + d1 * share),
            -(m0 + m1 * share) / (e0 + e1 * share),
        )
    return count


@jit
def _equal_shares(indifference: tuple[float, float, float, float], out: Array) -> int:
    """All three are one state."""
    constant, next_rises, after_rises, both_rise = indifference
    count = _roots(constant, next_rises + after_rises, both_rise, out[:, 0])
    for root in range(count):
        out[root, 1], out[root, 2] = out[root, 0], out[root, 0]
    return count


@jit
def _roots(constant: float, linear: float, square: float, out: Array) -> int:
    """The real roots of a quadratic equation, without loss of digits; a linear one has its other root at
    infinity.
    """
    discriminant = linear * linear - 4.0 * constant * square
    if discriminant < 0.0:
        return 0
    sum_of_both = -0.5 * (linear + np.copysign(np.sqrt(discriminant), linear))
    out[0], out[1] = constant / sum_of_both, sum_of_both / square
    return 2
