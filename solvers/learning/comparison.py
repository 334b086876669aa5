"""Value iteration, Monte Carlo control and Q-learning side by side, on their way to the exact value.

These are the three families of methods in Neller, Russell & Markov 2012, section 4. They are compared by
their work: updates since the beginning, divided by the number of states, at 0, 1, 2, 4, 8, ... For value
iteration that is the number of sweeps. An update changes one estimate. In value iteration it needs the
probabilities of all outcomes of a throw. The learners need one result or one throw, and know no
probabilities. They stop after the game in which they reach a mark; `games` is the number of games so far. All
estimates begin at 0.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from solvers.arrays import Array, Integers
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.learning.certificate import residual
from solvers.learning.distance import exact_worth, largest_distance, mean_distance, wrong_actions
from solvers.learning.game import race, states
from solvers.learning.monte_carlo import MonteCarlo
from solvers.learning.settings import Settings
from solvers.learning.splitmix import generator
from solvers.learning.temporal_difference import QLearning
from solvers.learning.value_iteration import ValueIteration

METHODS = ("value iteration", "Monte Carlo control", "Q-learning")


class Learner(Protocol):
    """A method, with its values of (state, action) and the number of games so far."""

    worth: Array
    games: int

    @property
    def updates(self) -> Integers:
        """How often each state's estimate was updated, int64[banked, opponent, turn_total]."""

    def learn(self, updates: int) -> None:
        """Go on until a number of updates, counted from the beginning, is reached."""


@dataclass(frozen=True)
class Comparison:
    """The estimates of the three METHODS over time.

    The axis `mark` runs over 0, 1, 2, 4, ... updates a state.

    Attributes
    ----------
    turn, goal, settings : the race, and the settings of the learners
    value : float64[banked, opponent, turn_total], exact; NaN where holding wins
    estimate : float64[method, banked, opponent, turn_total], at the last mark; NaN where holding wins
    updates : int64[method, banked, opponent, turn_total], number of updates of each estimate by then
    distance : float64[method, mark], largest difference to the value over all states
    mean_distance : float64[method, mark], mean difference over all states
    start_estimate : float64[method, mark], estimate of the first player's win probability
    wrong_actions : float64[method, mark], share of the states within a turn in which the better action by the
        estimates is the worse one
    games : int64[method, mark], games played
    residual : see `solvers.learning.certificate`
    """

    turn: Turn
    goal: int
    settings: Settings
    value: Array
    estimate: Array
    updates: Integers
    distance: Array
    mean_distance: Array
    start_estimate: Array
    wrong_actions: Array
    games: Integers
    residual: float

    @property
    def win_probability(self) -> float:
        """Exact win probability of the first player."""
        return float(self.value[0, 0, 0])


def marks(doublings: int) -> Integers:
    """Return the marks, in updates a state: 0, 1, 2, 4, ..., 2^doublings.

    >>> marks(3)
    array([0, 1, 2, 4, 8])
    """
    return np.concatenate(([0], 2 ** np.arange(doublings + 1)))


def compare(turn: Turn, goal: int, doublings: int, settings: Settings) -> Comparison:
    """Let the three methods learn a race, and return how far they are from the exact value.

    Parameters
    ----------
    turn : a game's turn of one throw
    goal : points to win, 2 or more
    doublings : compare until 2^doublings updates a state, 0 or more
    settings : settings of the learners

    Raises
    ------
    InvalidRules
        if the goal or the doublings are too few, or the game is not one throw, repeated, whose bust loses
        only the turn total

    Examples
    --------
    >>> from solvers.games import piglet
    >>> answer = compare(piglet.turn(), 2, 12, Settings())
    >>> # Neller, Russell & Markov 2012, section 3.3
    >>> print(answer.start_estimate[:, -1].round(2), round(4 / 7, 2))
    [0.57 0.57 0.57] 0.57
    """
    game = race(turn, goal)
    if doublings < 0:
        raise expected("doublings", "0 or more", doublings)
    learners: tuple[Learner, ...] = (
        ValueIteration(game),
        MonteCarlo(game, settings.exploring, generator(settings.seed, 0)),
        QLearning(game, settings.exploring, settings.half_step_at, generator(settings.seed, 1)),
    )
    exact = exact_worth(turn, goal)
    value = exact.max(axis=-1)
    distance, mean, start, wrong = (np.empty((len(METHODS), doublings + 2)) for _ in range(4))
    games = np.zeros((len(METHODS), doublings + 2), np.int64)
    for place, mark in enumerate(marks(doublings)):
        for method, learner in enumerate(learners):
            learner.learn(int(mark * states(goal).sum()))
            estimate = learner.worth.max(axis=-1)
            distance[method, place], mean[method, place] = (
                largest_distance(estimate, value),
                mean_distance(estimate, value),
            )
            start[method, place], games[method, place] = estimate[0, 0, 0], learner.games
            wrong[method, place] = wrong_actions(learner.worth, exact)
    estimates = np.stack([np.where(states(goal), learner.worth.max(axis=-1), np.nan) for learner in learners])
    proof = residual(turn, goal, settings, value, estimates, distance, mean)
    updates = np.stack([learner.updates for learner in learners])
    return Comparison(
        turn, goal, settings, value, estimates, updates, distance, mean, start, wrong, games, proof
    )
