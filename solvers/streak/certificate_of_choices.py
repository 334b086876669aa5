"""Certificates of what players do where busts in a row cost points: what each stored choice loses.

Turns are unrolled as in every contest; a bust is worth something else for each count of busts.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.streak.certificate import handed
from solvers.streak.rule import Rule
from solvers.turns import certificate_of_choices as choices
from solvers.turns.certificate_of_choices import Choices
from solvers.turns.certificate_of_turns import Ends

# Function of the turn, of what its ends are worth, and of the choices [banked, opponent].
Loss = Callable[[Turn, Ends, Choices], Array]


def loss_of_hold_at(turn: Turn, rule: Rule, value: Array, hold_at: Choices) -> Array:
    """What is lost by throwing below the least turn total to hold at, or by holding there.

    Parameters
    ----------
    turn : one that only throws on
    rule : what busts in a row cost
    value : float64[banked, opponent, own_busts, opponent_busts]
    hold_at : int16, like it, that turn total

    Returns
    -------
    An array like `value`.
    """
    return _by_counts(choices.loss_of_hold_at, turn, rule, value, hold_at)


def loss_of_opening(turn: Turn, rule: Rule, value: Array, opening: Choices) -> Array:
    """What opening a turn with some throw loses, where every throw is held.

    Parameters
    ----------
    turn : one without ways to go on
    rule : what busts in a row cost
    value : float64[banked, opponent, own_busts, opponent_busts]
    opening : like it, index of the throw

    Returns
    -------
    An array like `value`.
    """
    return _by_counts(choices.loss_of_opening, turn, rule, value, opening)


def loss_of_first_turn(turn: Turn, rule: Rule, value: Array, policy: Choices) -> Array:
    """What actions lose in the turn that opens the game, float64[turn_total, position].

    Parameters
    ----------
    turn : any turn
    rule : what busts in a row cost
    value : float64[banked, opponent, own_busts, opponent_busts]
    policy : int8[turn_total, position], HOLD or the code of a way
    """
    return choices.loss_of_first_turn(turn, _ends(turn, rule, value, (0, 0)), policy)


def _by_counts(loss: Loss, turn: Turn, rule: Rule, value: Array, made: Choices) -> Array:
    """Of one pair of counts of busts after the other."""
    out = np.empty(value.shape)
    for own, other in np.ndindex(rule.busts, rule.busts):
        out[..., own, other] = loss(turn, _ends(turn, rule, value, (own, other)), made[..., own, other])
    return out


def _ends(turn: Turn, rule: Rule, value: Array, busts: tuple[int, int]) -> Ends:
    """What the ends of turns are worth with so many busts in a row of one's own and of the other's."""
    banking, busting = handed(len(value), rule, value, *busts)
    return choices.Stakes(banking, 1.0).ends(turn)._replace(bust=busting)
