"""A battle of Risk: throws until the territory is taken or the attacker has one army left.

The attacker never retreats and both sides throw as many dice as allowed, so a battle is a Markov chain on (a,
d), the armies in the two territories. Here a includes the army that must stay behind; Osborne 2003 counts
without it, so his A is our a - 1. A throw of i = min(a - 1, 3) dice against j = min(d, 2) costs the attacker
l armies with probability p(l) and the defender m - l, where m = min(i, j):

    value(a, d) = sum over l of p(l) value(a - l, d - m + l),
    value(a, 0) = worth of taking the territory with a armies left,
    value(1, d) = 0.

Each throw removes armies, so one pass upwards computes all values. One pass downwards over the probabilities
to reach (a, d) gives the distribution of the ends.
"""

from dataclasses import dataclass
from math import fsum

import numpy as np

from solvers.arrays import Array
from solvers.errors import expected
from solvers.jit import jit
from solvers.risk.certificate import residual
from solvers.risk.rules import BattleDice
from solvers.risk.throw import chances


@dataclass(frozen=True)
class Battle:
    """The odds of a battle.

    Attributes
    ----------
    rules, attackers, defenders : the battle; attackers include the army that must stay behind
    value : float64[attackers_left, defenders_left], probability that the attacker takes the territory
    attacker_survivors : float64[attackers_left], probability to take the territory with this many armies
        left, including the one that stays behind
    defender_survivors : float64[defenders_left], probability that the territory holds with this many armies
        left
    residual : largest difference between the value and one backup of it by another route
    """

    rules: BattleDice
    attackers: int
    defenders: int
    value: Array
    attacker_survivors: Array
    defender_survivors: Array
    residual: float

    @property
    def win_probability(self) -> float:
        """Probability that the attacker takes the territory."""
        return float(self.value[self.attackers, self.defenders])

    @property
    def expected_attacker_losses(self) -> float:
        """Expected losses of the attacker, in armies."""
        won = [chance * (self.attackers - left) for left, chance in enumerate(self.attacker_survivors)]
        return fsum([*won, *((self.attackers - 1) * self.defender_survivors)])

    @property
    def expected_defender_losses(self) -> float:
        """Expected losses of the defender, in armies."""
        held = [chance * (self.defenders - left) for left, chance in enumerate(self.defender_survivors)]
        return fsum([*held, *(self.defenders * self.attacker_survivors)])


def battle(attackers: int, defenders: int, rules: BattleDice | None = None) -> Battle:
    """Solve a battle.

    Parameters
    ----------
    attackers : armies in the attacking territory, 2 or more; one of them must stay behind
    defenders : armies in the other, 1 or more
    rules : most dice of each side; 3 against 2 if none are given

    Raises
    ------
    InvalidRules
        if there are too few armies for a battle

    Examples
    --------
    >>> print(round(battle(2, 1).win_probability, 3))  # Osborne 2003: 15 of 36
    0.417
    """
    rules = rules or BattleDice()
    check_attackers(attackers)
    check_defenders(defenders)
    value = values(rules, np.ones(attackers + 1), defenders)
    start = np.zeros(attackers + 1)
    start[attackers] = 1.0
    won, lost = outcome(rules, start, defenders)
    return Battle(
        rules, attackers, defenders, value, won, lost, residual(rules, value, np.ones(attackers + 1))
    )


def check_attackers(attackers: int) -> None:
    """Refuse an attacker who cannot attack."""
    if attackers < 2:
        raise expected("attackers", "2 or more, since one army must stay behind", attackers)


def check_defenders(defenders: int, name: str = "defenders") -> None:
    """Refuse an empty territory."""
    if defenders < 1:
        raise expected(name, "1 or more", defenders)


def values(rules: BattleDice, won: Array, defenders: int) -> Array:
    """Return the value of a battle to the attacker, for all numbers of armies.

    Parameters
    ----------
    rules : most dice of each side
    won : float64[attackers_left], value of taking the territory with this many armies left
    defenders : most defenders

    Returns
    -------
    float64[attackers_left, defenders_left]
    """
    value = np.zeros((won.size, defenders + 1))
    _backward(chances(rules), won, value)
    return value


def outcome(rules: BattleDice, start: Array, defenders: int) -> tuple[Array, Array]:
    """Return the distribution of a battle's ends.

    Parameters
    ----------
    rules : most dice of each side
    start : float64[attackers], probability to begin with this many armies; fewer than two do not attack, and
        the battle ends as it began
    defenders : armies in the attacked territory

    Returns
    -------
    won : float64[attackers_left], probability that the territory is taken with this many armies left
    lost : float64[defenders_left], probability that it holds with this many armies left
    """
    reach = np.zeros((start.size, defenders + 1))
    reach[:, defenders] = start
    _forward(chances(rules), reach)
    lost = reach[:2].sum(axis=0)
    lost[0] = 0.0
    return reach[:, 0].copy(), lost


@jit
def _backward(chances: Array, won: Array, value: Array) -> None:
    """Compute the value of a battle, from few armies to many.

    Parameters
    ----------
    chances : float64[attack dice - 1, defence dice - 1, armies that the attacker loses], probabilities
    won : float64[attackers_left], value of taking the territory with this many armies left
    value : float64[attackers_left, defenders_left], must be 0, written
    """
    for attackers in range(value.shape[0]):
        value[attackers, 0] = won[attackers]
        if attackers >= 2:
            attack = min(attackers - 1, chances.shape[0])
            for defenders in range(1, value.shape[1]):
                defence = min(defenders, chances.shape[1])
                compared = min(attack, defence)
                worth = 0.0
                for lost in range(compared + 1):
                    worth += (
                        chances[attack - 1, defence - 1, lost]
                        * value[attackers - lost, defenders - compared + lost]
                    )
                value[attackers, defenders] = worth


@jit
def _forward(chances: Array, reach: Array) -> None:
    """Compute the probabilities to reach each state, from many armies to few.

    Parameters
    ----------
    chances : float64[attack dice - 1, defence dice - 1, armies that the attacker loses], probabilities
    reach : float64[attackers_left, defenders_left], must be the probabilities to begin in each state, becomes
        those to be there at any time
    """
    for attackers in range(reach.shape[0] - 1, 1, -1):
        attack = min(attackers - 1, chances.shape[0])
        for defenders in range(reach.shape[1] - 1, 0, -1):
            defence = min(defenders, chances.shape[1])
            compared = min(attack, defence)
            here = reach[attackers, defenders]
            for lost in range(compared + 1):
                reach[attackers - lost, defenders - compared + lost] += (
                    chances[attack - 1, defence - 1, lost] * here
                )
