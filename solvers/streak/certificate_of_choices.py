"""Certificates of stored choices where busts in a row cost points: what each choice loses.

Turns are evaluated as in other contests; the value of a bust depends on the numbers of busts in a row.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.contests.streak import Rule
from solvers.games.turn import Turn
from solvers.streak.certificate import ends_of
from solvers.turns.certificate_of_choices import Choices
from solvers.turns.certificate_of_turns import Ends

# Function of the turn, of the values of its ends, and of the choices [banked, opponent].
Loss = Callable[[Turn, Ends, Choices], Array]


def by_counts(loss: Loss, turn: Turn, rule: Rule, others: Array, beyond: Array, made: Choices) -> Array:
    """Return what choices lose, for each pair of numbers of busts in a row.

    Parameters
    ----------
    loss : a function of `turns.certificate_of_choices`
    turn, rule, others, beyond : as of `certificate.ends_of`
    made : [banked, opponent, own_busts, opponent_busts], the choices

    Returns
    -------
    float64, of the same shape as `made`.
    """
    out = np.empty(made.shape)
    for own, other in np.ndindex(rule.busts, rule.busts):
        ends = ends_of(rule, others, beyond, own, other)
        out[..., own, other] = loss(turn, ends, made[..., own, other])
    return out
