"""Certificate of contests in which busts in a row cost points: one backup of the values of both seats."""

import numpy as np

from solvers.arrays import Array
from solvers.contests.streak import Rule
from solvers.contests.tie import Tie
from solvers.equal_turns.certificate import first_beyond
from solvers.equal_turns.certificate_of_last_turns import After, after_goal
from solvers.games.turn import Turn
from solvers.turns.certificate_of_turns import Ends, turns_worth


def residual(turn: Turn, goal: int, rule: Rule, value: Array) -> float:
    """Return the residual of a value: the sup-norm of one backup minus the value.

    Parameters
    ----------
    turn : the game's turn
    goal : points to win
    rule : what busts in a row cost
    value : float64[banked, opponent, busts, opponent_busts], win probability of the player about to move
    """
    return float(np.abs(_backup(turn, rule, value, goal_wins(turn, goal)) - value).max())


def residual_of_equal_turns(
    turn: Turn,
    goal: int,
    rule: Rule,
    tie: Tie,
    value: Array,
    second_value: Array,
    last_value: Array | None = None,
) -> float:
    """Return the residual of the stored values of a contest with equal turns.

    Parameters
    ----------
    turn : the game's turn
    goal : points to reach
    rule : what busts in a row cost
    tie : who wins ties
    value : float64[banked, opponent, busts, opponent_busts], win probability of the first player, about to
        move
    second_value : the same shape, win probability of the second player, about to move, its own score and
        busts first
    last_value : float64[behind], win probability of the second player in the last turn, from 1 point behind
        on; None if it is not stored
    """
    after, beyond = last_turns(turn, goal, tie)
    worst = [
        np.abs(_backup(turn, rule, second_value, beyond) - value).max(),
        np.abs(_backup(turn, rule, value, goal_wins(turn, goal)) - second_value).max(),
    ]
    if last_value is not None:
        worst.append(np.abs(after.last[1 : goal + 1] - last_value).max())
    return float(np.max(worst))


def last_turns(turn: Turn, goal: int, tie: Tie) -> tuple[After, Array]:
    """Return what follows the goal, and the first player's values of handing over from the goal on.

    Parameters
    ----------
    turn, goal : the game
    tie : who wins ties

    Returns
    -------
    after : what follows the goal
    beyond : float64[score, opponent]
    """
    after = after_goal(turn, goal, tie)
    return after, first_beyond(turn, goal, after)


def _backup(turn: Turn, rule: Rule, others: Array, beyond: Array) -> Array:
    """The values of turns, float64[banked, opponent, busts, opponent_busts].

    Parameters
    ----------
    turn, rule : the game, and what busts in a row cost
    others : the same shape, values of the opponent, about to move, its own score and busts first
    beyond : float64[score, opponent], value of handing over the turn with the goal and more
    """
    counts = list(np.ndindex(rule.busts, rule.busts))
    # Each pair of counts of busts has its own lanes.
    ends = [ends_of(rule, others, beyond, own, other) for own, other in counts]
    held, busting = (
        np.concatenate(part, axis=1) for part in zip(*((own.held, own.bust) for own in ends), strict=True)
    )
    # Holding with nothing gained counts as a bust.
    backed = turns_worth(turn, Ends(held, busting, busting, held[0]))
    goal = len(others)
    return backed.reshape(goal, rule.busts, rule.busts, goal).transpose(0, 3, 1, 2)


def ends_of(rule: Rule, others: Array, beyond: Array, own: int, other: int) -> Ends:
    """Return the values of a turn's ends, for given numbers of busts in a row.

    Parameters
    ----------
    rule : what busts in a row cost
    others : float64[banked, opponent, busts, opponent_busts], values of the opponent, about to move, its own
        score and busts first
    beyond : float64[score, opponent], value of handing over the turn with the goal and more
    own, other : busts in a row of the player and of the opponent
    """
    banking, busting = handed(len(others), rule, others, own, other)
    return Ends(np.concatenate((banking, beyond)), busting, busting, banking[0])


def goal_wins(turn: Turn, goal: int) -> Array:
    """Return the value of handing over from the goal on if that wins, float64[score, opponent]."""
    return np.ones((turn.longest_gain, goal))


def handed(goal: int, rule: Rule, value: Array, own: int, other: int) -> tuple[Array, Array]:
    """Return the values of handing over the turn, for given numbers of busts in a row.

    Parameters
    ----------
    goal : points to win
    rule : what busts in a row cost
    value : float64[banked, opponent, busts, opponent_busts], win probability of the player about to move
    own, other : busts in a row of the player and of the opponent

    Returns
    -------
    banking : float64[score, opponent], after banking
    busting : float64[banked, opponent], after one more bust
    """
    banking = 1.0 - value[:, :, other, 0].T
    if own == rule.busts - 1:
        return banking, banking[np.maximum(np.arange(goal) - rule.cost, 0)]
    return banking, 1.0 - value[:, :, other, own + 1].T
