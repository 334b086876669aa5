"""Slow and obvious answers over all stopping rules, and for the crowd, in fractions. Nothing of the project
is imported.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from tests.oracle import Affine, Game, Number, State, bust, ends_of, hold_at_ends


def turn_worth(game: Game, goal: int, banked: int, hold: Callable[[int], Number], guess: Number) -> Affine:
    """A turn's value as (constant, slope) in the value of its bust, for the rule that is best if that is the
    guess.
    """
    (throw,) = game

    @cache
    def thrown(x: int) -> Affine:
        ahead = [(result.probability, standing(x + result.gain)) for result in throw]
        return sum(p * a for p, (a, _) in ahead), bust(throw) + sum(p * b for p, (_, b) in ahead)

    @cache
    def standing(x: int) -> Affine:
        if x >= goal:
            return hold(goal), 0
        ahead = thrown(x)
        return ahead if ahead[0] + ahead[1] * guess > hold(x) else (hold(x), 0)

    return thrown(banked)


def expectation(
    game: Game, goal: int, opponents: tuple[int, ...], others: State, x: int, won: dict[State, Number]
) -> tuple[Number, Number]:
    """What the score x is worth once all opponents' turns have ended, without the case that none scores, and
    the chance of that case.
    """
    theirs = [ends_of(game, min(n, goal - score)) for n, score in zip(opponents, others, strict=True)]
    worth, nothing = Fraction(0), Fraction(0)
    for outcome in product(*(ends.items() for ends in theirs)):
        chance, after = Fraction(1), []
        for score, (gain, probability) in zip(others, outcome, strict=True):
            chance, after = chance * probability, [*after, score + gain]
        winners = sum(score >= goal for score in after)
        if tuple(after) == others:
            nothing += chance
        elif x >= goal:
            worth += chance * Fraction(1, 1 + winners)
        elif not winners:
            worth += chance * won[(x, *after)]
    return worth, nothing


def best_stopping(
    game: Game, goal: int, opponents: tuple[int, ...]
) -> tuple[dict[State, Number], dict[State, int], dict[State, bool]]:
    """Chance to win, least turn total to hold at, and whether it throws on above one that comes up, by
    state.
    """
    won: dict[State, Number] = {}
    least: dict[State, int] = {}
    again: dict[State, bool] = {}
    for state in sorted(product(range(goal), repeat=1 + len(opponents)), key=sum, reverse=True):
        banked, others = state[0], state[1:]
        base, nothing = expectation(game, goal, opponents, others, banked, won)

        def hold(x: int, others: State = others, nothing: Number = nothing) -> Number:
            worth, _ = expectation(game, goal, opponents, others, x, won)
            return worth + nothing * (1 if x >= goal else won[(x, *others)])

        known = {x: hold(x) for x in range(banked + 1, goal + 1)}
        value, last = Fraction(0), Fraction(-1)
        while value != last:
            last = value
            constant, slope = turn_worth(game, goal, banked, known.__getitem__, base + nothing * value)
            value = (constant + slope * base) / (1 - slope * nothing)
        won[state] = value
        rolls = {
            k: rolls_at(game, goal, banked, known, base + nothing * value, k) for k in range(1, goal - banked)
        }
        least[state] = min((k for k in rolls if not rolls[k]), default=goal - banked)
        again[state] = comes_up_again(game, goal - banked, rolls)
    return won, least, again


def rolls_at(
    game: Game, goal: int, banked: int, known: dict[int, Number], guess: Number, turn_total: int
) -> bool:
    """Whether throwing on is better at this turn total, which need not come up."""
    worth = turn_worth(game, goal, banked + turn_total, known.__getitem__, guess)
    return bool(worth[0] + worth[1] * guess > known[banked + turn_total])


def comes_up_again(game: Game, room: int, rolls: dict[int, bool]) -> bool:
    """Play the rule through: is there a hold, and a throw at a greater turn total?"""
    gains = [result.gain for result in game[0]]
    seen, waiting = set(), set(gains)
    while waiting:
        total = waiting.pop()
        if total < room and total not in seen:
            seen.add(total)
            waiting |= {total + gain for gain in gains} if rolls[total] else set()
    holds = [total for total in seen if not rolls[total]]
    return any(rolls[total] and total > min(holds) for total in seen) if holds else False


def crowd(game: Game, goal: int, players: int) -> list[Number]:
    """What a deviator wins by its banked score if all others, at 0, hold at the goal; fractions, policy by
    policy until none is better.
    """
    reach = sum(chance for gain, chance in hold_at_ends(game, goal).items() if gain >= goal)
    others = [
        comb(players - 1, count) * reach**count * (1 - reach) ** (players - 1 - count)
        for count in range(players)
    ]
    share = sum(chance / (1 + count) for count, chance in enumerate(others))
    won: list[Number] = [Fraction(0)] * goal
    for banked in range(goal - 1, -1, -1):

        def hold(x: int) -> Number:
            return share if x >= goal else others[0] * won[x]

        value, last = Fraction(0), Fraction(-1)
        while value != last:
            last = value
            constant, slope = turn_worth(game, goal, banked, hold, others[0] * value)
            value = constant / (1 - slope * others[0])
        won[banked] = value
    return won
