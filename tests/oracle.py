"""Slow and obvious answers to hold the solvers' against. Nothing of the project is imported; a solver's turn
is read as plain data.

A game is a tuple of throws, the opening first; a throw is a tuple of results, and what they leave of the
probability is a bust. All values are by memoised recursion, as fractions unless asked for floats.
"""

from collections import Counter
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

Number = Any
State = tuple[int, ...]


class Way(NamedTuple):
    """A way to go on: its name, the points given up, the next throw."""

    action: str
    given_up: int
    throw: int


class Result(NamedTuple):
    """A scoring result of a throw, with the ways to go on from it."""

    probability: Number
    gain: int
    ways: tuple[Way, ...]


Game = tuple[tuple[Result, ...], ...]


def pig(sides: int, bust_face: int) -> Game:
    """Pig, by its rules."""
    again = (Way("roll", 0, 0),)
    return (
        tuple(Result(Fraction(1, sides), face, again) for face in range(1, sides + 1) if face != bust_face),
    )


def as_data(turn: Any) -> Game:
    """What a solver's turn says."""

    def ways(position: Any) -> tuple[Way, ...]:
        return tuple(Way(turn.actions[way.action], way.given_up, way.throw) for way in position.ways)

    return tuple(
        tuple(
            Result(outcome.probability, outcome.gain, ways(turn.positions[outcome.position]))
            for outcome in throw.outcomes
        )
        for throw in turn.throws
    )


def in_floats(game: Game) -> Game:
    """The same game with floats for fractions."""
    return tuple(
        tuple(result._replace(probability=float(result.probability)) for result in throw) for throw in game
    )


def bust(throw: tuple[Result, ...]) -> Number:
    """What the results leave."""
    return 1 - sum(result.probability for result in throw)


# --- Ten Thousand, from every single throw of the dice (Crocce & Mordecki 2014, Tables 1 to 3)

MOVES = {
    "m5": (5,),
    "m1": (1,),
    "m55": (5, 5),
    "m51": (1, 5),
    "m11": (1, 1),
    "m551": (1, 5, 5),
    "m511": (1, 1, 5),
    **{f"mt{face}": (face,) * 3 for face in range(1, 7)},
}


