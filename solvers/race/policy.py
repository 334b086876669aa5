"""The policy of a race, computed on demand from the values at the start of turns."""

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.in_turn.inside import Inside, in_a_race
from solvers.race.solve import Race
from solvers.turns.played import PlayedTurns


def inside(race: Race) -> Inside:
    """Return the decisions within the turns of a race.

    Parameters
    ----------
    race : the solved race
    """
    return in_a_race(race.turn, race.goal, 1.0 - race.value.T)


def advantage(race: Race) -> Array:
    """Value of rolling minus that of holding, float64[banked, opponent, turn_total]; NaN if holding wins."""
    turns = inside(race)
    return np.stack([turns.advantage(banked) for banked in range(race.goal)])


def policy(race: Race) -> Flags:
    """HOLD or ROLL, int8[banked, opponent, turn_total]."""
    turns = inside(race)
    return np.stack([turns.rolls(banked) for banked in range(race.goal)])


def hold_at(race: Race) -> Shorts:
    """Least turn total at which the policy holds, int16[banked, opponent]; above it, it may roll again."""
    return inside(race).hold_at()


def played_optimally(race: Race) -> PlayedTurns:
    """Return the turns of optimal play, played out at every pair of scores.

    Parameters
    ----------
    race : the solved race
    """
    return inside(race).played(race.goal)
