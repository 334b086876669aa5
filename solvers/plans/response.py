"""The decisions of the best response to a plan, in games where a turn total does not describe them."""

from solvers.arrays import Flags, Shorts
from solvers.fixed.race_response import RaceResponse
from solvers.in_turn.inside import Inside, in_a_race


def openings(response: RaceResponse) -> Shorts:
    """The best opening, int16[banked, opponent]; among equal ones the first."""
    return _inside(response).openings()


def first_turn(response: RaceResponse) -> Flags:
    """Return the best actions before anybody has scored, int8[turn_total, position]; ties hold.

    The numbers are codes of the turn's actions.
    """
    return _inside(response).turn_at(0, 0)[1]


def _inside(response: RaceResponse) -> Inside:
    return in_a_race(response.turn, response.value.shape[1], response.waiting_value[0])
