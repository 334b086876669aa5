"""What others offer that can do the same: solvers of any Markov decision process, and of any matrix game.

Each is given the model as it wants it; building that is not in the time. What the models are is written down
anew from the rules, so that a wrong answer of ours would differ from theirs.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from quantecon.markov import DiscreteDP
from quantecon.optimize import minmax
from scipy import sparse
from scipy.optimize import linprog

from solvers.games.turn import Turn

PROCESS = "QuantEcon DiscreteDP"
MOST_STEPS = 100
# A process must be discounted; so little changes no digit that is compared.
DISCOUNT = 1.0 - 1e-12


class Model:
    """A decision process, row by row: a row is one action at one state.

    Parameters
    ----------
    states : how many there are
    """

    def __init__(self, states: int) -> None:
        self.states = states
        self._state: list[int] = []
        self._action: list[int] = []
        self._reward: list[float] = []
        self._rows: list[int] = []
        self._columns: list[int] = []
        self._weights: list[float] = []

    def add(self, state: int, action: int, reward: float, ahead: dict[int, float]) -> None:
        """An action: what it pays at once, and the weights of the states that it leads to."""
        self._rows += [len(self._state)] * len(ahead)
        self._columns += ahead.keys()
        self._weights += ahead.values()
        self._state.append(state)
        self._action.append(action)
        self._reward.append(reward)

    def process(self) -> Any:
        """The model as QuantEcon has it."""
        shape = (len(self._state), self.states)
        matrix = sparse.csr_matrix((self._weights, (self._rows, self._columns)), shape=shape)
        return DiscreteDP(np.array(self._reward), matrix, DISCOUNT, self._state, self._action)


def start_value(process: Any) -> float:
    """Policy iteration by the steps that a process offers; what its first state is worth, NaN without an end.

    `solve` would do these steps, too, but wants to return a Markov chain of them: no weight may be negative
    then, and none be missing where the game ends.
    """
    policy = process.compute_greedy(np.zeros(process.num_states))
    for _ in range(MOST_STEPS):
        value = process.evaluate_policy(policy)
        better = process.compute_greedy(value)
        if np.array_equal(policy, better):
            return float(value[0])
        policy = better
    return math.nan


def races(turn: Turn, goal: int) -> dict[str, Callable[[], float]]:
    """The race of two, a state for every turn total; the first player's chance to win.

    Parameters
    ----------
    turn : that of Pig
    goal : points to win
    """
    process = race_model(turn, goal).process()
    return {PROCESS: lambda: 0.5 + 0.5 * start_value(process)}


def race_model(turn: Turn, goal: int) -> Model:
    """A state is worth the mover's chance to win minus the other's: handing over changes the sign."""
    index = {
        (own, other, total): number
        for number, (own, other, total) in enumerate(
            (own, other, total) for own in range(goal) for other in range(goal) for total in range(goal - own)
        )
    }
    model = Model(len(index))
    throw = turn.throws[0]
    for (own, other, total), state in index.items():
        if total > 0:
            model.add(state, 0, 0.0, {index[other, own + total, 0]: -1.0})
        wins, ahead = 0.0, {index[other, own, 0]: -float(throw.bust)}
        for outcome in throw.outcomes:
            after = total + outcome.gain
            if own + after >= goal:
                wins += float(outcome.probability)
            else:
                ahead[index[own, other, after]] = float(outcome.probability)
        model.add(state, 1, wins, ahead)
    return model


def responses(turn: Turn, goal: int, hold_at: int) -> dict[str, Callable[[], float]]:
    """The best response to one who holds at n, an action for every turn total; its chance to win.

    Parameters
    ----------
    turn : that of Pig
    goal : points to win
    hold_at : n
    """
    process = response_model(turn, goal, hold_at).process()
    return {PROCESS: lambda: start_value(process)}


def response_model(turn: Turn, goal: int, hold_at: int) -> Model:
    """All that both turns may end with, for every pair of scores and every turn total to hold at."""
    model, ends = Model(goal * goal), [turn_ends(turn, n) for n in range(goal + 1)]
    for own in range(goal):
        for other in range(goal):
            theirs = ends[min(hold_at, goal - other)]
            for n in range(1, goal - own + 1):
                reward, ahead = 0.0, dict[int, float]()
                for gain, chance in ends[n].items():
                    for their_gain, their_chance in theirs.items():
                        at, there = own + gain, other + their_gain
                        if at >= goal or there >= goal:
                            share = 0.0 if at < goal else 0.5 if there >= goal else 1.0
                            reward += share * chance * their_chance
                        else:
                            ahead[at * goal + there] = chance * their_chance
                model.add(own * goal + other, n, reward, ahead)
    return model


def turn_ends(turn: Turn, n: int) -> dict[int, float]:
    """What a turn that holds at n scores, and how likely: played out throw by throw."""
    throw, at, ends = turn.throws[0], {0: 1.0}, {0: 0.0}
    while at:
        total = min(at)
        chance = at.pop(total)
        if total >= n:
            ends[total] = ends.get(total, 0.0) + chance
            continue
        ends[0] += chance * float(throw.bust)
        for outcome in throw.outcomes:
            after = total + outcome.gain
            at[after] = at.get(after, 0.0) + chance * float(outcome.probability)
    return ends


def matrix_games(payoff: NDArray[np.float64]) -> dict[str, Callable[[], float]]:
    """The value of a zero-sum game.

    Parameters
    ----------
    payoff : float64[row, column], to who chooses the row
    """
    rows, columns = payoff.shape
    # The greatest v that every column pays at least, for some mix of rows.
    program = {
        "c": np.append(np.zeros(rows), -1.0),
        "A_ub": np.hstack([-payoff.T, np.ones((columns, 1))]),
        "b_ub": np.zeros(columns),
        "A_eq": np.append(np.ones(rows), 0.0)[None],
        "b_eq": [1.0],
        "bounds": [(0.0, None)] * rows + [(None, None)],
    }
    return {
        "QuantEcon minmax": lambda: float(minmax(payoff)[0]),
        "SciPy linprog, HiGHS": lambda: -float(linprog(**program, method="highs").fun),
    }
