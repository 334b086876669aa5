"""The showdown of two players as linear programs: the strategy that minimises what the best reply wins.

With e(s) the probability that a strategy scores s, and F(s) that it scores at most s, a score of s wins
against it with probability (F(s - 1) + F(s)) / 2. These probabilities, and what the best reply wins, are
linear in the strategy. With the F as separate unknowns all equations are short, with one term for each result
of a throw, so a thousand rules or turn totals take seconds.

Over hold-at rules the unknowns are the probabilities to draw each. Over all stopping rules they are the
probabilities h(t) to reach a turn total t and hold, and g(t) to reach it and roll, with what the best reply
can still win from each turn total, V(t). No list of rules is needed, of which there are 2 to the power of the
cap: this is the sequence form (von Stengel 1996).
"""

from typing import Any

import numpy as np

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.turns.best_rule import Throws
from solvers.turns.one_turn import HoldAtRules

# Tolerance for the rows of the program; results are made exact afterwards.
FEASIBLE = 1e-10


def mix_of_rules(of: HoldAtRules) -> Array:
    """Return an equilibrium over hold-at rules: probability to draw each, float64[rule].

    Raises
    ------
    NotConverged
        if the program's solver fails
    """
    from scipy import sparse

    count, scores = of.hold_at.size, of.scores
    rule = np.arange(count)
    end = of.hold_at[:, None] + np.arange(of.ends.shape[1])
    ends = sparse.csr_array(
        (of.ends.ravel(), (np.repeat(rule, end.shape[1]), end.ravel())), shape=(count, scores)
    )
    ends = ends + sparse.csr_array((of.failed, (rule, np.full(count, of.lowest))), shape=(count, scores))
    differences, wins = _differences(scores), _wins(scores)
    # Unknowns: the mixture, F, and what the best reply wins.
    equal = sparse.vstack(
        [
            sparse.hstack([-ends.T, differences, sparse.csr_array((scores, 1))]),
            sparse.hstack([np.ones((1, count)), sparse.csr_array((1, scores + 1))]),
        ]
    )
    at_most = sparse.hstack([sparse.csr_array((count, count)), ends @ wins, np.full((count, 1), -1.0)])
    cost = np.append(np.zeros(count + scores), 1.0)
    found = _optimum(cost, at_most, equal, np.append(np.zeros(scores), 1.0))[:count]
    return np.asarray(found / found.sum())


def flows(of: Throws) -> tuple[Array, Array]:
    """Return an equilibrium over all rules: probabilities h to reach a turn total and hold, g to roll there.

    Both are float64[turn_total].

    Raises
    ------
    NotConverged
        if the program's solver fails
    """
    from scipy import sparse

    cap, scores = of.cap, of.cap + of.gains.size - 1
    gains = range(1, of.gains.size)
    # From a throw at a turn total: the probabilities to reach each score, and to lose.
    come = sparse.diags_array(
        [of.gains[gain] for gain in gains], offsets=[-gain for gain in gains], shape=(scores, cap)
    ).tocsr()
    lose = sparse.csr_array(
        (np.full(cap, of.failed), (np.full(cap, of.lowest), np.arange(cap))), shape=(scores, cap)
    )
    differences, wins, each = _differences(scores), _wins(scores), sparse.eye_array(cap)
    below = sparse.eye_array(scores, cap)
    past = sparse.diags_array((np.arange(scores) >= cap).astype(float)).tocsr()
    none = sparse.csr_array((cap, cap))
    # Unknowns: h, g, V, F. A player at a turn total holds or rolls; beyond the cap it holds.
    equal = sparse.vstack(
        [
            sparse.hstack([each, each - come[:cap], none, sparse.csr_array((cap, scores))]),
            sparse.hstack([-below, -(past @ come + lose), sparse.csr_array((scores, cap)), differences]),
        ]
    )
    at_most = sparse.vstack(
        [
            sparse.hstack([none, none, -each, wins[:cap]]).tocsr()[1:],
            sparse.hstack([none, none, come.T[:, :cap] - each, come.T @ past @ wins + lose.T @ wins]),
        ]
    )
    cost, right = np.zeros(3 * cap + scores), np.zeros(cap + scores)
    cost[2 * cap] = right[0] = 1.0
    # A player must roll at least once.
    bounds = [(0.0, 0.0)] + [(0.0, None)] * (3 * cap + scores - 1)
    found = _optimum(cost, at_most, equal, right, bounds)
    return found[:cap], found[cap : 2 * cap]


def _differences(scores: int) -> Any:
    """The matrix from F to e, sparse float64[score, score]."""
    from scipy import sparse

    return sparse.eye_array(scores) - sparse.eye_array(scores, k=-1)


def _wins(scores: int) -> Any:
    """The matrix from F to the win probability of a score, sparse float64[score, score]."""
    from scipy import sparse

    return ((sparse.eye_array(scores) + sparse.eye_array(scores, k=-1)) / 2.0).tocsr()


def _optimum(cost: Array, at_most: Any, equal: Any, right: Array, bounds: Any = (0.0, None)) -> Array:
    """The unknowns with the least cost.

    Parameters
    ----------
    cost : float64[unknown]
    at_most : sparse float64[row, unknown]; its products with the unknowns are 0 or less
    equal : sparse float64[row, unknown]; its products with the unknowns are `right`
    right : float64[row of `equal`]
    bounds : least and greatest value, for each unknown or for all
    """
    from scipy.optimize import linprog

    found = linprog(
        cost,
        A_ub=at_most,
        b_ub=np.zeros(at_most.shape[0]),
        A_eq=equal,
        b_eq=right,
        bounds=bounds,
        # An interior point method with crossover to a vertex: seconds, where the simplex method takes a
        # minute.
        method="highs-ipm",
        options={"primal_feasibility_tolerance": FEASIBLE, "dual_feasibility_tolerance": FEASIBLE},
    )
    if not found.success:
        raise NotConverged(
            f"strategy: expected an optimum of the linear program, got status {found.status}: {found.message}"
        )
    return np.asarray(found.x.clip(min=0.0))
