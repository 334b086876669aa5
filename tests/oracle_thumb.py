"""Slow and obvious: how often play comes where, and what decisions give away, in fractions. Nothing of the
project is imported.

A race of two fixed policies is a Markov chain of turns; how often each begins is a system of linear
equations, solved by elimination.
"""

from fractions import Fraction
from itertools import product

from tests.oracle_policies import Number, Policy, Rules, State, after_turn, eliminate

Decision = tuple[int, int, int]


def begun(rules: Rules, goal: int, own: Policy, other: Policy) -> dict[tuple[int, int, int], Number]:
    """How often turns begin in a game by (whose: 0 own, 1 other; own's score, other's), a fair coin saying
    who moves first.
    """
    states = list(product((0, 1), range(goal), range(goal)))
    place = {state: row for row, state in enumerate(states)}
    rows: list[dict[int, Number]] = [{row: Fraction(1)} for row in range(len(states))]
    right: list[Number] = [Fraction(1, 2) if state[1:] == (0, 0) else Fraction(0) for state in states]
    for mover, i, j in states:
        policy, state = (other, (0, 0, j, i)) if mover else (own, (0, 0, i, j))
        for there, chance in after_turn(rules, goal, 1, policy, state).items():
            if there != "won":
                mine, yours = there[2:]
                row = rows[place[(1 - mover, *((yours, mine) if mover else (mine, yours)))]]
                column = place[mover, i, j]
                row[column] = row.get(column, 0) - chance
    return dict(zip(states, eliminate(rows, right), strict=True))


def visits(rules: Rules, goal: int, own: Policy, other: Policy) -> dict[Decision, Number]:
    """How often own comes to (own score, other's, turn total), which does not win, in a game."""
    found: dict[Decision, Number] = {}

    def play(i: int, j: int, turn_total: int, chance: Number) -> None:
        if i + turn_total < goal:
            found[i, j, turn_total] = found.get((i, j, turn_total), 0) + chance
            if turn_total == 0 or own(0, 0, i, j, turn_total):
                for gain, probability in rules.gains:
                    play(i, j, turn_total + gain, chance * probability)

    for (mover, i, j), often in begun(rules, goal, own, other).items():
        if mover == 0:
            play(i, j, 0, often)
    return found


def regrets(rules: Rules, goal: int, own: Policy, worth: dict[State, Number]) -> dict[Decision, Number]:
    """What own's decisions give away, where play goes on as `worth` says: what two optimal players win, by
    (0 for the mover's, 0, 0, mover's score, other's).
    """

    def thrown(i: int, j: int, turn_total: int) -> Number:
        bust = i + rules.least
        total = rules.bust * (1 if bust >= goal else 1 - worth[0, 0, 0, j, bust])
        total += rules.wipe * (1 - worth[0, 0, 0, j, 0])
        return total + sum(chance * standing(i, j, turn_total + gain) for gain, chance in rules.gains)

    def held(i: int, j: int, turn_total: int) -> Number:
        return 1 - worth[0, 0, 0, j, i + turn_total]

    def standing(i: int, j: int, turn_total: int) -> Number:
        return 1 if i + turn_total >= goal else max(held(i, j, turn_total), thrown(i, j, turn_total))

    found: dict[Decision, Number] = {}
    for i, j in product(range(goal), repeat=2):
        for turn_total in range(1, goal - i):
            chosen = thrown if own(0, 0, i, j, turn_total) else held
            found[i, j, turn_total] = standing(i, j, turn_total) - chosen(i, j, turn_total)
    return found
