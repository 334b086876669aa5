"""Games that are played by the answers are won as often as these say."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from configs.rules.load import load_game
from configs.rules.shipped import shipped_rules
from solvers.contests.tie import Tie
from solvers.equal_turns.solve import EqualTurns, optimal_play
from solvers.games import pig
from solvers.games.turn import Turn

GAMES = {
    "pig": (pig.turn(), 100),
    "pig with an entry": (replace(pig.turn(), entry=30), 60),
    "great rolled ones": (load_game(shipped_rules()["great_rolled_ones"]).turn, 50),
}
ROUNDS = 2000
# As far behind as nobody goes on for.
FAR = 400


class Plan(NamedTuple):
    """What a turn is played for: worth of holding, of a bust and of a wipe, and from where on one holds."""

    held: Callable[[int], float]
    bust: float
    end: int
    wiped: float = 0.0


class Table:
    """Two players who look one throw ahead, by the stored values of states."""

    def __init__(self, solved: EqualTurns, random: np.random.Generator) -> None:
        self.solved, self.goal, self.random = solved, solved.goal, random
        self.throws = [
            (np.cumsum([float(one.probability) for one in throw.outcomes]), throw.outcomes)
            for throw in solved.turn.throws
        ]
        self.worth = cache(self._thrown)
        self.plan = cache(self._plan)
        self.last = cache(lambda behind: self.worth(("last", behind, 0), 0, 0))

    def _plan(self, kind: str, own: int, other: int) -> Plan:
        goal, level = self.goal, 1.0 - self.solved.tie_value
        if kind == "first":
            value = self.solved.second_value
            return Plan(
                lambda x: 1.0 - float(value[other, x]) if x < goal else 1.0 - self.last(x - other),
                1.0 - float(value[other, own]),
                goal + FAR // 4,
                1.0 - float(value[other, 0]),
            )
        if kind == "second":
            value = self.solved.value
            return Plan(
                lambda y: 1.0 - float(value[other, y]) if y < goal else 1.0,
                1.0 - float(value[other, own]),
                goal,
                1.0 - float(value[other, 0]),
            )
        if kind == "again":
            return Plan(lambda x: 1.0 - self.last(x), 1.0 - self.last(0), FAR // 4)
        # The last turn of who is `own` points behind.
        return Plan(
            lambda x: 1.0 if x > own else level if x == own else 0.0, level if own == 0 else 0.0, own + 1
        )

    def _thrown(self, key: tuple[str, int, int], x: int, throw: int) -> float:
        made, plan = self.solved.turn.throws[throw], self.plan(*key)
        outcomes = made.outcomes
        lost = float(made.bust) * plan.bust + float(made.wipe) * plan.wiped
        return lost + sum(
            float(one.probability) * self._best(key, x + one.gain, one.position)[0] for one in outcomes
        )

    def _best(self, key: tuple[str, int, int], x: int, position: int) -> tuple[float, Any]:
        """What a position is worth, and the way to go on, None to hold."""
        plan, chosen = self.plan(*key), None
        best = plan.held(x) if self.may_hold(key[0], x) else -1.0
        for way in self.solved.turn.positions[position].ways if x < plan.end else ():
            ahead = self.worth(key, x - way.given_up, way.throw)
            if ahead > best:
                best, chosen = ahead, way
        return best, chosen

    def may_hold(self, kind: str, x: int) -> bool:
        """Whether a score may be banked: below the goal only from the entry on."""
        return kind not in ("first", "second") or x >= self.solved.turn.entry

    def take(self, key: tuple[str, int, int], start: int) -> int:
        """Score after a turn from a score."""
        x, throw = start, 0
        while True:
            chances, outcomes = self.throws[throw]
            point = self.random.random()
            drawn = int(np.searchsorted(chances, point, side="right"))
            if drawn == len(outcomes):
                return 0 if point < chances[-1] + float(self.solved.turn.throws[throw].wipe) else start
            x += outcomes[drawn].gain
            way = self._best(key, x, outcomes[drawn].position)[1]
            if way is None:
                return x
            x, throw = x - way.given_up, way.throw

    def game(self) -> float:
        """1 if the first player wins, 0 if the second does, half of it if they share.

        In games that wipe a tie must not go on.
        """
        first = second = 0
        while max(first, second) < self.goal:
            first = self.take(("first", first, second), first)
            if first < self.goal:
                second = self.take(("second", second, first), second)
            else:
                second += self.take(("last", first - second, 0), 0)
        while first == second and self.solved.tie is Tie.AGAIN:
            first += self.take(("again", 0, 0), 0)
            second += self.take(("last", first - second, 0), 0)
        if first == second:
            return {Tie.FIRST: 1.0, Tie.LAST: 0.0, Tie.SHARED: 0.5}[self.solved.tie]
        return float(first > second)


def played(turn: Turn, goal: int, tie: Tie) -> tuple[float, float]:
    """By how much and by how many standard errors games differ from what is said of them."""
    solved = optimal_play(turn, goal, tie)
    table = Table(solved, np.random.default_rng(20))
    won = np.array([table.game() for _ in range(ROUNDS)])
    return float(won.mean() - solved.win_probability), float(won.std() / ROUNDS**0.5)


@pytest.mark.parametrize(
    ("game", "tie"),
    [
        pytest.param(
            game,
            tie,
            marks=() if (game, tie) == ("pig with an entry", Tie.SHARED) else pytest.mark.long,
        )
        for game in GAMES
        for tie in Tie
    ],
)
def test_contest__is_won_as_often_as_it_says(game: str, tie: Tie) -> None:
    difference, error = played(*GAMES[game], tie)
    assert abs(difference) < 4 * error
