"""Slow and obvious answers for contests in which busts in a row cost points. Nothing of the project is
imported; a solver's turn is read as plain data.

A turn is memoised recursion over turn totals, and its value a *line* in the values of other turn starts.
Values are iterated in floats until they stay; then, exactly, the lines of the choices that they make are
solved for in fractions, and every optimality equation is checked.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

# Own and other score, own and other busts in a row.
State = tuple[int, int, int, int]
# Slopes in the values of turn starts, and a constant.
Line = Mapping[State | None, Any]


def handed(state: State) -> Line:
    """What one has when the other begins a turn there."""
    return {None: 1, state: -1}


def at(line: Line, value: Callable[[State], Any]) -> Any:
    """A line's value."""
    return sum(slope * (1 if state is None else value(state)) for state, slope in line.items())


class Contest:
    """A contest.

    Parameters
    ----------
    turn : a solver's turn
    goal, busts, cost : points to win; the streak, and its price
    number : of what type chances are
    """

    def __init__(
        self, turn: Any, goal: int, busts: int, cost: int, number: Callable[[Fraction], Any] = float
    ) -> None:
        self.goal, self.busts, self.cost = goal, busts, cost
        self.openings = turn.openings
        self.throws = [
            (
                number(throw.bust),
                number(throw.wipe),
                [(number(one.probability), one.gain, one.position) for one in throw.outcomes],
            )
            for throw in turn.throws
        ]
        self.ways = [[(way.given_up, way.throw) for way in position.ways] for position in turn.positions]
        self.states: list[State] = [
            (i, j, a, b) for i in range(goal) for j in range(goal) for a in range(busts) for b in range(busts)
        ]

    def after_bust(self, state: State) -> Line:
        """What a bust leaves."""
        i, j, a, b = state
        if a + 1 < self.busts:
            return handed((j, i, b, a + 1))
        return handed((j, max(0, i - self.cost), b, 0))

    def turn(self, state: State, value: Callable[[State], Any]) -> Line:
        """What a turn is worth, by the choices that are best by some values."""
        i, j, _, b = state

        def best(lines: list[Line]) -> Line:
            return max(lines, key=lambda line: at(line, value))

        @cache
        def thrown(x: int, throw: int) -> Line:
            bust, wipe, outcomes = self.throws[throw]
            ends = [(bust, self.after_bust(state)), (wipe, handed((j, 0, b, 0)))]
            ends += [(chance, standing(x + gain, place)) for chance, gain, place in outcomes]
            line: dict[State | None, Any] = defaultdict(int)
            for chance, end in ends:
                for key, slope in end.items():
                    line[key] += chance * slope
            return line

        @cache
        def standing(x: int, place: int) -> Line:
            if x >= self.goal:
                return {None: 1}
            held = handed((j, x, b, 0)) if x > i else self.after_bust(state)
            return best([held, *(thrown(x - given_up, throw) for given_up, throw in self.ways[place])])

        return best([thrown(i, opening) for opening in self.openings])


def values(turn: Any, goal: int, busts: int, cost: int) -> dict[State, float]:
    """All values in floats, by value iteration."""
    contest = Contest(turn, goal, busts, cost)
    value, change = dict.fromkeys(contest.states, 0.5), 1.0
    while change > 1e-15:
        change = 0.0
        for state in reversed(contest.states):
            new = float(at(contest.turn(state, value.__getitem__), value.__getitem__))
            change, value[state] = max(change, abs(new - value[state])), new
    return value


def exact_values(turn: Any, goal: int, busts: int, cost: int) -> dict[State, Fraction]:
    """All values in fractions; every optimality equation holds exactly."""
    guess = values(turn, goal, busts, cost)
    contest = Contest(turn, goal, busts, cost, Fraction)
    while True:
        lines = {state: contest.turn(state, guess.__getitem__) for state in contest.states}
        exact = _solved(lines)
        if all(
            at(contest.turn(state, exact.__getitem__), exact.__getitem__) == exact[state] for state in lines
        ):
            return exact
        guess = exact  # type: ignore[assignment]


def _solved(lines: Mapping[State, Line]) -> dict[State, Fraction]:
    """The values that lie on their own lines, by elimination of one state after the other."""
    left = {state: dict(line) for state, line in lines.items()}
    done: list[tuple[State, dict[State | None, Fraction]]] = []
    while left:
        state, line = left.popitem()
        loop = 1 - line.pop(state, Fraction(0))
        line = {key: slope / loop for key, slope in line.items()}
        done.append((state, line))
        for other in left.values():
            slope = other.pop(state, None)
            if slope is not None:
                for key, own in line.items():
                    other[key] = other.get(key, 0) + slope * own
    found: dict[State, Fraction] = {}
    for state, line in reversed(done):
        found[state] = Fraction(at(line, found.__getitem__))
    return found
