"""Certificates of Risk, on throws counted one by one, in plain NumPy.

A battle and a chain are backed up by one throw in all states at once. The best defence is looked for once
more, from the last territory to the first instead of from the first to the last, over all distributions of
the armies.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from solvers.arrays import Array
from solvers.risk.rules import BattleDice


@cache
def throw(attack_dice: int, defence_dice: int, sides: int) -> tuple[float, ...]:
    """Chance that the attacker loses 0, 1, ... armies, from every throw of all the dice."""
    dice = np.indices((sides,) * (attack_dice + defence_dice), np.int8).reshape(
        attack_dice + defence_dice, -1
    )
    attack, defence = np.sort(dice[:attack_dice], axis=0)[::-1], np.sort(dice[attack_dice:], axis=0)[::-1]
    compared = min(attack_dice, defence_dice)
    lost = (attack[:compared] <= defence[:compared]).sum(axis=0)
    return tuple(count / lost.size for count in np.bincount(lost, minlength=compared + 1).tolist())


def residual(rules: BattleDice, value: Array, won: Array) -> float:
    """Sup-norm of one backup of a battle's value minus the value.

    Parameters
    ----------
    rules : most dice of each side
    value : float64[attackers_left, defenders_left]
    won : float64[attackers_left], worth of taking the territory with so many armies left
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
    """Sup-norm of one backup of a chain's value minus the value.

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


def defence_residual(
    rules: BattleDice, attackers: int, defenders: int, territories: int, value: Array
) -> float:
    """Sup-norm of a defence's value minus the least value over all distributions, found by another route.

    Parameters
    ----------
    rules : most dice of each side
    attackers : armies in the territory before the chain
    defenders : armies that are distributed
    territories : length of the chain
    value : float64[front], attacker's chance against the best distribution with 1, 2, ... armies in the first
        territory
    """
    fronts = defenders - territories + 1
    # By the armies in the last territories together, what entering them is worth: float64[attackers,
    # distribution].
    ends: dict[int, Array] = {0: np.ones((attackers + 1, 1))}
    for behind in range(territories - 1):
        longer: dict[int, list[Array]] = {}
        for armies, entering in ends.items():
            for front, worth in enumerate(_attacked(rules, entering, fronts + behind - armies)):
                longer.setdefault(armies + front + 1, []).append(worth)
        ends = {armies: np.concatenate(worths, axis=1) for armies, worths in longer.items()}
    # How likely the attacker leaves the first territory with so many armies, by the armies in it: what it is
    # worth if leaving with so many is worth 1 and all else is worth nothing.
    leaving = [worth[attackers] for worth in _attacked(rules, np.eye(attackers + 1), fronts)]
    least = [
        (chance[:, None] * ends[defenders - front]).sum(axis=0).min()
        for front, chance in enumerate(leaving, 1)
    ]
    return float(np.abs(least - value).max())


def _attacked(rules: BattleDice, entering: Array, most: int) -> list[Array]:
    """Value of attacking 1, 2, ... armies.

    Parameters
    ----------
    rules : most dice of each side
    entering : float64[attackers, ...], worth of entering the next territory with so many
    most : armies in the territory attacked, at most

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
