"""A race of a rule of thumb where busts in a row cost points, against known turns or the best reply."""

import numpy as np

from solvers.arrays import Array
from solvers.in_turn.seat import race_seat
from solvers.in_turn.streaks import Side, TurnsByBusts, new_side, set_value, settle, solve, value_against
from solvers.streak.solve import Streak
from solvers.turns.chances import chances
from solvers.turns.played import looks_at_other

# Accuracy of values after a streak in a search, which compares hundreds of contests: half the iterations. The
# error of a loss is at most a thousandth of that, as few games reach such a state twice.
ENOUGH_TO_COMPARE = 1e-7


def played_against(met: Streak, own: TurnsByBusts, other: TurnsByBusts | None, who: str) -> Array:
    """Return own's win probabilities against other.

    Parameters
    ----------
    met : optimal play, whose values start the iteration
    own, other : their turns; None for the best reply
    who : names the players in an error

    Returns
    -------
    float64[mover, banked, opponent, own busts, opponent's busts], by own's score and busts first; mover 0 is
    own

    Raises
    ------
    NotConverged
        if the values after a streak do not converge, or are not proved accurate enough
    """
    sides = _sides(met, own, other)
    solve(sides, met.goal, met.rule, who)
    return _of_first(sides, who)


def compared_with(met: Streak, own: TurnsByBusts, other: TurnsByBusts, who: str) -> Array:
    """Return the same as `played_against`, accurate enough to compare players in a search, without a proof.

    Parameters
    ----------
    met, own, other, who : as of `played_against`

    Raises
    ------
    NotConverged
        if the values after a streak do not converge
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
    """The first player's win probabilities, from its values of handing over the turn."""
    first, second = sides
    waiting = 1.0 - value_against(first).transpose(1, 0, 3, 2)
    return chances(np.stack((value_against(second), waiting)), who)
