"""All equilibria of one cluster of three states, pure and mixed, by enumeration.

A mover's best response depends on its value of a bust only. As that rises from 0 to 1, the best response goes
through a list of *candidates* (`in_turn_of_many.clusters.pure_policies`), each bolder than the one before.
Only at the limit between two it is indifferent, and then every mixture with *share* q of the bolder one is a
best response, too: worth(q) = (1 - q) worth(cautious) + q worth(bold). In a stationary equilibrium, each
rotation has a candidate whose limits enclose its value of a bust, or two neighbours with that value at the
limit between them.

The bust values are the solution of a small system, which `solvers.race_of_many.shares` solves for the shares.
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

# Sets of rotations that mix, as bits: none, two, or all; equal scores mix together.
MIXING = (0, 3, 5, 6, ALL)
MOST_EQUILIBRIA = 64
# By how much rounding may change a share: roots outside [0, 1] by less are clipped, and shares closer than
# this are equal.
SHARE_ROUNDING = 1e-9
# The most that another candidate may gain for one turn.
LARGEST_GAIN = 1e-13


class Equilibria(NamedTuple):
    """The equilibria of a cluster: pure ones first, then by who mixes, then by candidates.

    Attributes
    ----------
    taken : int64[equilibrium, rotation], the candidate; of two, the cautious one
    share : float64[equilibrium, rotation], probability to play the next, bolder candidate instead
    bust : float64[equilibrium, rotation], value of a bust to the mover
    gain : float64[equilibrium], the most that a mover gains by another candidate for one turn
    """

    taken: Integers
    share: Array
    bust: Array
    gain: Array


def no_equilibria() -> Equilibria:
    """Return work arrays for the equilibria of a cluster."""
    each = (MOST_EQUILIBRIA, PLAYERS)
    return Equilibria(np.zeros(each, np.int64), np.zeros(each), np.zeros(each), np.zeros(MOST_EQUILIBRIA))


@jit_allocating
def find_all(candidates: Candidates, kept: NDArray[np.bool_], period: int, out: Equilibria) -> int:
    """Find all equilibria of a cluster, as many as fit; return their number.

    Parameters
    ----------
    candidates : of all rotations
    kept : bool[rotation, candidate], those that are best responses to some attainable value
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
    """Find the equilibria with these candidates; return the number of equilibria found so far.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    taken : int64[rotation], the candidates; of two, the cautious one
    mixing : bits of the rotations that mix
    period : 1 if all rotations are one state, else 3
    count : number of equilibria found before
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
    """Whether an equilibrium was found before; a share of 1 of a candidate is a share of 0 of the next.

    Parameters
    ----------
    out : the equilibria found
    count : their number
    taken : int64[rotation], the cautious candidates
    share : float64[rotation], probabilities to play the bold ones
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
    """Compute the values of busts under mixtures.

    Parameters
    ----------
    candidates : of all rotations; `trial` is written
    taken : int64[rotation], the cautious candidates
    share : float64[rotation], probabilities to play the bold ones
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
    """Return the most that a mover gains by another candidate for one turn.

    Parameters
    ----------
    candidates : of all rotations; their `trial` is played
    bust : float64[rotation], value of a bust to the mover
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
    """Compute the value of a mixed turn to each seat, without the bust, and its probability to bust.

    Parameters
    ----------
    candidates : of all rotations
    rotation : index of the rotation
    own : the cautious candidate
    share : probability to play the bold one; Newton's method may try values outside [0, 1]
    out : float64[seat + 1], written
    """
    for seat in range(out.size):
        out[seat] = candidates.worth[rotation, seat, own]
        if share != 0.0:
            out[seat] = (1.0 - share) * out[seat] + share * candidates.worth[rotation, seat, own + 1]
