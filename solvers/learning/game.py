"""The race as a learning problem: states, and an action in each.

A state is (banked, opponent, turn_total), seen by the player about to act. Rolling adds to the turn total or
passes the turn to the opponent; holding banks the turn total and passes the turn. The opponent's state (j, i,
0) is in the same table, because both players have the same choices (Neller, Russell & Markov 2012, section
3.3). A player whose banked score and turn total reach the goal has won.

What is learnt is the value, or *worth*, of each action, float64[banked, opponent, turn_total, action]. A
state's estimate is the larger of its two.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.errors import expected
from solvers.games.turn import HOLD, ROLL, Turn
from solvers.jit import jit_inline
from solvers.learning.settings import Exploring
from solvers.learning.splitmix import Words, uniform


class FirstChoice(NamedTuple):
    """The beginning of a game.

    Attributes
    ----------
    banked, opponent, turn_total : state of the game's first choice
    action : action there, HOLD or ROLL; -1 leaves it to the player
    """

    banked: int
    opponent: int
    turn_total: int
    action: int


class Progress(NamedTuple):
    """The work of a learner since its beginning.

    Attributes
    ----------
    games : games played
    updates : updates made, over all states
    """

    games: int
    updates: int


class TurnGame(NamedTuple):
    """A race with one throw, for the kernels.

    Attributes
    ----------
    goal : points to win
    bust : probability to bust
    chance : float64[outcome], probability of each scoring outcome
    below : float64[outcome], cumulative probabilities: a uniform number below this, and not below the one
        before, selects the outcome; from the last one on, a bust
    gain : int64[outcome]
    """

    goal: int
    bust: float
    chance: Array
    below: Array
    gain: Integers


def race(turn: Turn, goal: int) -> TurnGame:
    """Return the race to a goal.

    Parameters
    ----------
    turn : a game's turn of one throw
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2, the game has other ways to go on than the same throw again, a throw can
        wipe, or a bust scores
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if not turn.only_throws_on or turn.wipes or turn.least_score:
        raise expected(
            "turn", "one throw over and over, whose bust loses the turn total and no more", turn.name
        )
    outcomes = turn.throws[0].outcomes
    chance = [outcome.probability for outcome in outcomes]
    below = [float(sum(chance[: place + 1])) for place in range(len(chance))]
    gain = np.array([outcome.gain for outcome in outcomes], np.int64)
    return TurnGame(goal, float(turn.throws[0].bust), np.array(chance, np.float64), np.array(below), gain)


def states(goal: int) -> NDArray[np.bool_]:
    """Return which (banked, opponent, turn_total) are states: those in which nobody has won yet."""
    banked, turn_total = np.arange(goal)[:, None, None], np.arange(goal)
    return np.broadcast_to(banked + turn_total < goal, (goal, goal, goal))


def no_worth(goal: int) -> Array:
    """Return the values of all actions before learning: 0 (Neller, Russell & Markov 2012, section 3.4.1).

    Returns
    -------
    float64[banked, opponent, turn_total, action]
    """
    return np.zeros((goal, goal, goal, 2))


@jit_inline
def throw(game: TurnGame, random: Words) -> int:
    """Make a throw.

    Parameters
    ----------
    game : the race
    random : uint64[1], state of the random numbers; advanced by one number

    Returns
    -------
    Points gained, 0 for a bust
    """
    number = uniform(random)
    for outcome in range(game.gain.size):
        if number < game.below[outcome]:
            return int(game.gain[outcome])
    return 0


@jit_inline
def begin(game: TurnGame, exploring: Exploring, random: Words) -> FirstChoice:
    """Begin a game: at the start or, with exploring starts, in any state with any action.

    Parameters
    ----------
    game : the race
    exploring : whether games begin anywhere
    random : uint64[1], state of the random numbers; with exploring starts advanced by three numbers, or four
        if the turn total is more than 0

    Returns
    -------
    The first state, and the action there or -1
    """
    banked = 0
    opponent = 0
    turn_total = 0
    action = -1
    if exploring.starts:
        banked = int(uniform(random) * game.goal)
        opponent = int(uniform(random) * game.goal)
        turn_total = int(uniform(random) * (game.goal - banked))
        action = ROLL if turn_total == 0 or uniform(random) < 0.5 else HOLD
    return FirstChoice(banked, opponent, turn_total, action)


@jit_inline
def choose(hold: float, roll: float, turn_total: int, exploration: float, random: Words) -> int:
    """Return the better action, or with probability `exploration` a random one.

    Ties hold, and the first action of a turn is to roll.

    Parameters
    ----------
    hold, roll : estimated values of both actions
    turn_total : points at risk
    exploration : probability to choose between both actions at random
    random : uint64[1], state of the random numbers; advanced by one number if the turn total is more than 0

    Returns
    -------
    HOLD or ROLL
    """
    if turn_total == 0:
        return ROLL
    number = uniform(random)
    if number < exploration:
        return ROLL if number < 0.5 * exploration else HOLD
    return ROLL if roll > hold else HOLD
