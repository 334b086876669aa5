"""Certificate of what a rule of thumb is worth where busts in a row cost points: one backup of all values, in
plain NumPy on the rules as they were written.

With the values given nothing is coupled: for each pair of counts of busts it is known what banking and what a
bust is worth, and all turns are evaluated backwards. Optimal play decides by what it is worth against its
equal; these are two layers, as in `solvers.turns.certificate_of_fixed`.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import WORTH, Tie
from solvers.equal_turns.response.certificate import LEAST, held_from
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_last_turns import Ends as LastEnds
from solvers.in_turn.certificate_of_last_turns import ends_of_last_turns
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
    wins = of_optimal.goal_wins(rule.turn, rule.goal)
    worst = [of_optimal.residual(rule.turn, rule.goal, rule.streak, tables.value)]
    worst += [_off(rule, value, plays, layers, wins) for value, plays, layers in backups]
    return float(np.max(worst))


def ends_of(rule: RuleByBusts, value: Array, own: int, other: int) -> tuple[Array, Array]:
    """What ends of turns are worth under optimal play to who has bust so often in a row.

    Parameters
    ----------
    rule : of whose game
    value : float64[banked, opponent, own_busts, opponent_busts], what optimal play is worth
    own, other : busts in a row of that player, and of the other

    Returns
    -------
    banking : float64[score, opponent], of having banked so much, as far as a throw goes
    busting : float64[banked, opponent], of having bust once more
    """
    banking, busting = of_optimal.handed(rule.goal, rule.streak, value, own, other)
    return np.concatenate((banking, of_optimal.goal_wins(rule.turn, rule.goal))), busting


def residual_of_reply(
    rule: RuleByBusts, tie: Tie, value: Array, waiting_value: Array, last_value: Array | None = None
) -> float:
    """Largest difference between what is said of a best response with equal turns and one backup of it.

    Parameters
    ----------
    rule : whom it meets
    tie : who wins with equal scores
    value, waiting_value : float64[seat, banked, opponent, own_busts, opponent_busts], its chance to win when
        about to move, and when the rule is, its own score and busts first
    last_value : float64[seat, behind], the second player's chance to win with the last turn; None where it is
        not stored
    """
    turn, goal, level = rule.turn, rule.goal, 1.0 - WORTH[tie]
    theirs = [_turned(own) for own in waiting_value]
    _, last, ahead = ends_of_goal(rule, tie, theirs[0])
    wins = of_optimal.goal_wins(turn, goal)
    optimal = ends_of_last_turns(turn, (), goal + turn.longest_gain, level, level_wins=False).worth(level)
    behind = _beyond(turn, goal, goal, optimal)
    worst = [
        _off(rule, value[0], None, (theirs[0],), ahead),
        _off(rule, theirs[0], rule, (value[0],), wins),
        _off(rule, value[1], None, (theirs[1],), wins),
        _off(rule, theirs[1], rule, (value[1],), behind),
    ]
    if last_value is not None:
        said = np.stack([own[1 : goal + 1] for own in (last, optimal)])
        worst.append(np.abs(said - last_value).max())
    return float(np.max(worst))


def ends_of_goal(rule: RuleByBusts, tie: Tie, theirs: Array) -> tuple[int, Array, Array]:
    """What comes after the goal if a best response moves first.

    Parameters
    ----------
    rule : whom it meets
    tie : who wins with equal scores
    theirs : float64[banked, opponent, own_busts, opponent_busts], the rule's chance to win when about to move

    Returns
    -------
    top : score from which on the best response holds
    last : float64[behind], the rule's chance to win with the last turn
    beyond : float64[score, opponent], what it is worth to hand over with the goal and more
    """
    turn, goal, level = rule.turn, rule.goal, 1.0 - WORTH[tie]
    # What the rule is left at least after a bust; what is no number shows where values are backed up.
    left = np.fmax(theirs.min(axis=(1, 2, 3)), LEAST)

    def last_of(far: int, worth: float) -> Array:
        return _ends_by_rule(rule, far, tie).worth(worth)

    top = max(goal, held_from(turn, last_of, left, (level, level)))
    last = _last_by_rule(rule, top + turn.longest_gain, tie)
    return top, last, _beyond(turn, goal, top, last)


def _beyond(turn: Turn, goal: int, top: int, last: Array) -> Array:
    """What the first player has by handing over with the goal and more, float64[score, opponent].

    Parameters
    ----------
    turn, goal : the game
    top : score from which on the first holds
    last : float64[behind], the second's chance to win with the last turn
    """
    waits: Array = 1.0 - last[np.arange(goal, top + turn.longest_gain)[:, None] - np.arange(goal)]
    return waits


def _ends_by_rule(rule: RuleByBusts, far: int, tie: Tie) -> LastEnds:
    """How a rule's last turns end, whatever it has bust before."""
    way = tuple(rule.at(0, 0).way.tolist())
    return ends_of_last_turns(rule.turn, way, far, 0.0, tie is Tie.LAST)


def _last_by_rule(rule: RuleByBusts, far: int, tie: Tie) -> Array:
    """A rule's chance to win with the last turn, float64[behind]."""
    return _ends_by_rule(rule, far, tie).worth(1.0 - WORTH[tie])


def _turned(value: Array) -> Array:
    """The other's chance to win, by its own score and busts first."""
    turned: Array = 1.0 - value.transpose(1, 0, 3, 2)
    return turned


def _off(
    rule: RuleByBusts, value: Array, plays: RuleByBusts | None, layers: tuple[Array, ...], beyond: Array
) -> float:
    """How far what a player's turns are worth is from what is said.

    Parameters
    ----------
    rule : of whose game
    value : float64[banked, opponent, own_busts, opponent_busts], chance of the player about to move
    plays : what decides, None for the first layer
    layers : for each, the other's chance to win when about to move, like `value` with the other's score first
    beyond : float64[score, opponent], value of handing over the turn with the goal and more
    """
    worst, streak, goal = [], rule.streak, rule.goal
    top = goal + len(beyond) - rule.turn.longest_gain
    for own, other in np.ndindex(streak.busts, streak.busts):
        ends = [of_optimal.handed(goal, streak, layer, own, other) for layer in layers]
        banking = np.array([np.concatenate((one, beyond)) for one, _ in ends])
        busting = np.array([one for _, one in ends])
        decides = None if plays is None else plays.at(own, other)
        backed = turns_worth(rule.turn, decides, banking, busting, (goal, top))
        worst.append(np.abs(backed - value[:, :, own, other]).max())
    return float(np.max(worst))
