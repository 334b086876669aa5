"""Risk, slow and obvious, in fractions. Nothing of the project is imported."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

Ends = dict[tuple[int, int], Fraction]


def lost_by_attacker(attack: Sequence[int], defence: Sequence[int]) -> int:
    """Armies that dice on the table cost the attacker."""
    return sum(
        own <= other
        for own, other in zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False)
    )


@cache
def throw(attack_dice: int, defence_dice: int, sides: int) -> tuple[Fraction, ...]:
    """Chance that the attacker loses 0, 1, ... armies."""
    counts = [0] * (min(attack_dice, defence_dice) + 1)
    for dice in product(range(sides), repeat=attack_dice + defence_dice):
        counts[lost_by_attacker(dice[:attack_dice], dice[attack_dice:])] += 1
    return tuple(Fraction(count, sides ** (attack_dice + defence_dice)) for count in counts)


@cache
def battle(attackers: int, defenders: int, rules: tuple[int, int, int]) -> Ends:
    """Chance of each end (attackers left, defenders left); one attacker stays behind."""
    if attackers <= 1 or defenders == 0:
        return {(attackers, defenders): Fraction(1)}
    attack, defence = min(attackers - 1, rules[0]), min(defenders, rules[1])
    ends: Ends = defaultdict(Fraction)
    for lost, chance in enumerate(throw(attack, defence, rules[2])):
        for end, ahead in battle(attackers - lost, defenders - (min(attack, defence) - lost), rules).items():
            ends[end] += chance * ahead
    return dict(ends)


def chain(
    attackers: int, defenders: tuple[int, ...], rules: tuple[int, int, int]
) -> Iterator[tuple[Fraction, int, int, int]]:
    """Each way that it may go: its chance, the territories taken, and the armies that attacker and defender
    have lost.
    """
    for (left, held), chance in battle(attackers, defenders[0], rules).items():
        lost, fallen = attackers - left, defenders[0] - held
        if held or len(defenders) == 1:
            yield chance, int(held == 0), lost, fallen
        else:
            # One stays, the others move in and attack.
            for ahead, taken, lost_ahead, fallen_ahead in chain(left - 1, defenders[1:], rules):
                yield chance * ahead, 1 + taken, lost + lost_ahead, fallen + fallen_ahead


def distributions(armies: int, territories: int) -> list[tuple[int, ...]]:
    """All ways to place the armies, one or more in each territory."""
    return [own for own in product(range(1, armies + 1), repeat=territories) if sum(own) == armies]


def play_chain(attackers: int, defenders: Sequence[int], random: Random) -> tuple[bool, int, int]:
    """One game with dice: whether all territories are taken, and the armies that attacker and defender have
    lost.
    """
    lost, fallen, here = 0, 0, attackers
    for armies in defenders:
        held = armies
        while held and here > 1:
            attack = [random.randint(1, 6) for _ in range(min(3, here - 1))]
            defence = [random.randint(1, 6) for _ in range(min(2, held))]
            cost = lost_by_attacker(attack, defence)
            here, held = here - cost, held - (min(len(attack), len(defence)) - cost)
            lost, fallen = lost + cost, fallen + min(len(attack), len(defence)) - cost
        if held:
            return False, lost, fallen
        here -= 1
    return True, lost, fallen
