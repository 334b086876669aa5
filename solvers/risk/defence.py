"""The defence of a chain: the distribution of armies that minimises the probability to take all of it.

All distributions with at least one army in each territory are tried, in lexicographic order. Let p be the
attacker's probabilities to enter a territory with each number of armies, a row vector; T_d the matrix to the
next territory if d armies defend this one; and w_d the probabilities to take the last one from d armies. Then
the distribution d_1, ..., d_t has the value

    p T_(d_1) ... T_(d_(t-1)) w_(d_t),

and distributions that begin alike share the beginning of the product.
"""

from dataclasses import dataclass
from math import comb

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import expected
from solvers.jit import jit, jit_allocating
from solvers.risk.battle import check_attackers, values
from solvers.risk.certificate import defence_residual
from solvers.risk.rules import BattleDice

# Takes about a second. The puzzle of 30 armies in five territories has 23751 distributions.
MOST_DISTRIBUTIONS = 1_000_000
# Distributions whose values differ by less, relatively, which is rounding, are equal, and the first one
# counts. Some are exactly equal, such as 3 1 1 1 and 1 3 1 1.
EQUALLY_GOOD = 1e-14


@dataclass(frozen=True)
class Defence:
    """The best and the worst distributions.

    Attributes
    ----------
    rules : most dice of each side
    attackers, defenders : armies of both sides
    territories : length of the chain
    value, worst_value : float64[front], attacker's probability to take the chain against the best and against
        the worst distribution with 1, 2, ... armies in the first territory
    by_front, worst_by_front : int64[front, territory], these distributions; among equal ones the first in
        lexicographic order
    residual : largest difference between the value and the least over all distributions by another route
    """

    rules: BattleDice
    attackers: int
    defenders: int
    territories: int
    value: Array
    worst_value: Array
    by_front: Integers
    worst_by_front: Integers
    residual: float

    @property
    def win_probability(self) -> float:
        """Attacker's probability to take the whole chain against the best distribution."""
        return float(self.value.min())

    @property
    def worst_win_probability(self) -> float:
        """Attacker's probability to take the whole chain against the worst distribution."""
        return float(self.worst_value.max())

    @property
    def distribution(self) -> Integers:
        """The best distribution."""
        return self.by_front[int(self.value.argmin()), :]

    @property
    def worst_distribution(self) -> Integers:
        """The worst distribution."""
        return self.worst_by_front[int(self.worst_value.argmax()), :]


def check_defenders(defenders: int, territories: int) -> None:
    """Refuse numbers of armies that cannot be distributed over a chain.

    Raises
    ------
    InvalidRules
        if there are too few armies or territories, or more than MOST_DISTRIBUTIONS distributions
    """
    if territories < 2:
        raise expected("territories", "2 or more", territories)
    if defenders < territories:
        raise expected("defenders", f"{territories} or more, one for each territory", defenders)
    count = comb(defenders - 1, territories - 1)
    if count > MOST_DISTRIBUTIONS:
        raise expected(
            "defenders",
            f"at most {MOST_DISTRIBUTIONS} distributions over the territories",
            count,
            "Take fewer of either.",
        )


def best_defence(
    attackers: int, defenders: int, territories: int, rules: BattleDice | None = None
) -> Defence:
    """Find the best of all distributions.

    Parameters
    ----------
    attackers : armies in the territory before the chain, 2 or more; one of them must stay behind
    defenders : armies to distribute
    territories : 2 or more
    rules : most dice of each side; 3 against 2 if none are given

    Raises
    ------
    InvalidRules
        as `check_defenders`, or if there are too few attackers

    Examples
    --------
    >>> defence = best_defence(30, 30, 5)  # the puzzle of Neller, Russell & Markov 2012, section 2.5.1
    >>> print(*defence.distribution, round(defence.win_probability, 4))
    2 2 2 2 22 0.4633
    """
    rules = rules or BattleDice()
    check_attackers(attackers)
    check_defenders(defenders, territories)
    fronts = defenders - territories + 1
    extreme = np.array([[2.0], [-1.0]]).repeat(fronts, axis=1)
    found = np.zeros((2, fronts, territories), np.int64)
    armies = np.zeros((territories, attackers + 1))
    armies[0, attackers] = 1.0
    _search(
        values(rules, np.ones(attackers + 1), fronts),
        _moves(rules, attackers, fronts),
        armies,
        extreme,
        found,
    )
    residual = defence_residual(rules, attackers, defenders, territories, extreme[0])
    return Defence(
        rules, attackers, defenders, territories, extreme[0], extreme[1], found[0], found[1], residual
    )


def _moves(rules: BattleDice, attackers: int, defenders: int) -> Array:
    """Probabilities to enter the next territory.

    Parameters
    ----------
    rules : most dice of each side
    attackers, defenders : most armies of each side

    Returns
    -------
    float64[defenders, attackers, attackers that enter]
    """
    moves = np.zeros((defenders + 1, attackers + 1, attackers + 1))
    for entering in range(1, attackers):
        won = np.zeros(attackers + 1)
        won[entering + 1] = 1.0
        moves[:, :, entering] = values(rules, won, defenders).T
    return moves


@jit_allocating
def _search(last: Array, moves: Array, armies: Array, extreme: Array, found: Integers) -> None:
    """Try all distributions; keep the best and the worst for each number of armies in the first territory.

    Parameters
    ----------
    last : float64[attackers, defenders], probability to take the last territory
    moves : float64[defenders, attackers, attackers that enter], probability to enter the next territory
    armies : float64[territory, attackers], probability to enter each territory with this many; the first row
        is given, the others are overwritten
    extreme : float64[2, front], least and greatest probability to take all; must be above and below all
        probabilities, updated
    found : int64[2, front, territory], the distributions with these probabilities, written
    """
    end = armies.shape[0] - 1
    parts = np.ones(end + 1, np.int64)
    parts[end] = extreme.shape[1]
    changed = 0
    while changed >= 0:
        for territory in range(changed, end):
            _advance(armies[territory], moves[parts[territory]], armies[territory + 1])
        chance = 0.0
        for attackers in range(armies.shape[1]):
            chance += armies[end, attackers] * last[attackers, parts[end]]
        front = parts[0] - 1
        if chance < extreme[0, front] * (1.0 - EQUALLY_GOOD):
            extreme[0, front] = chance
            found[0, front] = parts
        if chance > extreme[1, front] * (1.0 + EQUALLY_GOOD):
            extreme[1, front] = chance
            found[1, front] = parts
        changed = _next(parts)


@jit
def _advance(armies: Array, move: Array, out: Array) -> None:
    """Compute the probabilities to enter the next territory from those of this one.

    Parameters
    ----------
    armies : float64[attackers], probability to enter this territory with this many
    move : float64[attackers, attackers that enter], probability to enter the next with this many
    out : float64[attackers], probability to enter the next with this many, written
    """
    out[:] = 0.0
    for attackers in range(armies.size):
        for entering in range(attackers):
            out[entering] += armies[attackers] * move[attackers, entering]


@jit
def _next(parts: Integers) -> int:
    """Replace a distribution by the next one in lexicographic order.

    Parameters
    ----------
    parts : int64[territory], armies in each territory, updated

    Returns
    -------
    The first territory that changed; -1 if there is no next distribution, and nothing changed
    """
    end = parts.size - 1
    for territory in range(end - 1, -1, -1):
        behind = parts[territory + 1 :].sum()
        if behind > end - territory:
            parts[territory] += 1
            parts[territory + 1 :] = 1
            parts[end] = behind - (end - territory)
            return territory
    return -1
