"""Games that are played by the answers are won as often as these say."""

from functools import cache

import numpy as np
import pytest

from solvers.contests.streak import Rule
from solvers.games import farkle, pig
from solvers.games.turn import Turn
from solvers.streak.solve import Streak, optimal_play

GAMES = 2000
# Own and other score, own and other busts in a row.
State = tuple[int, int, int, int]


class Table:
    """Two players who look one throw ahead, by the stored values of states."""

    def __init__(self, solved: Streak, random: np.random.Generator) -> None:
        self.value, self.goal, self.rule, self.turn = solved.value, solved.goal, solved.rule, solved.turn
        self.random = random
        self.chances = [
            np.cumsum([float(one.probability) for one in throw.outcomes]) for throw in self.turn.throws
        ]
        self.penalties = 0
        self.thrown = cache(self._thrown)

    def after_bust(self, state: State) -> State:
        """What the other begins with."""
        i, j, a, b = state
        if a + 1 == self.rule.busts:
            return j, max(i - self.rule.cost, 0), b, 0
        return j, i, b, a + 1

    def held(self, state: State, x: int) -> float:
        """Chance to win after banking."""
        return 1.0 - float(self.value[state[1], x, state[3], 0]) if x < self.goal else 1.0

    def _thrown(self, state: State, x: int, throw: int) -> float:
        worth = float(self.turn.throws[throw].bust) * (1.0 - float(self.value[self.after_bust(state)]))
        for one in self.turn.throws[throw].outcomes:
            worth += float(one.probability) * self.best(state, x + one.gain, one.position)[0]
        return worth

    def best(self, state: State, x: int, position: int) -> tuple[float, tuple[int, int] | None]:
        """What a position is worth, and where to throw what next; None to hold."""
        best, chosen = self.held(state, x), None
        for way in self.turn.positions[position].ways if x < self.goal else ():
            ahead = self.thrown(state, x - way.given_up, way.throw)
            if ahead > best:
                best, chosen = ahead, (x - way.given_up, way.throw)
        return best, chosen

    def take(self, state: State) -> State | None:
        """A turn: what the other begins with, None if the turn has won."""
        x, throw = state[0], self.turn.openings[0]
        while True:
            drawn = int(np.searchsorted(self.chances[throw], self.random.random(), side="right"))
            if drawn == len(self.turn.throws[throw].outcomes):
                self.penalties += state[2] + 1 == self.rule.busts
                return self.after_bust(state)
            outcome = self.turn.throws[throw].outcomes[drawn]
            x += outcome.gain
            chosen = self.best(state, x, outcome.position)[1]
            if chosen is None:
                return (state[1], x, state[3], 0) if x < self.goal else None
            x, throw = chosen

    def first_wins(self) -> bool:
        """One game."""
        state: State | None = (0, 0, 0, 0)
        turns = 0
        while state is not None:
            state = self.take(state)
            turns += 1
        return turns % 2 == 1


@pytest.mark.parametrize(
    ("turn", "goal", "rule"),
    [
        (pig.turn(), 50, Rule(3, 10)),
        (pig.turn(), 50, Rule(2, 20)),
        pytest.param(farkle.turn(), 40, Rule(3, 20), marks=pytest.mark.long),
    ],
    ids=("pig", "pig of two busts", "farkle"),
)
def test_contest__is_won_as_often_as_it_says(turn: Turn, goal: int, rule: Rule) -> None:
    solved = optimal_play(turn, goal, rule)
    table = Table(solved, np.random.default_rng(20))
    won = np.array([table.first_wins() for _ in range(GAMES)])
    assert abs(won.mean() - solved.win_probability) < 4 * won.std() / GAMES**0.5
    assert table.penalties > 0
