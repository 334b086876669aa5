"""What the best response to a plan does, where a turn total does not say all."""

from solvers.arrays import Flags, Shorts
from solvers.fixed.race_response import RaceResponse
from solvers.in_turn.inside import Inside, in_a_race


def openings(response: RaceResponse) -> Shorts:
    """Which of the turn's openings is best, int16[banked, opponent]; of equally good ones the first."""
    return _inside(response).openings()


def first_turn(response: RaceResponse) -> Flags:
    """What to do against the plan while nobody has scored, int8[turn_total, position]; a tie holds.

    The numbers are codes of the turn's actions.
    """
    return _inside(response).turn_at(0, 0)[1]


def _inside(response: RaceResponse) -> Inside:
    return in_a_race(response.turn, response.value.shape[1], response.waiting_value[0])
