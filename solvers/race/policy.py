"""What to do in the turns of a race, recomputed when asked from the values at the start of turns."""

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.in_turn.inside import Inside, in_a_race
from solvers.race.solve import Race
from solvers.turns.played import PlayedTurns


def inside(race: Race) -> Inside:
    """The turns of one race.

    Parameters
    ----------
    race : its answer
    """
    return in_a_race(race.turn, race.goal, 1.0 - race.value.T)


def advantage(race: Race) -> Array:
    """What throwing is worth above holding, float64[banked, opponent, turn_total]; NaN where holding wins."""
    turns = inside(race)
    return np.stack([turns.advantage(banked) for banked in range(race.goal)])


def policy(race: Race) -> Flags:
    """HOLD or ROLL, int8[banked, opponent, turn_total]."""
    turns = inside(race)
    return np.stack([turns.rolls(banked) for banked in range(race.goal)])


def hold_at(race: Race) -> Shorts:
    """Least turn total at which the policy holds, int16[banked, opponent]; above it, it may throw again."""
    return inside(race).hold_at()


def played_optimally(race: Race) -> PlayedTurns:
    """The turns of optimal play, played out at every pair of scores.

    Parameters
    ----------
    race : as of `inside`
    """
    return inside(race).played(race.goal)
