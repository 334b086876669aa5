"""Certificates of Risk by counting every throw, in plain NumPy.

The values of battles and chains are backed up by one throw in all states at once. Their ends are followed
throw by throw over all remaining armies, the most first. The best defence is searched again, from the last
territory to the first instead of from the first to the last, over all distributions of the armies.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import fsum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array
from solvers.risk.rules import BattleDice


@cache
def throw(attack_dice: int, defence_dice: int, sides: int) -> tuple[float, ...]:
    """Return the probabilities that the attacker loses 0, 1, ... armies, by all throws of all the dice."""
    dice = np.indices((sides,) * (attack_dice + defence_dice), np.int8).reshape(
        attack_dice + defence_dice, -1
    )
    attack, defence = np.sort(dice[:attack_dice], axis=0)[::-1], np.sort(dice[attack_dice:], axis=0)[::-1]
    compared = min(attack_dice, defence_dice)
    lost = (attack[:compared] <= defence[:compared]).sum(axis=0)
    return tuple(count / lost.size for count in np.bincount(lost, minlength=compared + 1).tolist())


def residual(rules: BattleDice, value: Array, won: Array) -> float:
    """Return the sup-norm of one backup of a battle's value minus the value.

    Parameters
    ----------
    rules : most dice of each side
    value : float64[attackers_left, defenders_left]
    won : float64[attackers_left], value of taking the territory with this many armies left
    """
    backup = np.zeros_like(value)
    backup[:, 0] = won
    attackers, defenders = np.indices(value.shape)
    attack, defence = np.minimum(attackers - 1, rules.attack_dice), np.minimum(defenders, rules.defence_dice)
    for own in range(1, rules.attack_dice + 1):
        for other in range(1, rules.defence_dice + 1):
            at = np.nonzero((attack == own) & (defence == other))
            for lost, chance in enumerate(throw(own, other, rules.sides)):
                backup[at] += chance * value[at[0] - lost, at[1] - min(own, other) + lost]
    return float(np.abs(backup - value).max())


def chain_residual(rules: BattleDice, defenders: Sequence[int], value: Array) -> float:
    """Return the sup-norm of one backup of a chain's value minus the value.

    Parameters
    ----------
    rules : most dice of each side
    defenders : armies in each territory, in the order of attack
    value : float64[territory, attackers_left, defenders_left]
    """
    worst = 0.0
    for territory in range(len(defenders)):
        won = np.ones(value.shape[1])
        if territory + 1 < len(defenders):
            won[1:] = value[territory + 1, :-1, defenders[territory + 1]]
            won[0] = value[territory + 1, 0, defenders[territory + 1]]
        worst = float(np.maximum(worst, residual(rules, value[territory], won)))
    return worst


class Ends(NamedTuple):
    """How the attack on a chain ends.

    Attributes
    ----------
    taken : float64[territory], probability that each is taken
    attacker_survivors : float64[attackers_left], probability to take the last with this many armies left
    defender_survivors : float64[territory, defenders_left], probability that each is attacked and holds with
        this many armies left
    attacker_losses, defender_losses : expected losses of each side, in armies
    """

    taken: Array
    attacker_survivors: Array
    defender_survivors: Array
    attacker_losses: float
    defender_losses: float


@lru_cache(maxsize=1)
def ends(rules: BattleDice, attackers: int, defenders: tuple[int, ...]) -> Ends:
    """Return how the attack on a chain ends; a battle is a chain of one territory.

    Parameters
    ----------
    rules : most dice of each side
    attackers : armies in the territory before the chain
    defenders : armies in each territory, in the order of attack
    """
    start = np.zeros(attackers + 1)
    start[attackers] = 1.0
    taken, lost, losses = [], np.zeros((len(defenders), max(defenders) + 1)), [0.0, 0.0]
    for territory, armies in enumerate(defenders):
        won, holds = _ends_of_battle(rules, start, armies)
        # An army alone attacks nothing: no losses if all defenders are left.
        lost[territory, : armies + 1] = holds
        taken.append(fsum(won))
        losses[0] += float(np.arange(attackers + 1) @ (start - won)) - fsum(holds)
        losses[1] += float((armies - np.arange(armies + 1)) @ holds) + armies * fsum(won)
        start = np.append(won[1:], 0.0)
    return Ends(np.array(taken), won, lost, *losses)


def _ends_of_battle(rules: BattleDice, start: Array, defenders: int) -> tuple[Array, Array]:
    """Probabilities that the territory is taken, and that it holds, with this many armies left.

    Parameters
    ----------
    rules : most dice of each side
    start : float64[attackers], probability to begin with this many armies
    defenders : armies in the territory
    """
    there = np.zeros((start.size, defenders + 1))
    there[:, defenders] = start
    for total in range(start.size - 1 + defenders, 1, -1):
        # All states with the same number of armies together: throws lead to smaller numbers.
        other = np.arange(max(1, total - start.size + 1), min(defenders, total - 2) + 1)
        own = total - other
        attack, defence = np.minimum(own - 1, rules.attack_dice), np.minimum(other, rules.defence_dice)
        for pair in set(zip(attack.tolist(), defence.tolist(), strict=True)):
            at = (attack == pair[0]) & (defence == pair[1])
            for lost, chance in enumerate(throw(*pair, rules.sides)):
                there[own[at] - lost, other[at] - min(pair) + lost] += chance * there[own[at], other[at]]
    holds = there[:2].sum(axis=0)
    holds[0] = 0.0
    return there[:, 0].copy(), holds


def spreads_worth(
    rules: BattleDice, attackers: int, spreads: NDArray[np.integer[Any]]
) -> NDArray[np.float64]:
    """Return the attacker's probability to take a chain, float64[spread]; NaN if a territory has no army.

    Parameters
    ----------
    rules : most dice of each side
    attackers : armies in the territory before the chain
    spreads : int[spread, territory], armies in each territory
    """
    # Probability to enter the next territory with this many, by the armies in this one and by the attackers.
    moves = _attacked(rules, np.eye(attackers + 1), max(1, int(spreads.max())))
    out = np.full(len(spreads), np.nan)
    for place, spread in enumerate(spreads.tolist()):
        if min(spread) >= 1:
            worth = np.ones(attackers + 1)
            for armies in reversed(spread):
                worth = moves[armies - 1] @ worth
            out[place] = worth[attackers]
    return out


def defence_residual(
    rules: BattleDice, attackers: int, defenders: int, territories: int, value: Array
) -> float:
    """Return the sup-norm of a defence's value minus the least value over all distributions.

    Parameters
    ----------
    rules : most dice of each side
    attackers : armies in the territory before the chain
    defenders : armies to distribute
    territories : length of the chain
    value : float64[front], attacker's probability against the best distribution with 1, 2, ... armies in the
        first territory
    """
    least, _ = extremes(rules, attackers, defenders, territories)
    return float(np.abs(least - value).max())


# Cached: the residual uses one of the two, an output the other.
@lru_cache(maxsize=1)
def extremes(rules: BattleDice, attackers: int, defenders: int, territories: int) -> tuple[Array, Array]:
    """Return the least and greatest probability of the attacker over all distributions, float64[front] each.

    Parameters
    ----------
    rules, attackers, defenders, territories : as of `defence_residual`
    """
    fronts = defenders - territories + 1
    # By the number of armies in the last territories together: values of entering these, float64[attackers,
    # distribution].
    behind: dict[int, Array] = {0: np.ones((attackers + 1, 1))}
    for count in range(territories - 1):
        longer: dict[int, list[Array]] = {}
        for armies, entering in behind.items():
            for front, worth in enumerate(_attacked(rules, entering, fronts + count - armies)):
                longer.setdefault(armies + front + 1, []).append(worth)
        behind = {armies: np.concatenate(worths, axis=1) for armies, worths in longer.items()}
    # Probability to leave the first territory with this many armies, by the armies in it: its value if
    # leaving with this many is worth 1 and all else 0.
    leaving = [worth[attackers] for worth in _attacked(rules, np.eye(attackers + 1), fronts)]
    by_front = [
        (chance[:, None] * behind[defenders - front]).sum(axis=0) for front, chance in enumerate(leaving, 1)
    ]
    return np.array([own.min() for own in by_front]), np.array([own.max() for own in by_front])


def _attacked(rules: BattleDice, entering: Array, most: int) -> list[Array]:
    """Value of attacking 1, 2, ... armies.

    Parameters
    ----------
    rules : most dice of each side
    entering : float64[attackers, ...], value of entering the next territory with this many armies
    most : most armies in the attacked territory

    Returns
    -------
    For 1 to `most` defenders, float64[attackers, ...].
    """
    won = np.concatenate((entering[:1], entering[:-1]))
    value = [won]
    for defenders in range(1, most + 1):
        here = np.zeros_like(won)
        for attackers in range(2, won.shape[0]):
            own, other = min(attackers - 1, rules.attack_dice), min(defenders, rules.defence_dice)
            compared = min(own, other)
            for lost, chance in enumerate(throw(own, other, rules.sides)):
                before = value[defenders - compared + lost] if lost < compared else here
                here[attackers] += chance * before[attackers - lost]
        value.append(here)
    return value[1:]
