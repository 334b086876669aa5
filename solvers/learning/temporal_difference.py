"""One-step Q-learning (Watkins 1989; Sutton & Barto 2018, section 6.5).

Both players learn from games against each other. After each action, the value of (state, action) moves
towards the estimate of the next state, by a step that shrinks as 1/n:

    Q(s, a) += h / (h + n) (target - Q(s, a)),   n the earlier visits of (s, a),

where the target is 1 if the game is won; max over a' of Q(s', a') if the turn goes on in s'; and 1 minus that
if the opponent is to act in s' (Littman 1994). After h visits the step is a half; with h = 1 the value would
be the average of all targets, the first ones included. The steps add up to infinity and their squares do not.
So if every (state, action) occurs again and again, values approach the exact ones, for any probability to
explore.
"""

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import HOLD
from solvers.jit import jit, jit_inline
from solvers.learning.game import Progress, TurnGame, begin, choose, no_worth, throw
from solvers.learning.settings import Exploring
from solvers.learning.splitmix import Words


class QLearning:
    """A learner; an update is one step of the value of one (state, action).

    Parameters
    ----------
    game : the race
    exploring : how it explores
    half_step_at : visits after which the step is a half
    random : state of the random numbers
    """

    def __init__(self, game: TurnGame, exploring: Exploring, half_step_at: float, random: Words) -> None:
        self.worth = no_worth(game.goal)
        self._visits = np.zeros(self.worth.shape, np.int64)
        self.games = self._made = 0
        self._game, self._exploring, self._half_step_at, self._random = game, exploring, half_step_at, random

    @property
    def updates(self) -> Integers:
        """How often each state's estimate was updated, int64[banked, opponent, turn_total]."""
        updates: Integers = self._visits.sum(axis=-1)
        return updates

    def learn(self, updates: int) -> None:
        """Play whole games until a number of updates, counted from the beginning, is reached."""
        self.games, self._made = _learn(
            self._game,
            updates,
            Progress(self.games, self._made),
            self._exploring,
            self._half_step_at,
            self._random,
            self._visits,
            self.worth,
        )


@jit
def _learn(
    game: TurnGame,
    wanted: int,
    progress: Progress,
    exploring: Exploring,
    half_step_at: float,
    random: Words,
    out_visits: Integers,
    out_worth: Array,
) -> Progress:
    """Play games and learn at each step, until a number of updates is reached.

    Parameters
    ----------
    game : the race
    wanted : number of updates since the beginning
    progress : games and updates so far
    exploring : how it explores
    half_step_at : visits after which the step is a half
    random : uint64[1], state of the random numbers, advanced
    out_visits : int64[banked, opponent, turn_total, action], number of updates so far, updated
    out_worth : float64[banked, opponent, turn_total, action], read to choose actions and written at each step

    Returns
    -------
    Games and updates since the beginning
    """
    games, updates = progress
    while updates < wanted:
        games += 1
        updates += _play(game, exploring, half_step_at, random, out_visits, out_worth)
    return Progress(games, updates)


@jit
def _play(
    game: TurnGame,
    exploring: Exploring,
    half_step_at: float,
    random: Words,
    out_visits: Integers,
    out_worth: Array,
) -> int:
    """Play one game and learn at each step.

    Parameters
    ----------
    game : the race
    exploring : how it explores
    half_step_at : visits after which the step is a half
    random : uint64[1], state of the random numbers, advanced
    out_visits : int64[banked, opponent, turn_total, action], number of updates so far, updated
    out_worth : float64[banked, opponent, turn_total, action], read to choose actions and written at each step

    Returns
    -------
    The number of steps, which is that of updates
    """
    i, j, k, action = begin(game, exploring, random)
    steps = 0
    while True:
        if action < 0:
            action = choose(out_worth[i, j, k, 0], out_worth[i, j, k, 1], k, exploring.chance, random)
        steps += 1
        gain = 0 if action == HOLD else throw(game, random)
        won = i + k + gain >= game.goal
        if won:
            target = 1.0
        elif gain > 0:
            target = _estimate(out_worth, i, j, k + gain)
        else:
            target = 1.0 - _estimate(out_worth, j, i + k if action == HOLD else i, 0)
        step = half_step_at / (half_step_at + out_visits[i, j, k, action])
        out_worth[i, j, k, action] += step * (target - out_worth[i, j, k, action])
        out_visits[i, j, k, action] += 1
        if won:
            return steps
        if gain > 0:
            k += gain
        else:
            if action == HOLD:
                i += k
            i, j = j, i
            k = 0
        action = -1


@jit_inline
def _estimate(worth: Array, i: int, j: int, k: int) -> float:
    """The value of a state to the player about to act: that of its better action.

    Parameters
    ----------
    worth : float64[banked, opponent, turn_total, action]
    i, j, k : banked score, opponent's score, turn total
    """
    return float(max(worth[i, j, k, 0], worth[i, j, k, 1]))
