"""Certificate of the range of each probability over all equilibria of one turn each, from one of them.

An equilibrium draws no rule that another equilibrium makes lose. So all of them draw from the rules that the
one given makes lose nothing, and from those of which some equilibrium draws: these are the face. Rank and
dimension come from singular values. An end of a range is found by a linear program and proved without it: by
an equilibrium that has that probability, and by prices of the replies at which none has more.
"""

from typing import Any, NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.showdown.certificate import distinct, played_out, win_chances

# An advantage this close to 0 is one of 0, and a singular value this small beside the largest.
TIE = 1e-12
# A greatest probability up to this is one of 0.
LEAST_PROBABILITY = 1e-10
# By how much the two proofs of an end may differ.
LARGEST_GAP = 1e-12


class Face(NamedTuple):
    """All equilibria over the rules that hold at a turn total.

    Attributes
    ----------
    least, greatest : float64[hold_at], range of each probability; rules that do the same count as the least
    freedom : dimension of the polytope of all equilibria
    """

    least: Array
    greatest: Array
    freedom: int


def face(turn: Turn, cap: int, probability: Array) -> Face:
    """The range of each probability, from one equilibrium.

    Parameters
    ----------
    turn : a turn with hold-at rules
    cap : the greatest turn total to hold at
    probability : float64[hold_at], an equilibrium

    Raises
    ------
    NotConverged
        if an end of a range cannot be proved, as of what is no equilibrium
    """
    rules = np.flatnonzero(distinct(played_out(turn, cap)))
    wins = win_chances(turn, cap)[np.ix_(rules, rules)]
    advantage, mix = wins - wins.T, probability[rules]
    tied = np.flatnonzero(advantage @ mix > -TIE)
    drawn = np.array(
        [
            rule
            for rule in tied
            if mix[rule] > 0.0 or _most(advantage[:, tied], (tied == rule).astype(float)) > LEAST_PROBABILITY
        ]
    )
    equations = np.vstack([advantage[np.ix_(drawn, drawn)], np.ones(drawn.size)])
    sizes = np.linalg.svd(equations, compute_uv=False)
    freedom = drawn.size - int(np.count_nonzero(sizes > TIE * sizes[0]))
    least, greatest = probability.copy(), probability.copy()
    for rule in drawn if freedom else ():
        chosen = (drawn == rule).astype(float)
        least[rules[rule]] = -_most(advantage[:, drawn], -chosen)
        greatest[rules[rule]] = _most(advantage[:, drawn], chosen)
    return Face(least, greatest, freedom)


def _most(advantage: Array, wanted: Array) -> float:
    """The most that probabilities come to, each times a number, over all equilibria on some rules.

    Parameters
    ----------
    advantage : float64[reply, rule], of every reply over each of the rules
    wanted : float64[rule], the numbers

    Raises
    ------
    NotConverged
        if there is none, or it and the prices that prove it are further apart than LARGEST_GAP
    """
    from scipy.optimize import linprog

    found: Any = linprog(
        -wanted,
        A_ub=advantage,
        b_ub=np.zeros(len(advantage)),
        A_eq=np.ones((1, wanted.size)),
        b_eq=[1.0],
        method="highs-ds",
    )
    if not found.success:
        raise NotConverged(f"end of a range: expected an optimum, got status {found.status}: {found.message}")
    mix = found.x.clip(min=0.0) / found.x.clip(min=0.0).sum()
    prices = (-found.ineqlin.marginals).clip(min=0.0)
    reached, bound = float(wanted @ mix), float((wanted - prices @ advantage).max())
    if not (bound - reached <= LARGEST_GAP and (advantage @ mix).max() <= LARGEST_GAP):
        raise NotConverged(f"end of a range: expected one number, got {reached} to {bound}.")
    return reached
