"""Decisions within the turns of a race of several players, computed on demand.

They are for games whose only way to go on is the same throw. In a cluster without a pure equilibrium, the
policy is the one that was chosen, a best response to its mover's assumed value of a bust. Everywhere else it
is the best response to the value. A player must roll at least once.
"""

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.games.turn import Turn
from solvers.in_turn_of_many.policy import least_held
from solvers.race_of_many.solve import RaceOfMany


def hold_at(race: RaceOfMany) -> Shorts:
    """Return the least turn total at which the policy holds, int16[mover, next, ...]; it may roll above.

    Raises
    ------
    InvalidRules
        if the game has other ways to go on
    """
    return hold_at_of(race.turn, race.value, bust_values(race))


def hold_at_of(turn: Turn, value: Array, bust: Array) -> Shorts:
    """Return the least turn total at which best responses hold, int16[mover, next, ...]; the goal at most.

    Parameters
    ----------
    turn : a game's turn whose only way to go on is the same throw
    value : float64[mover, next, ..., seat]
    bust : float64[mover, next, ...], value of a bust to the mover

    Raises
    ------
    InvalidRules
        if the game has other ways to go on
    """
    goal, players = value.shape[0], value.shape[-1]
    # A player who hands over the turn is last to move.
    below = value[..., -1].reshape(-1, goal)
    handed = np.concatenate((below, np.ones((len(below), turn.longest_gain))), axis=1)
    found = least_held(turn, handed, goal, goal, bust=np.moveaxis(bust, 0, -1).reshape(-1, goal))
    return np.moveaxis(found.reshape((goal,) * players), -1, 0)


def bust_values(race: RaceOfMany) -> Array:
    """Return the mover's value of a bust that the policy assumes, float64[mover, next, ...]."""
    bust = after_bust(race.value)
    searched, unsettled = race.searched, race.searched.unsettled
    for rotation in range(race.players):
        state = np.roll(searched.scores[unsettled], -rotation, axis=1)
        # Rotations are stored as the movers' scores, one after the other.
        bust[tuple(state.T)] = searched.believed[unsettled, rotation]
    return bust


def after_bust(value: Array) -> Array:
    """Return the value of a bust to the mover, float64[mover, next, ...].

    From (i, j, ...) a bust leads to (j, ..., i), where the mover is last.
    """
    return np.moveaxis(value[..., -1], -1, 0).copy()
