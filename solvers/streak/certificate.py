"""Certificate of a contest in which busts in a row cost points: one backup of its value."""

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.streak.rule import Rule
from solvers.turns.certificate_of_turns import Ends, turns_worth


def residual(turn: Turn, goal: int, rule: Rule, value: Array) -> float:
    """Sup-norm of one backup of a value minus the value.

    Parameters
    ----------
    turn : any turn
    goal : points to win
    rule : what busts in a row cost
    value : float64[banked, opponent, busts, opponent_busts], chance of the player about to move to win
    """
    counts = [(own, other) for own in range(rule.busts) for other in range(rule.busts)]
    # Each pair of counts has lanes of its own.
    parts = [handed(goal, rule, value, own, other) for own, other in counts]
    banking, busting = (np.concatenate(part, axis=1) for part in zip(*parts, strict=True))
    held = np.concatenate((banking, np.ones((turn.longest_gain, banking.shape[1]))))
    # To stop with nothing gained is a bust.
    backed = turns_worth(turn, Ends(held, busting, busting, banking[0]))
    return float(np.abs(backed - value.transpose(0, 2, 3, 1).reshape(goal, -1)).max())


def handed(goal: int, rule: Rule, value: Array, own: int, other: int) -> tuple[Array, Array]:
    """What handing over the turn is worth to one who has bust so often in a row.

    Parameters
    ----------
    goal : points to win
    rule : what busts in a row cost
    value : float64[banked, opponent, busts, opponent_busts], chance of the player about to move to win
    own, other : busts in a row of that player, and of the other

    Returns
    -------
    banking : float64[score, opponent], of having banked so much
    busting : float64[banked, opponent], of having bust once more
    """
    banking = 1.0 - value[:, :, other, 0].T
    if own == rule.busts - 1:
        return banking, banking[np.maximum(np.arange(goal) - rule.cost, 0)]
    return banking, 1.0 - value[:, :, other, own + 1].T
