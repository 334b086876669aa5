"""Certificate of the range of each probability over all equilibria of the showdown, from one of them.

No equilibrium draws a rule that loses to another equilibrium. So all draw only rules that do not lose to the
given one, and of these the ones that some equilibrium draws form the face. Rank and dimension come from
singular values. An end of a range is found by a linear program and proved without it: by an equilibrium with
that probability, and by prices of the replies that bound it.
"""

from typing import Any, NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.turn import Turn
from solvers.showdown.certificate import distinct, played_out, win_chances

# Smaller advantages count as 0, and so do singular values that are smaller relative to the largest.
TIE = 1e-12
# Greatest probabilities up to this count as 0.
LEAST_PROBABILITY = 1e-10
# Largest accepted difference between the two proofs of an end.
LARGEST_GAP = 1e-12


class Face(NamedTuple):
    """All equilibria over hold-at rules.

    Attributes
    ----------
    least, greatest : float64[hold_at], range of each probability; equal rules count as the least of them
    freedom : dimension of the polytope of all equilibria
    """

    least: Array
    greatest: Array
    freedom: int


def face(turn: Turn, cap: int, probability: Array) -> Face:
    """Return the range of each probability, from one equilibrium.

    Parameters
    ----------
    turn : a game with hold-at rules
    cap : the greatest turn total to hold at
    probability : float64[hold_at], an equilibrium

    Raises
    ------
    NotConverged
        if an end of a range cannot be proved, for instance if `probability` is no equilibrium
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
    """The maximum of a linear function over all equilibria on some rules.

    Parameters
    ----------
    advantage : float64[reply, rule], advantage of every reply over each of the rules
    wanted : float64[rule], coefficients of the function

    Raises
    ------
    NotConverged
        if there is none, or it and the prices that prove it differ by more than LARGEST_GAP
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
