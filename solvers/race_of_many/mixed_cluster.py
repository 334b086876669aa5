"""All equilibria of one cluster of three states, pure and mixed, by enumeration.

A mover's best reply depends on one number, what a bust is worth to it, and goes through a list of
*candidates* as that number rises from 0 to 1 (`in_turn_of_many.clusters.pure_policies`), each bolder than the
one before. Only at the limit between two is it indifferent, and then any *share* q of the bolder one is a
best reply, too: worth(q) = (1 - q) worth(cautious) + q worth(bold). A stationary equilibrium has for each
rotation a candidate with the value of its bust between the limits, or a pair of neighbours with that value at
the limit between.

Which values come of it is a small system; `solvers.race_of_many.shares` solves it for the shares.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.in_turn_of_many.clusters.candidates import Candidates, first_combination, next_combination
from solvers.in_turn_of_many.clusters.chances import bust_values
from solvers.in_turn_of_many.clusters.pure_policies import gain_of_taken
from solvers.jit import jit, jit_allocating
from solvers.race_of_many.shares import ALL, PLAYERS, indifferent_shares
from solvers.rows import copy_row

# Who mixes, as bits: nobody, two, all; equal scores mix together.
MIXING = (0, 3, 5, 6, ALL)
MOST_EQUILIBRIA = 64
# By how much rounding may change a share: a root that is this far outside of 0 to 1 is at its end, and shares
# that are this close are the same.
SHARE_ROUNDING = 1e-9
# The most that may be gained by another candidate for one turn.
LARGEST_GAIN = 1e-13


class Equilibria(NamedTuple):
    """The equilibria of a cluster.

    Those of policies come first, then they are in the order of who mixes, then in that of the candidates.

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


def no_equilibria() -> Equilibria:
    """Room for the equilibria of a cluster."""
    each = (MOST_EQUILIBRIA, PLAYERS)
    return Equilibria(np.zeros(each, np.int64), np.zeros(each), np.zeros(each), np.zeros(MOST_EQUILIBRIA))


@jit_allocating
def find_all(candidates: Candidates, kept: NDArray[np.bool_], period: int, out: Equilibria) -> int:
    """All equilibria of a cluster; their number, at most as many as there is room for.

    Parameters
    ----------
    candidates : of all rotations
    kept : bool[rotation, candidate], those that are best replies to something attainable
    period : 1 if all rotations are one state, else 3
    out : written
    """
    count = 0
    taken = np.zeros(PLAYERS, np.int64)
    for mixing in MIXING:
        if period != PLAYERS and mixing not in (0, ALL):
            continue
        more = first_combination(candidates, kept, mixing, period, taken)
        while more:
            count = _try(candidates, taken, mixing, period, count, out)
            more = next_combination(candidates, kept, mixing, period, taken)
    return count


@jit_allocating
def _try(
    candidates: Candidates, taken: Integers, mixing: int, period: int, count: int, out: Equilibria
) -> int:
    """Find the equilibria with these candidates, if there are any; returns how many are found.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    taken : int64[rotation], the candidates, the cautious one of two
    mixing : bit of each rotation that mixes
    period : 1 if all rotations are one state, else 3
    count : of the equilibria found before, which the number returned includes
    out : written from row `count` on
    """
    shares = np.zeros((2, PLAYERS))
    bust = np.zeros(PLAYERS)
    for root in range(indifferent_shares(candidates, taken, mixing, period, shares)):
        share = shares[root]
        within = True
        for rotation in range(PLAYERS):
            within &= -SHARE_ROUNDING <= share[rotation] <= 1.0 + SHARE_ROUNDING
            share[rotation] = min(max(share[rotation], 0.0), 1.0)
        if within and count < MOST_EQUILIBRIA:
            busts_of(candidates, taken, share, bust)
            gain = gain_of_mixtures(candidates, bust) if mixing else gain_of_taken(candidates, taken, bust)
            if gain <= (LARGEST_GAIN if mixing else 0.0) and not _known(out, count, taken, share):
                copy_row(taken, out.taken[count])
                copy_row(share, out.share[count])
                copy_row(bust, out.bust[count])
                out.gain[count] = gain
                count += 1
    return count


@jit
def _known(out: Equilibria, count: int, taken: Integers, share: Array) -> bool:
    """Whether it has been found before: all of one candidate is nothing of the next.

    Parameters
    ----------
    out : the equilibria found
    count : how many they are
    taken : int64[rotation], the cautious candidates
    share : float64[rotation], chances to play the bold ones
    """
    for other in range(count):
        near = True
        for rotation in range(taken.size):
            mix = out.taken[other, rotation] + out.share[other, rotation]
            near &= abs(mix - taken[rotation] - share[rotation]) <= SHARE_ROUNDING
        if near:
            return True
    return False


@jit_allocating
def busts_of(candidates: Candidates, taken: Integers, share: Array, out: Array) -> None:
    """What busts are worth under mixtures.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    taken : int64[rotation], the cautious candidates
    share : float64[rotation], chances to play the bold ones
    out : float64[rotation], written
    """
    players = taken.size
    each = np.zeros((players, 2), np.int64)
    chance = np.zeros((players, players))
    for rotation in range(players):
        each[rotation, 0] = rotation
        mixture(candidates, rotation, taken[rotation], share[rotation], candidates.trial[rotation, :, 0])
    bust_values(candidates.trial, each, chance, out)


@jit
def gain_of_mixtures(candidates: Candidates, bust: Array) -> float:
    """The most that a mover gains by another candidate for one turn.

    Parameters
    ----------
    candidates : of all rotations; their `trial` is what is played
    bust : float64[rotation], what a bust is worth to the mover
    """
    players = bust.size
    gain = 0.0
    for rotation in range(players):
        known = candidates.trial[rotation, 0, 0] + candidates.trial[rotation, players, 0] * bust[rotation]
        for other in range(candidates.counts[rotation]):
            worth = candidates.worth[rotation, 0, other]
            gain = max(gain, worth + candidates.worth[rotation, players, other] * bust[rotation] - known)
    return gain


@jit
def mixture(candidates: Candidates, rotation: int, own: int, share: float, out: Array) -> None:
    """What a turn is worth to each seat, the bust left out, and its chance to bust.

    Parameters
    ----------
    candidates : of all rotations
    rotation : whose turn it is
    own : the cautious candidate
    share : chance to play the bold one; on the way to it, Newton's method may try what is none
    out : float64[seat + 1], written
    """
    for seat in range(out.size):
        out[seat] = candidates.worth[rotation, seat, own]
        if share != 0.0:
            out[seat] = (1.0 - share) * out[seat] + share * candidates.worth[rotation, seat, own + 1]
