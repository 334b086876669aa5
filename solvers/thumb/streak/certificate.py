"""Certificate of what a rule of thumb is worth where busts in a row cost points: one backup of all values, in
plain NumPy on the rules as they were written.

With the values given nothing is coupled: for each pair of counts of busts it is known what banking and what a
bust is worth, and all turns are evaluated backwards. Optimal play decides by what it is worth against its
equal; these are two layers, as in `solvers.turns.certificate_of_fixed`.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.streak import certificate as of_optimal
from solvers.thumb.streak.rule import RuleByBusts
from solvers.turns.certificate_of_fixed import turns_worth


class Tables(NamedTuple):
    """What is proved of a rule.

    Attributes
    ----------
    value : float64[banked, opponent, own_busts, opponent_busts], what optimal play is worth to whoever is
        about to move
    against_optimal : float64[mover, ...], the rule's chance to win if it, or the other, is about to move
    against_itself : like `value`, the rule's chance to win when about to move
    against_reply : as `against_optimal`
    """

    value: Array
    against_optimal: Array
    against_itself: Array
    against_reply: Array


def residual(rule: RuleByBusts, tables: Tables) -> float:
    """Sup-norm of one backup of all values minus the values.

    Parameters
    ----------
    rule : what it means
    tables : what is said about it
    """
    optimal, reply = (_turned(own) for own in (tables.against_optimal[1], tables.against_reply[1]))
    backups = (
        # The rule moves, and then the other does, each of whom hands over to what the other is worth.
        (tables.against_optimal[0], rule, (optimal,)),
        (tables.against_itself, rule, (tables.against_itself,)),
        (tables.against_reply[0], rule, (reply,)),
        (optimal, None, (tables.value, tables.against_optimal[0])),
        (reply, None, (tables.against_reply[0],)),
    )
    worst = [of_optimal.residual(rule.turn, rule.goal, rule.streak, tables.value)]
    worst += [_off(rule, *backup) for backup in backups]
    return float(np.max(worst))


def _turned(value: Array) -> Array:
    """The other's chance to win, by its own score and busts first."""
    turned: Array = 1.0 - value.transpose(1, 0, 3, 2)
    return turned


def _off(rule: RuleByBusts, value: Array, plays: RuleByBusts | None, layers: tuple[Array, ...]) -> float:
    """How far what a player's turns are worth is from what is said.

    Parameters
    ----------
    rule : of whose game
    value : float64[banked, opponent, own_busts, opponent_busts], chance of the player about to move
    plays : what decides, None for the first layer
    layers : for each, the other's chance to win when about to move, like `value` with the other's score first
    """
    worst, streak = [], rule.streak
    for own, other in np.ndindex(streak.busts, streak.busts):
        ends = [of_optimal.handed(rule.goal, streak, layer, own, other) for layer in layers]
        banking, busting = (np.array(one) for one in zip(*ends, strict=True))
        decides = None if plays is None else plays.at(own, other)
        backed = turns_worth(rule.turn, decides, banking, busting)
        worst.append(np.abs(backed - value[:, :, own, other]).max())
    return float(np.max(worst))
