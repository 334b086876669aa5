"""One throw of Risk: how many armies each side loses.

Each side sorts its dice; the highest are compared, then the second highest, and so on while both sides have
one. The lower die of a pair costs its side an army, and a tie costs the attacker one (Neller, Russell &
Markov 2012, section 2.5.1). So a throw costs as many armies as the smaller number of dice, and the attacker's
losses determine the defender's.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

import numpy as np

from solvers.arrays import Array
from solvers.risk.rules import BattleDice


def attacker_losses(attack_dice: int, defence_dice: int, sides: int = 6) -> tuple[Fraction, ...]:
    """Return the probabilities that a throw costs the attacker 0, 1, ... armies.

    The defender loses an army for each other compared pair of dice.

    Parameters
    ----------
    attack_dice, defence_dice : dice thrown by each side, 1 or more
    sides : faces of a die

    Raises
    ------
    InvalidRules
        if a number is less than 1

    Examples
    --------
    >>> # Osborne 2003
    >>> [chance * 6**5 == count for chance, count in zip(attacker_losses(3, 2), (2890, 2611, 2275))]
    [True, True, True]
    """
    BattleDice(attack_dice, defence_dice, sides)
    count = [0] * (min(attack_dice, defence_dice) + 1)
    for attack, ways in _sorted_throws(attack_dice, sides):
        for defence, other_ways in _sorted_throws(defence_dice, sides):
            count[sum(own <= other for own, other in zip(attack, defence, strict=False))] += ways * other_ways
    return tuple(Fraction(own, sides ** (attack_dice + defence_dice)) for own in count)


@cache
def _sorted_throws(dice: int, sides: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every throw of some dice, highest die first, with the number of ways in which it occurs."""
    throws = []
    for faces in combinations_with_replacement(range(sides, 0, -1), dice):
        ways = factorial(dice)
        for count in Counter(faces).values():
            ways //= factorial(count)
        throws.append((faces, ways))
    return tuple(throws)


@cache
def chances(rules: BattleDice) -> Array:
    """Return the probabilities of all throws, for the kernels.

    Parameters
    ----------
    rules : most dice of each side

    Returns
    -------
    float64[attack dice - 1, defence dice - 1, armies that the attacker loses], 0 for more armies than pairs
    of dice; not writeable
    """
    table = np.zeros((rules.attack_dice, rules.defence_dice, min(rules.attack_dice, rules.defence_dice) + 1))
    for attack, defence in np.ndindex(*table.shape[:2]):
        losses = attacker_losses(attack + 1, defence + 1, rules.sides)
        table[attack, defence, : len(losses)] = [float(chance) for chance in losses]
    table.flags.writeable = False
    return table
