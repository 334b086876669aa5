"""A second implementation of the three learning methods, for the first of their updates.

It is slow, plain Python on dictionaries and integers. It shares with the solver only what defines the
methods: the order of random numbers, ties that hold, the formula of a step. These are exact or single
correctly rounded operations, so the learners must agree to the last bit.
"""

from collections.abc import Iterator
from itertools import accumulate, product
from typing import Any

import numpy as np

from solvers.games.turn import HOLD, ROLL, Turn
from solvers.learning.settings import Settings

State = tuple[int, int, int]
Worths = dict[tuple[State, int], float]
_WORD = 2**64 - 1


def uniforms(seed: int, stream: int) -> Iterator[float]:
    """Yield SplitMix64 numbers, computed in Python integers from NumPy's SeedSequence."""
    state = int(np.random.SeedSequence(seed, spawn_key=(stream,)).generate_state(1, np.uint64)[0])
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        yield ((word ^ word >> 31) >> 11) / 2**53


class Replay:
    """A method with its values of actions, which can make one more sweep or game.

    Parameters
    ----------
    turn, goal, settings : the race, and the settings of the learners
    stream : number of the random stream
    """

    def __init__(self, turn: Turn, goal: int, settings: Settings, stream: int = 0) -> None:
        self.turn, self.goal, self.settings = turn, goal, settings
        self.worth: Worths = {}
        self._random = uniforms(settings.seed, stream)
        chances = [outcome.probability for outcome in turn.throws[0].outcomes]
        self._below = [float(chance) for chance in accumulate(chances)]

    def advance(self) -> int:
        """Make one sweep or play one game; return the number of updates."""
        raise NotImplementedError

    def estimate(self, state: State) -> float:
        """Return the better of the two action values."""
        return max(self.worth.get((state, action), 0.0) for action in (HOLD, ROLL))

    def table(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return all estimates, float64[banked, opponent, turn_total]."""
        scores = range(self.goal)
        return np.array([[[self.estimate((i, j, k)) for k in scores] for j in scores] for i in scores])

    def game(self) -> Iterator[tuple[State, int, State | None, bool]]:
        """Play one game.

        Yields
        ------
        Each step: state, action, next state, and whether the turn goes on there; None if the game is won.
        """
        state, action = self._first()
        while True:
            action = self._choice(state) if action is None else action
            i, j, k = state
            gain = self._throw() if action == ROLL else 0
            ahead: State = (i, j, k + gain) if gain else (j, i + k if action == HOLD else i, 0)
            if gain and i + k + gain >= self.goal:
                yield state, action, None, True
                return
            yield state, action, ahead, gain > 0
            state, action = ahead, None

    def _first(self) -> tuple[State, int | None]:
        if not self.settings.exploring_starts:
            return (0, 0, 0), None
        i, j = (int(next(self._random) * self.goal) for _ in range(2))
        k = int(next(self._random) * (self.goal - i))
        rolls = k == 0 or next(self._random) < 0.5
        return (i, j, k), ROLL if rolls else HOLD

    def _choice(self, state: State) -> int:
        if state[2] == 0:
            return ROLL
        number, exploration = next(self._random), self.settings.exploration
        if number < exploration:
            rolls = number < exploration / 2
        else:
            rolls = self.worth.get((state, ROLL), 0.0) > self.worth.get((state, HOLD), 0.0)
        return ROLL if rolls else HOLD

    def _throw(self) -> int:
        number = next(self._random)
        gains = [
            outcome.gain
            for outcome, below in zip(self.turn.throws[0].outcomes, self._below, strict=True)
            if number < below
        ]
        return gains[0] if gains else 0


class Sweeps(Replay):
    """Value iteration in place."""

    def advance(self) -> int:
        """Make one sweep."""
        states = [(i, j, k) for i, j, k in product(range(self.goal), repeat=3) if i + k < self.goal]
        for i, j, k in states:
            lost = float(self.turn.throws[0].bust) * (1 - self.estimate((j, i, 0)))
            ahead = [(float(at.probability), k + at.gain) for at in self.turn.throws[0].outcomes]
            won = sum(
                chance * (1.0 if i + total >= self.goal else self.estimate((i, j, total)))
                for chance, total in ahead
            )
            self.worth[(i, j, k), HOLD], self.worth[(i, j, k), ROLL] = (
                1 - self.estimate((j, i + k, 0)),
                lost + won,
            )
        return len(states)


class FirstVisits(Replay):
    """First-visit Monte Carlo control."""

    def __init__(self, turn: Turn, goal: int, settings: Settings) -> None:
        super().__init__(turn, goal, settings, 0)
        self._results: dict[tuple[State, int], tuple[int, int]] = {}

    def advance(self) -> int:
        """Play one game."""
        mover = 0
        first: dict[tuple[State, int], int] = {}
        for state, action, ahead, goes_on in self.game():
            first.setdefault((state, action), mover)
            if ahead is not None and not goes_on:
                mover = 1 - mover
        for pair, player in first.items():
            wins, visits = self._results.get(pair, (0, 0))
            self._results[pair] = wins, visits = wins + (player == mover), visits + 1
            self.worth[pair] = wins / visits
        return len(first)


class OneSteps(Replay):
    """One-step Q-learning."""

    def __init__(self, turn: Turn, goal: int, settings: Settings) -> None:
        super().__init__(turn, goal, settings, 1)
        self._visits: dict[tuple[State, int], int] = {}

    def advance(self) -> int:
        """Play one game."""
        count, half = 0, self.settings.half_step_at
        for state, action, ahead, goes_on in self.game():
            target = 1.0 if ahead is None else self.estimate(ahead) if goes_on else 1 - self.estimate(ahead)
            before, visits = self.worth.get((state, action), 0.0), self._visits.get((state, action), 0)
            self.worth[state, action] = before + half / (half + visits) * (target - before)
            self._visits[state, action] = visits + 1
            count += 1
        return count
