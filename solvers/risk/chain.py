"""A chain of territories: the attacker takes one after the other, and moves all armies but one into each.

An attacker who takes a territory with a armies left attacks the next one with a - 1. So the end of a battle
is worth the value of the next one:

    won_t(a) = value_(t+1)(a - 1, d_(t+1)),   and 1 after the last territory, where an army or more moves in

(Neller, Russell & Markov 2012, section 2.5.1). A single army that moves in attacks no further.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import expected
from solvers.risk.battle import check_attackers, check_defenders, outcome, values
from solvers.risk.certificate import chain_residual
from solvers.risk.rules import BattleDice


@dataclass(frozen=True)
class Chain:
    """The odds of taking a whole chain.

    Attributes
    ----------
    rules : most dice of each side
    attackers : armies in the territory before the chain at the start
    defenders : armies in each territory, in the order of attack
    value : float64[territory, attackers_left, defenders_left], probability to take this territory and all
        after it, by the armies on both sides of it
    taken : float64[territory], probability that the territory is taken
    expected_attacker_losses, expected_defender_losses : expected losses of each side, in armies
    residual : largest difference between the value and one backup of it by another route
    """

    rules: BattleDice
    attackers: int
    defenders: tuple[int, ...]
    value: Array
    taken: Array
    expected_attacker_losses: float
    expected_defender_losses: float
    residual: float

    @property
    def win_probability(self) -> float:
        """Probability to take the whole chain."""
        return float(self.value[0, self.attackers, self.defenders[0]])


def chain(attackers: int, defenders: Sequence[int], rules: BattleDice | None = None) -> Chain:
    """Solve a chain.

    Parameters
    ----------
    attackers : armies in the territory before the chain, 2 or more; one of them must stay behind
    defenders : armies in each territory, in the order of attack
    rules : most dice of each side; 3 against 2 if none are given

    Raises
    ------
    InvalidRules
        if there are too few armies, or no territory

    Examples
    --------
    >>> # a configuration that Neller, Russell & Markov 2012, section 2.5.1, ask for
    >>> odds = chain(30, (26, 1, 1, 1, 1))
    >>> print(round(odds.win_probability, 4), odds.residual < 1e-15)
    0.5296 True
    """
    rules, defenders = rules or BattleDice(), tuple(defenders)
    check_attackers(attackers)
    if not defenders:
        raise expected("defenders", "one territory or more", defenders)
    for place, armies in enumerate(defenders):
        check_defenders(armies, f"defenders[{place}]")
    value = np.empty((len(defenders), attackers + 1, max(defenders) + 1))
    won = np.ones(attackers + 1)
    for territory in range(len(defenders) - 1, -1, -1):
        value[territory] = values(rules, won, max(defenders))
        won = moved_in(value[territory, :, defenders[territory]])
    end = _end(rules, attackers, defenders)
    return Chain(
        rules,
        attackers,
        defenders,
        value,
        end.taken,
        end.attacker_losses,
        end.defender_losses,
        chain_residual(rules, defenders, value),
    )


def moved_in(entering: Array) -> Array:
    """Return the value of taking a territory, if one army stays behind and all others attack the next one.

    Parameters
    ----------
    entering : float64[attackers], value of attacking the next territory with this many armies

    Returns
    -------
    float64[attackers_left], value of taking this one with this many armies left
    """
    return np.concatenate((entering[:1], entering[:-1]))


class _End(NamedTuple):
    """How the attack on a chain ends.

    Attributes
    ----------
    taken : float64[territory], probability that the territory is taken
    attacker_losses, defender_losses : expected losses of each side, in armies
    """

    taken: Array
    attacker_losses: float
    defender_losses: float


def _end(rules: BattleDice, attackers: int, defenders: Sequence[int]) -> _End:
    """Probabilities and losses of the attack on a chain, one territory after the other.

    Parameters
    ----------
    rules : most dice of each side
    attackers : armies in the territory before the chain
    defenders : armies in each territory, in the order of attack
    """
    start, taken = np.zeros(attackers + 1), np.zeros(len(defenders))
    start[attackers] = 1.0
    attacker_losses, defender_losses = 0.0, 0.0
    left = np.arange(attackers + 1)
    for territory, armies in enumerate(defenders):
        won, lost = outcome(rules, start, armies)
        # A single army that moved in attacks nothing: it is in `lost`, with all defenders left.
        attacker_losses += fsum(left * start) - fsum(left * won) - fsum(lost)
        defender_losses += armies * fsum(won) + fsum(lost * (armies - np.arange(armies + 1)))
        taken[territory] = fsum(won)
        start = np.append(won[1:], 0.0)
    return _End(taken, attacker_losses, defender_losses)
