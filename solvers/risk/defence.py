"""The defence of a chain: how to spread armies so that the attacker is least likely to take it all.

Every distribution with an army or more in each territory is tried, in the order of the dictionary. Let p be
the chances of the attacker to enter a territory with so many armies, a row vector; T_d the matrix that takes
it to the next territory if d armies defend this one; and w_d the chances to take the last one from d armies.
Then the distribution d_1, ..., d_t is worth

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

# About a second. The puzzle of 30 armies in five territories has 23751 distributions.
MOST_DISTRIBUTIONS = 1_000_000
# Distributions whose worths differ by no more, relatively, which is rounding, are equally good, and the first
# one stays. Some are worth exactly the same, as 3 1 1 1 and 1 3 1 1.
EQUALLY_GOOD = 1e-14


@dataclass(frozen=True)
class Defence:
    """The best and the worst distributions.

    Attributes
    ----------
    rules : most dice of each side
    attackers, defenders : armies of both sides
    territories : length of the chain
    value, worst_value : float64[front], attacker's chance to take the chain against the best and against the
        worst distribution with 1, 2, ... armies in the first territory
    by_front, worst_by_front : int64[front, territory], these distributions; of equal ones the first in the
        order of the dictionary
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
        """Chance of the attacker to take the whole chain against the best distribution."""
        return float(self.value.min())

    @property
    def worst_win_probability(self) -> float:
        """Chance of the attacker to take the whole chain against the worst distribution."""
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
    """Refuse what cannot be distributed over a chain.

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
    """Chance to enter the next territory.

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
    """Try all distributions and keep the best and the worst for each number of armies in the front.

    Parameters
    ----------
    last : float64[attackers, defenders], chance to take the last territory
    moves : float64[defenders, attackers, attackers that enter], chance to enter the next territory
    armies : float64[territory, attackers], chance to enter each territory with so many; the first row is
        given, the others are overwritten
    extreme : float64[2, front], least and largest chance to take all; comes with more and less than any
        chance, and is filled
    found : int64[2, front, territory], the distributions that have these chances; is filled
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
    """Carry the chances to enter a territory with so many armies on to the next.

    Parameters
    ----------
    armies : float64[attackers], chance to enter this territory with so many
    move : float64[attackers, attackers that enter], chance to enter the next with so many
    out : float64[attackers], chance to enter the next with so many; is replaced
    """
    out[:] = 0.0
    for attackers in range(armies.size):
        for entering in range(attackers):
            out[entering] += armies[attackers] * move[attackers, entering]


@jit
def _next(parts: Integers) -> int:
    """Go on to the next distribution in the order of the dictionary.

    Parameters
    ----------
    parts : int64[territory], armies in each territory; is replaced by the next distribution

    Returns
    -------
    The first territory that changed; -1 if there is no next, and nothing has changed.
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
