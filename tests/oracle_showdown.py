"""Slow and obvious answers for one turn each, in fractions. Nothing of the project is imported."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

from tests.oracle import Game, Number, bust, hold_at_ends

Ends = dict[int, Number]


def mixed(rules: Sequence[Ends], mix: Sequence[Number]) -> Ends:
    """Where a turn ends whose rule is drawn."""
    ends: Ends = {}
    for rule, chance in zip(rules, mix, strict=True):
        for score, each in rule.items():
            ends[score] = ends.get(score, Fraction(0)) + chance * each
    return ends


def share(own: int, others: Sequence[int]) -> Fraction:
    """What a score wins beside others."""
    best = max(own, *others)
    return Fraction(1, 1 + sum(score == best for score in others)) if own == best else Fraction(0)


def wins(rule: Ends, others: Ends, players: int) -> Fraction:
    """What a rule wins against players - 1 others, by every combination of their scores."""
    total = Fraction(0)
    for theirs in product(others.items(), repeat=players - 1):
        chance = Fraction(1)
        for _, each in theirs:
            chance *= each
        total += chance * sum(each * share(own, [score for score, _ in theirs]) for own, each in rule.items())
    return total


def every_rule(game: Game, cap: int) -> list[Ends]:
    """Where the turn ends by each of the rules that say at each turn total below the cap whether to hold."""
    (throw,) = game
    rules = []
    for holds in product((False, True), repeat=cap - 1):
        ends: Ends = {}
        still = {0: Fraction(1)}
        for total in range(cap + max(result.gain for result in throw)):
            chance = still.pop(total, Fraction(0))
            if total >= cap or (total and holds[total - 1]):
                ends[total] = ends.get(total, Fraction(0)) + chance
            else:
                ends[0] = ends.get(0, Fraction(0)) + chance * bust(throw)
                for result in throw:
                    still[total + result.gain] = (
                        still.get(total + result.gain, Fraction(0)) + chance * result.probability
                    )
        rules.append(ends)
    return rules


def differing(game: Game, cap: int) -> dict[int, Ends]:
    """The rules that hold at 1 to the cap, of equal ones the least."""
    found: dict[int, Ends] = {}
    for h in range(1, cap + 1):
        ends = {score: chance for score, chance in hold_at_ends(game, h).items() if chance}
        if ends not in found.values():
            found[h] = ends
    return found


def vertices(rules: Sequence[Ends]) -> list[tuple[Fraction, ...]]:
    """Every vertex of the polytope of equilibrium mixes: x >= 0, no reply wins more than half, sum 1; by
    trying all bases.
    """
    size = len(rules)
    table = [[wins(own, other, 2) - Fraction(1, 2) for other in rules] for own in rules]
    bounds = [[-entry for entry in row] for row in table] + [
        [Fraction(int(i == j)) for j in range(size)] for i in range(size)
    ]
    found = set()
    for tight in combinations(bounds, size - 1):
        x = solved([[*row, Fraction(0)] for row in tight] + [[Fraction(1)] * (size + 1)])
        if x is not None and all(sum(a * b for a, b in zip(row, x, strict=True)) >= 0 for row in bounds):
            found.add(tuple(x))
    return sorted(found)


def solved(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """Linear equations with the right hand side last; None if they do not determine the unknowns."""
    size = len(rows)
    for column in range(size):
        pivot = next((row for row in range(column, size) if rows[row][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for row in range(size):
            if row != column and rows[row][column]:
                factor = rows[row][column]
                rows[row] = [entry - factor * own for entry, own in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]
