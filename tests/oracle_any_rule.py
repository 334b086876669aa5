"""Slow and obvious equilibria of simultaneous Pig over all stopping rules. Nothing of the project is imported.

Every state's turn is one linear program in sequence form: the first player's unknowns are the chances to throw on from each turn total, the
second's best reply enters by its dual. The state's value is found by halving, in as many programs as that takes.
"""

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any

import numpy as np
from scipy.optimize import brentq, linprog

from tests.oracle import Game, Number, bust

Array = Any
PRECISE = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


def ends_by_throwing_on(game: Game, lacking: int) -> tuple[Array, Array]:
    """Chance of each final gain, and to come to each turn total, as linear in the chances to throw on: [gain or turn total, turn total]."""
    ends, comes = np.zeros((lacking + 1, lacking)), np.zeros((lacking, lacking))
    for total in range(lacking):
        ends[0, total] += float(bust(game[0]))
        for result in game[0]:
            there = min(total + result.gain, lacking)
            ends[there, total] += float(result.probability)
            if there < lacking:
                comes[there, total] += float(result.probability)
    for total in range(1, lacking):
        ends[total, total] -= 1.0
    return ends, comes


def game_value(game: Game, pays: Array) -> float:
    """What one turn of both is worth to the first over all stopping rules; pays[own gain, other's gain], the last gain the goal."""
    (ends, comes), (their_ends, they_come) = (ends_by_throwing_on(game, size - 1) for size in pays.shape)
    mine, theirs = comes.shape[0], they_come.shape[0]
    cost = their_ends.T @ pays.T @ ends
    # The other's dual: u(y) - sum over throws of p u(y + gain) <= cost(y), u >= 0 but for u(0), which is the value.
    flow = np.eye(theirs) - they_come
    rows = [np.hstack([-cost, flow.T]), np.hstack([(np.eye(mine) - comes)[1:], np.zeros((mine - 1, theirs))])]
    bounds = [(1.0, 1.0)] + [(0.0, None)] * (mine - 1) + [(None, None)] + [(0.0, None)] * (theirs - 1)
    aim = np.zeros(mine + theirs)
    aim[mine] = -1.0
    # The dual's sign: what the other may save by holding at y is u(y) >= 0 too little.
    rows[0][:, mine + 1 :] *= -1.0
    rows[0][1:, :] = rows[0][1:, :]
    found = linprog(aim, A_ub=np.vstack(rows), b_ub=np.zeros(theirs + mine - 1), bounds=bounds, options=PRECISE)
    return float(-found.fun)
