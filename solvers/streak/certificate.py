"""Certificate of contests in which busts in a row cost points: one backup of what both seats have."""

import numpy as np

from solvers.arrays import Array
from solvers.contests.streak import Rule
from solvers.contests.tie import Tie
from solvers.equal_turns.certificate import first_beyond
from solvers.equal_turns.certificate_of_last_turns import After, after_goal
from solvers.games.turn import Turn
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
    """Largest difference between what is stored of equal turns and one backup of it.

    Parameters
    ----------
    turn : any turn
    goal : points to reach
    rule : what busts in a row cost
    tie : who wins with equal scores
    value : float64[banked, opponent, busts, opponent_busts], the first player's chance to win when about to
        move
    second_value : like it, the second's when about to move, its own score and busts first
    last_value : float64[behind], the second's chance to win with the last turn, for 1 point on; None where it
        is not stored
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
    """What comes after the goal, and what handing over with the goal and more is worth to the first player.

    Parameters
    ----------
    turn, goal : the game
    tie : who wins with equal scores

    Returns
    -------
    after : what comes after the goal
    beyond : float64[score, opponent]
    """
    after = after_goal(turn, goal, tie)
    return after, first_beyond(turn, goal, after)


def _backup(turn: Turn, rule: Rule, others: Array, beyond: Array) -> Array:
    """What turns are worth, float64[banked, opponent, busts, opponent_busts].

    Parameters
    ----------
    turn, rule : the game
    others : like it, what the other has when about to move, its own score and busts first
    beyond : float64[score, opponent], value of handing over the turn with the goal and more
    """
    counts = list(np.ndindex(rule.busts, rule.busts))
    # Each pair of counts has lanes of its own.
    ends = [ends_of(rule, others, beyond, own, other) for own, other in counts]
    held, busting = (
        np.concatenate(part, axis=1) for part in zip(*((own.held, own.bust) for own in ends), strict=True)
    )
    # To stop with nothing gained is a bust.
    backed = turns_worth(turn, Ends(held, busting, busting, held[0]))
    goal = len(others)
    return backed.reshape(goal, rule.busts, rule.busts, goal).transpose(0, 3, 1, 2)


def ends_of(rule: Rule, others: Array, beyond: Array, own: int, other: int) -> Ends:
    """What the ends of turns are worth to one who has bust so often in a row.

    Parameters
    ----------
    rule : what busts in a row cost
    others : float64[banked, opponent, busts, opponent_busts], what the other has when about to move, its own
        score and busts first
    beyond : float64[score, opponent], value of handing over the turn with the goal and more
    own, other : busts in a row of that player, and of the other
    """
    banking, busting = handed(len(others), rule, others, own, other)
    return Ends(np.concatenate((banking, beyond)), busting, busting, banking[0])


def goal_wins(turn: Turn, goal: int) -> Array:
    """Value of handing over the turn with the goal and more where that wins, float64[score, opponent]."""
    return np.ones((turn.longest_gain, goal))


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