def scoring(dice: Collection[int]) -> tuple[int, ...]:
    """The dice that score: every one and five, and three of a kind."""
    counts = Counter(dice)
    return tuple(
        sorted(
            die
            for face in counts
            for die in [face] * (counts[face] if face in (1, 5) else 3 * (counts[face] // 3))
        )
    )


def points(kept: Collection[int]) -> int:
    """Chips of scoring dice, by Table 1."""
    total = 0
    for face, count in Counter(kept).items():
        three, single = {1: (20, 2), 5: (10, 1)}.get(face, (2 * face, 0))
        total += three + (count - 3) * single if count >= 3 else count * single
    return total


def ten_thousand_ways(kept: tuple[int, ...], left: int, moves: Collection[str]) -> tuple[Way, ...]:
    """How to go on after keeping these dice with some left that do not score; throw 0 is of five dice."""
    if left == 0:
        return (Way("roll", 0, 0),)
    ways = [Way("roll", 0, 5 - left)]
    for name, resigned in MOVES.items():
        remaining = Counter(kept)
        remaining.subtract(resigned)
        # Some scoring dice stay; three of a kind stay or go together.
        if name in moves and min(remaining.values()) >= 0 and 0 < remaining.total():
            rest = tuple(remaining.elements())
            if len(scoring(rest)) == len(rest):
                ways.append(Way(name, points(kept) - points(rest), 5 - left - len(resigned)))
    return tuple(ways)


@cache
def throws_of(dice: int) -> Counter[tuple[int, ...]]:
    """How often each set of scoring dice comes up in all 6^n throws."""
    return Counter(scoring(throw) for throw in product(range(1, 7), repeat=dice))


def ten_thousand(moves: Collection[str]) -> Game:
    """Ten Thousand with some of its moves."""
    return tuple(
        tuple(
            Result(Fraction(count, 6**dice), points(kept), ten_thousand_ways(kept, dice - len(kept), moves))
            for kept, count in throws_of(dice).items()
            if kept
        )
        for dice in range(5, 0, -1)
    )


# --- One turn


class Solitaire:
    """Most points from one turn; whoever has `limit` or more holds.

    thrown(turn_total, throw) and standing(turn_total, ways) are expected scores.
    """

    def __init__(self, game: Game, limit: int) -> None:
        self.game, self.limit = game, limit
        self.thrown = cache(self._thrown)
        # From the top down, so that no recursion is deep.
        for turn_total in range(limit - 1, -1, -1):
            for throw in range(len(game)):
                self.thrown(turn_total, throw)

    def _thrown(self, turn_total: int, throw: int) -> Number:
        return sum(
            result.probability * self.standing(turn_total + result.gain, result.ways)
            for result in self.game[throw]
        )

    def standing(self, turn_total: int, ways: tuple[Way, ...]) -> Number:
        """Hold, or the best way to go on."""
        if turn_total >= self.limit:
            return turn_total
        return max(
            [
                turn_total,
                *(
                    self.thrown(turn_total - way.given_up, way.throw)
                    for way in ways
                    if way.given_up <= turn_total
                ),
            ]
        )


def hold_at_ends(game: Game, hold_at: int) -> dict[int, Number]:
    """Where a turn of one throw, over and over, ends if it holds at that turn total; a bust ends it at 0."""
    (throw,) = game
    ends: dict[int, Number] = {0: 0 * bust(throw)}

    def play(turn_total: int, chance: Number) -> None:
        if turn_total >= hold_at:
            ends[turn_total] = ends.get(turn_total, 0) + chance
            return
        ends[0] += chance * bust(throw)
        for result in throw:
            play(turn_total + result.gain, chance * result.probability)

    play(0, 1)
    return ends


# --- Two players in turn

Affine = tuple[Number, Number]


def turn_of_race(game: Game, goal: int, banked: int, hold: Callable[[int], Number], guess: Number) -> Affine:
    """A turn's value as (constant, slope) in the value of its bust, for the choices that are best if that is
    the guess.
    """

    @cache
    def thrown(x: int, throw: int) -> Affine:
        ahead = [(result.probability, standing(x + result.gain, result.ways)) for result in game[throw]]
        return sum(p * a for p, (a, _) in ahead), bust(game[throw]) + sum(p * b for p, (_, b) in ahead)

    def standing(x: int, ways: tuple[Way, ...]) -> Affine:
        if x >= goal:
            return 1, 0
        return max(
            [(hold(x), 0), *(thrown(x - way.given_up, way.throw) for way in ways)],
            key=lambda worth: worth[0] + worth[1] * guess,
        )

    return thrown(banked, 0)


def race(game: Game, goal: int, *, exactly: bool = True) -> dict[State, Number]:
    """Chance of the player about to move to win, by (banked, opponent).

    Value iteration on each pair of states; then, exactly, the choices that it found are solved for as two
    linear equations of fractions, and the optimality equations are checked.
    """
    won: dict[State, Number] = {}
    floats = in_floats(game)
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), total // 2 + 1):
            j = total - i
            u, v = _iterate(floats, goal, i, j, won)
            won[i, j], won[j, i] = (
                _exact(game, goal, i, j, won, Fraction(u), Fraction(v)) if exactly else (u, v)
            )
    return won


def _iterate(game: Game, goal: int, i: int, j: int, won: dict[State, Number]) -> tuple[float, float]:
    u, v, last = 0.0, 0.0, (1.0, 1.0)
    while max(abs(u - last[0]), abs(v - last[1])) > 1e-16:
        last = u, v
        u = _worth(turn_of_race(game, goal, i, lambda x: 1.0 - float(won[j, x]), 1.0 - v), 1.0 - v)
        v = _worth(turn_of_race(game, goal, j, lambda x: 1.0 - float(won[i, x]), 1.0 - u), 1.0 - u)
    return u, v


def _exact(
    game: Game, goal: int, i: int, j: int, won: dict[State, Number], u: Fraction, v: Fraction
) -> tuple[Fraction, Fraction]:
    for _ in range(5):
        a, b = turn_of_race(game, goal, i, lambda x: 1 - won[j, x], 1 - v)
        c, d = turn_of_race(game, goal, j, lambda x: 1 - won[i, x], 1 - u)
        if u == a + b * (1 - v) and v == c + d * (1 - u):
            return u, v
        u = (a + b - b * (c + d)) / (1 - b * d)
        v = c + d * (1 - u)
    raise ArithmeticError(f"no exact fixed point at {i}, {j}")


def _worth(affine: Affine, at: Number) -> Number:
    return affine[0] + affine[1] * at


# --- Everybody at once


def action_values(
    game: Game, goal: int, opponents: tuple[int, ...], state: State, won: dict[State, Number]
) -> list[Affine]:
    """For hold-at 1, 2, ...: (what all outcomes but none for anybody are worth, the chance of none for
    anybody).
    """
    theirs = [ends_of(game, min(n, goal - score)) for n, score in zip(opponents, state[1:], strict=True)]
    joint = [
        (_chance(outcome), tuple(gain for gain, _ in outcome))
        for outcome in product(*(ends.items() for ends in theirs))
    ]
    values = []
    for hold_at in range(1, goal - state[0] + 1):
        worth, again = Fraction(0), Fraction(0)
        for own, chance in ends_of(game, hold_at).items():
            for other, gains in joint:
                after = tuple(score + gain for score, gain in zip(state, (own, *gains), strict=True))
                there = sum(score >= goal for score in after)
                if after == state:
                    again += chance * other
                elif there:
                    worth += chance * other * (Fraction(1, there) if after[0] >= goal else 0)
                else:
                    worth += chance * other * won[after]
        values.append((worth, again))
    return values


@cache
def ends_of(game: Game, hold_at: int) -> dict[int, Number]:
    """The same as `hold_at_ends`, once."""
    return hold_at_ends(game, hold_at)


def _chance(outcome: tuple[tuple[int, Number], ...]) -> Number:
    chance = Fraction(1)
    for _, probability in outcome:
        chance *= probability
    return chance


def best_response(
    game: Game, goal: int, opponents: tuple[int, ...]
) -> tuple[dict[State, Number], dict[State, int]]:
    """Chance to win and least best turn total to hold at, by (banked, opponent, ...).

    States of the greatest sum first; value iteration on each, whose fixed point is then solved for and
    checked in fractions.
    """
    won: dict[State, Number] = {}
    hold_at: dict[State, int] = {}
    for state in sorted(product(range(goal), repeat=1 + len(opponents)), key=sum, reverse=True):
        values = action_values(game, goal, opponents, state, won)
        value, last = 0.0, 1.0
        while value != last:
            last, value = value, max(float(worth) + float(again) * value for worth, again in values)
        exact = max(worth / (1 - again) for worth, again in values)
        if abs(exact - value) > 1e-12 or exact != max(worth + again * exact for worth, again in values):
            raise ArithmeticError(f"no fixed point at {state}")
        won[state] = exact
        hold_at[state] = 1 + [worth / (1 - again) for worth, again in values].index(exact)
    return won, hold_at
