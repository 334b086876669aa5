"""Slow and obvious answers for any turn: wipes, several openings, turns that score at least something.

A solver's turn is read as plain data. Everything is value iteration over all states, turns by memoised
recursion, in floats.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

Number = Any


class Rules:
    """A turn as plain data, its chances as floats."""

    def __init__(self, turn: Any) -> None:
        self.openings, self.least = tuple(turn.openings), turn.least_score
        self.throws = [
            (
                float(throw.bust),
                float(throw.wipe),
                [(float(one.probability), one.gain, one.position) for one in throw.outcomes],
            )
            for throw in turn.throws
        ]
        self.ways = [[(way.given_up, way.throw) for way in position.ways] for position in turn.positions]


def turn_value(rules: Rules, banked: int, goal: int, hold: Callable[[int], Number], wiped: Number) -> Number:
    """A turn from a banked score, if banking x is worth hold(x), 1 from the goal on, and a wipe `wiped`."""

    def banking(x: int) -> Number:
        return hold(x) if x < goal else 1.0

    @cache
    def thrown(x: int, throw: int) -> Number:
        bust, wipe, outcomes = rules.throws[throw]
        worth = bust * banking(banked + rules.least) + wipe * wiped
        return worth + sum(chance * standing(x + gain, position) for chance, gain, position in outcomes)

    def standing(x: int, position: int) -> Number:
        if x >= goal:
            return 1.0
        return max([banking(x), *(thrown(x - given_up, throw) for given_up, throw in rules.ways[position])])

    return max(thrown(banked, opening) for opening in rules.openings)


def race(turn: Any, goal: int) -> dict[tuple[int, int], float]:
    """Chance of the player about to move to win, by (banked, opponent), by sweeps over all states until the
    changes no longer shrink.

    They need not shrink to nothing: with wipes rounding may go round in circles, of some 1e-15, for ever.
    """
    rules = Rules(turn)
    won = {(i, j): 0.5 for i in range(goal) for j in range(goal)}
    least, idle = 1.0, 0
    while idle < 50:
        change = 0.0
        for i in reversed(range(goal)):
            for j in reversed(range(goal)):
                after = {x: 1.0 - won[j, x] for x in range(goal)}
                new = turn_value(rules, i, goal, after.__getitem__, after[0])
                change = max(change, abs(new - won[i, j]))
                won[i, j] = new
        least, idle = min(least, change), 0 if change < least else idle + 1
    return won


class Player:
    """Plays a race by a table of values: looks one throw ahead, all turn totals at once.

    Parameters
    ----------
    turn, goal : the game
    value : [banked, opponent], chance of the player about to move to win
    """

    def __init__(self, turn: Any, goal: int, value: Any) -> None:
        self.rules, self.goal, self.value = Rules(turn), goal, value
        self.thrown = cache(self._thrown)

    def banking(self, x: int, opponent: int) -> float:
        """Chance to win after handing over the turn with x."""
        return 1.0 if x >= self.goal else 1.0 - float(self.value[opponent, x])

    def _thrown(self, banked: int, opponent: int, x: int, throw: int) -> float:
        bust, wipe, outcomes = self.rules.throws[throw]
        worth = bust * self.banking(banked + self.rules.least, opponent) + wipe * self.banking(0, opponent)
        return worth + sum(
            chance * self.standing(banked, opponent, x + gain, position)
            for chance, gain, position in outcomes
        )

    def standing(self, banked: int, opponent: int, x: int, position: int) -> float:
        """Chance to win at a position."""
        if x >= self.goal:
            return 1.0
        ahead = [
            self.thrown(banked, opponent, x - given_up, throw)
            for given_up, throw in self.rules.ways[position]
        ]
        return max([self.banking(x, opponent), *ahead])

    def score(self, banked: int, opponent: int, random: Any) -> int:
        """The banked score after a turn."""
        throw = max(self.rules.openings, key=lambda opening: self.thrown(banked, opponent, banked, opening))
        x = banked
        while True:
            bust, wipe, outcomes = self.rules.throws[throw]
            drawn = random.choice(len(outcomes) + 2, p=[bust, wipe, *(chance for chance, _, _ in outcomes)])
            if drawn == 0:
                return banked + self.rules.least
            if drawn == 1:
                return 0
            _, gain, position = outcomes[drawn - 2]
            x += gain
            ways = self.rules.ways[position]
            if x >= self.goal or not ways:
                return x
            given_up, onward = max(ways, key=lambda way: self.thrown(banked, opponent, x - way[0], way[1]))
            if self.thrown(banked, opponent, x - given_up, onward) <= self.banking(x, opponent):
                return x
            x, throw = x - given_up, onward

    def first_wins(self, random: Any) -> bool:
        """One game against itself."""
        scores = [0, 0]
        for ply in range(100_000):
            mover = ply % 2
            scores[mover] = self.score(scores[mover], scores[1 - mover], random)
            if scores[mover] >= self.goal:
                return mover == 0
        raise RuntimeError("a game without an end")
