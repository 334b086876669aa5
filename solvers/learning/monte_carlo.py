"""First-visit Monte Carlo control (Sutton & Barto 2018, sections 5.3 and 5.4).

Both players learn from games against each other. A game is played by the values learnt so far, exploring with
probability `exploration`. Then each (state, action) that occurred in it counts one visit, however often it
occurred. It counts a win if the player who acted there first won the game. Its value is wins divided by
visits.

The values approach those of players who go on exploring, not the exact ones, so a distance remains unless
`exploration` is 0. It may be 0 with exploring starts, where games begin anywhere with any action.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Integers
from solvers.games.turn import HOLD
from solvers.jit import jit
from solvers.learning.game import Progress, TurnGame, begin, choose, no_worth, throw
from solvers.learning.settings import Exploring
from solvers.learning.splitmix import Words


class Record(NamedTuple):
    """Visits and wins by (state, action).

    Attributes
    ----------
    visits, wins : int64[banked, opponent, turn_total, action]
    seen : int64[banked, opponent, turn_total, action], number of the last game in which it occurred; games
        count from 1
    path : int64[pair, 5], work array: (banked, opponent, turn_total, action, player) in a game's order
    """

    visits: Integers
    wins: Integers
    seen: Integers
    path: Integers


class MonteCarlo:
    """A learner; an update takes one result of a game into the value of one (state, action).

    Parameters
    ----------
    game : the race
    exploring : how it explores
    random : state of the random numbers
    """

    def __init__(self, game: TurnGame, exploring: Exploring, random: Words) -> None:
        self.worth = no_worth(game.goal)
        self.games = self._made = 0
        self._game, self._exploring, self._random = game, exploring, random
        visits, wins, seen = (np.zeros(self.worth.shape, np.int64) for _ in range(3))
        self._record = Record(visits, wins, seen, np.zeros((self.worth.size, 5), np.int64))

    def learn(self, updates: int) -> None:
        """Play whole games until a number of updates, counted from the beginning, is reached."""
        progress = Progress(self.games, self._made)
        self.games, self._made = _learn(
            self._game, self._exploring, updates, progress, self._random, self._record, self.worth
        )

    @property
    def updates(self) -> Integers:
        """How often each state's estimate was updated, int64[banked, opponent, turn_total]."""
        updates: Integers = self._record.visits.sum(axis=-1)
        return updates


@jit
def _learn(
    game: TurnGame,
    exploring: Exploring,
    wanted: int,
    progress: Progress,
    random: Words,
    record: Record,
    out_worth: Array,
) -> Progress:
    """Play games and learn from each, until a number of updates is reached.

    Parameters
    ----------
    game : the race
    exploring : how it explores
    wanted : number of updates since the beginning
    progress : games and updates so far
    random : uint64[1], state of the random numbers, advanced
    record : visits and wins so far, updated
    out_worth : float64[banked, opponent, turn_total, action], wins divided by visits; read to choose actions,
        and written after each game

    Returns
    -------
    Games and updates since the beginning
    """
    games, updates = progress
    while updates < wanted:
        games += 1
        length, winner = _play(game, exploring, games, random, record, out_worth)
        for step in range(length):
            i, j, k, action, player = record.path[step]
            record.visits[i, j, k, action] += 1
            record.wins[i, j, k, action] += player == winner
            out_worth[i, j, k, action] = record.wins[i, j, k, action] / record.visits[i, j, k, action]
        updates += length
    return Progress(games, updates)


@jit
def _play(
    game: TurnGame, exploring: Exploring, number: int, random: Words, record: Record, worth: Array
) -> tuple[int, int]:
    """Play one game and note its first visits in `record.path`.

    Parameters
    ----------
    game : the race
    exploring : how it explores
    number : number of the game, from 1
    random : uint64[1], state of the random numbers, advanced
    record : `seen` and `path` are written
    worth : float64[banked, opponent, turn_total, action], values by which actions are chosen

    Returns
    -------
    Number of first visits, and the winner: 0 for the player who acts first, 1 for the other
    """
    i, j, k, action = begin(game, exploring, random)
    player = 0
    length = 0
    while True:
        if action < 0:
            action = choose(worth[i, j, k, 0], worth[i, j, k, 1], k, exploring.chance, random)
        if record.seen[i, j, k, action] != number:
            record.seen[i, j, k, action] = number
            path = record.path[length]
            path[0] = i
            path[1] = j
            path[2] = k
            path[3] = action
            path[4] = player
            length += 1
        gain = 0
        if action == HOLD:
            i += k
        else:
            gain = throw(game, random)
            k += gain
            if i + k >= game.goal:
                return length, player
        if gain == 0:
            i, j = j, i
            k = 0
            player = 1 - player
        action = -1
