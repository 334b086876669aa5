"""Contests of a rule of thumb where busts in a row cost points, in a race: one player's turns are played out
before, and the other's are, too, or are its best reply.
"""

import numpy as np

from solvers.arrays import Array
from solvers.in_turn.seat import race_seat
from solvers.in_turn.streaks import Side, TurnsByBusts, new_side, set_value, settle, solve, value_against
from solvers.streak.solve import Streak
from solvers.turns.chances import chances
from solvers.turns.played import looks_at_other

# Of a value after a streak, by the last round of a contest that is one of hundreds in a search: half the
# rounds. A loss is off by a thousandth of that or less, as few games come to it twice.
ENOUGH_TO_COMPARE = 1e-7


def played_against(met: Streak, own: TurnsByBusts, other: TurnsByBusts | None, who: str) -> Array:
    """Own's chances to win against other.

    Parameters
    ----------
    met : optimal play, from whose values rounds begin
    own, other : their turns; None for the best reply
    who : who plays, for an error

    Returns
    -------
    float64[mover, banked, opponent, own busts, opponent's busts], own's side first: mover 0 is own

    Raises
    ------
    NotConverged
        if the values after a streak take too many rounds, or are not proved to be near
    """
    sides = _sides(met, own, other)
    solve(sides, met.goal, met.rule, who)
    return _of_first(sides, who)


def compared_with(met: Streak, own: TurnsByBusts, other: TurnsByBusts, who: str) -> Array:
    """As `played_against`, as near as a search needs to tell players apart, and not proved.

    Parameters
    ----------
    met, own, other, who : as there

    Raises
    ------
    NotConverged
        if the values after a streak take too many rounds
    """
    sides = _sides(met, own, other)
    settle(sides, met.goal, met.rule, who, ENOUGH_TO_COMPARE)
    return _of_first(sides, who)


def _sides(met: Streak, own: TurnsByBusts, other: TurnsByBusts | None) -> tuple[Side, Side]:
    """Both sides, with the values of optimal play."""
    every_way = other is None and looks_at_other(own)
    seat = race_seat(met.turn, met.goal, every_way)
    first, second = (new_side(met.goal, met.rule, seat, turns) for turns in (own, other))
    for side in (first, second):
        set_value(side, met.value)
    return first, second


def _of_first(sides: tuple[Side, Side], who: str) -> Array:
    """The first player's chances to win, by what it is worth to hand over the turn."""
    first, second = sides
    waiting = 1.0 - value_against(first).transpose(1, 0, 3, 2)
    return chances(np.stack((value_against(second), waiting)), who)
