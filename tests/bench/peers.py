"""What others offer that can do the same: solvers of any Markov decision process, and of any matrix game.

Each is given the model as it wants it; building that is not in the time. What the models are is written down
anew from the rules, so that a wrong answer of ours would differ from theirs. Those of the extra `bench` take
part where they are installed.
"""

import math
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray
from quantecon.markov import DiscreteDP
from quantecon.optimize import minmax
from scipy import sparse
from scipy.optimize import linprog

from solvers.games.turn import Turn

PROCESS = "QuantEcon DiscreteDP"
# By the module that has it.
EXTRA = {"mdpsolver": "mdpsolver", "pyspiel": "OpenSpiel value iteration", "nashpy": "Nashpy, linear program"}
MOST_STEPS = 100
# A process must be discounted; so little changes no digit that is compared.
DISCOUNT = 1.0 - 1e-12
# By how much the values of an iteration may still change.
PRECISION = 1e-12


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

    def lists(self) -> dict[str, list[Any]]:
        """The model as mdpsolver has it: for each state, for each of its actions."""
        rewards, chances, columns = ([[] for _ in range(self.states)] for _ in range(3))
        ahead: list[list[tuple[int, float]]] = [[] for _ in self._state]
        for row, column, weight in zip(self._rows, self._columns, self._weights, strict=True):
            ahead[row].append((column, weight))
        for state, reward, found in zip(self._state, self._reward, ahead, strict=True):
            rewards[state].append(reward)
            chances[state].append([weight for _, weight in found])
            columns[state].append([column for column, _ in found])
        return {"rewards": rewards, "tranMatProbs": chances, "tranMatColumns": columns}

    def process(self) -> Any:
        """The model as QuantEcon has it."""
        shape = (len(self._state), self.states)
        matrix = sparse.csr_matrix((self._weights, (self._rows, self._columns)), shape=shape)
        return DiscreteDP(np.array(self._reward), matrix, DISCOUNT, self._state, self._action)


def not_installed() -> Iterable[str]:
    """Who of the extra `bench` cannot take part."""
    for module, name in EXTRA.items():
        if _module(module) is None:
            yield f"{name}: expected the module {module}, got none. `make bench` installs it."


def _module(name: str) -> Any:
    """One of the extra `bench`, None if it is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


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


def small_races(goal: int) -> dict[str, Callable[[], float]]:
    """The race of two at Pig, by who has its rules; the first player's chance to win.

    Parameters
    ----------
    goal : points to win
    """
    pyspiel = _module("pyspiel")
    if pyspiel is None:
        return {}
    iteration = import_module("open_spiel.python.algorithms.value_iteration")
    game = pyspiel.load_game(f"pig(players=2,winscore={goal},diceoutcomes=6,horizon=100000)")

    def solve() -> float:
        # Scores and turn total can come again: after a bust of both.
        values = iteration.value_iteration(game, -1, PRECISION, cyclic_game=True)
        return 0.5 + 0.5 * float(values[str(game.new_initial_state())])

    return {EXTRA["pyspiel"]: solve}


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
    model = response_model(turn, goal, hold_at)
    process, lists = model.process(), model.lists()
    ways = {PROCESS: lambda: start_value(process)}
    if mdpsolver := _module("mdpsolver"):

        def solve() -> float:
            other = mdpsolver.model()
            other.mdp(discount=DISCOUNT, **lists)
            # On one core, as everybody.
            other.solve(algorithm="pi", tolerance=PRECISION, parallel=False, postProcessing=False)
            return float(other.getValue(0))

        ways[EXTRA["mdpsolver"]] = solve
    return ways


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
    ways = {
        "QuantEcon minmax": lambda: float(minmax(payoff)[0]),
        "SciPy linprog, HiGHS": lambda: -float(linprog(**program, method="highs").fun),
    }
    if nashpy := _module("nashpy"):

        def solve() -> float:
            row, column = nashpy.Game(payoff).linear_program()
            return float(row @ payoff @ column)

        ways[EXTRA["nashpy"]] = solve
    return ways
