"""Slow and obvious answers for two players, one or both of whom play by a rule, where busts in a row cost
points, in fractions. Nothing of the project is imported; a solver's turn is read as plain data.

A player is a function of (state, score if banked, position) that gives the way taken, (given up, next throw),
or None to hold; or nothing, for one who replies as well as possible. Its choices are improved until every
equation holds exactly.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from tests.oracle_policies import eliminate

# Who moves; own and other score, own and other busts in a row.
State = tuple[int, int, int, int, int]
Way = tuple[int, int]
Player = Callable[[State, int, int], Way | None]
# Slopes in the values of turn starts, each that of its mover, and a constant.
Line = Mapping[State | None, Fraction]


class Contest:
    """Two players of one game.

    Parameters
    ----------
    turn : a solver's turn
    goal, busts, cost : points to win; the streak, and its price
    players : the first and the second; None replies
    """

    def __init__(
        self, turn: Any, goal: int, busts: int, cost: int, players: tuple[Player | None, Player | None]
    ) -> None:
        self.turn, self.goal, self.busts, self.cost, self.players = turn, goal, busts, cost, players
        sides, counts, scores = range(2), range(busts), range(goal)
        self.states: list[State] = list(product(sides, scores, scores, counts, counts))

    def solve(self) -> dict[State, Fraction]:
        """The mover's chance to win in every state."""
        value = dict.fromkeys(self.states, Fraction(1, 2))
        while True:
            lines = {state: self._opened(state, value) for state in self.states}
            value = self._solved(lines)
            if all(_at(self._opened(state, value), value) == value[state] for state in self.states):
                return value

    def _solved(self, lines: Mapping[State, Line]) -> dict[State, Fraction]:
        place = {state: row for row, state in enumerate(self.states)}
        rows: list[dict[int, Fraction]] = []
        right: list[Fraction] = []
        for state in self.states:
            row = {place[state]: Fraction(1)}
            for key, slope in lines[state].items():
                if key is not None:
                    row[place[key]] = row.get(place[key], Fraction(0)) - slope
            rows.append(row)
            right.append(lines[state].get(None, Fraction(0)))
        return dict(zip(self.states, eliminate(rows, right), strict=True))

    def _opened(self, state: State, value: Mapping[State, Fraction]) -> Line:
        """What a turn is worth."""
        lines = [self.thrown(state, state[1], opening, value) for opening in self.turn.openings]
        return max(lines, key=lambda line: _at(line, value))

    def thrown(self, state: State, x: int, throw: int, value: Mapping[State, Fraction]) -> Line:
        rules = self.turn.throws[throw]
        ends = [(rules.bust, self.busted(state)), (rules.wipe, self.handed(state, 0, 0))]
        for one in rules.outcomes:
            ends.append((one.probability, self._standing(state, x + one.gain, one.position, value)))
        line: dict[State | None, Fraction] = defaultdict(Fraction)
        for chance, end in ends:
            for key, slope in end.items():
                line[key] += Fraction(chance) * slope
        return line

    def _standing(self, state: State, x: int, place: int, value: Mapping[State, Fraction]) -> Line:
        if x >= self.goal:
            return {None: Fraction(1)}
        held = self.handed(state, x, 0) if x > state[1] else self.busted(state)
        player = self.players[state[0]]
        if player is not None:
            way = player(state, x, place)
            return held if way is None else self.thrown(state, x - way[0], way[1], value)
        ways = self.turn.positions[place].ways
        ahead = [self.thrown(state, x - way.given_up, way.throw, value) for way in ways]
        return max([held, *ahead], key=lambda line: _at(line, value))

    def busted(self, state: State) -> Line:
        _, i, _, a, _ = state
        if a + 1 < self.busts:
            return self.handed(state, i, a + 1)
        return self.handed(state, max(0, i - self.cost), 0)

    def handed(self, state: State, score: int, busts: int) -> Line:
        """The other begins a turn."""
        mover, _, j, _, b = state
        return {None: Fraction(1), (1 - mover, j, score, b, busts): Fraction(-1)}


def _at(line: Line, value: Mapping[State, Fraction]) -> Fraction:
    """A line's value."""
    return sum((slope * (1 if state is None else value[state]) for state, slope in line.items()), Fraction(0))


def optimal(turn: Any, goal: int, value: Mapping[State, Fraction], contest: Contest) -> Player:
    """Optimal play as a player: of equally good choices it holds, or takes the way named first.

    Parameters
    ----------
    turn, goal : the game
    value : of two who reply to each other
    contest : theirs
    """

    def player(state: State, x: int, place: int) -> Way | None:
        held = contest.handed(state, x, 0) if x > state[1] else contest.busted(state)
        best, taken = _at(held, value), None
        for way in turn.positions[place].ways:
            ahead = _at(contest.thrown(state, x - way.given_up, way.throw, value), value)
            # Nobody stops with nothing.
            if ahead > best or (taken is None and x == state[1]):
                best, taken = ahead, (way.given_up, way.throw)
        return taken

    return player
