"""Certificate of the values of a rule of thumb where busts in a row cost points: one backup, in plain NumPy.

With the values given no states depend on each other: for each pair of numbers of busts, the values of banking
and of a bust are known, and all turns are evaluated backwards. Optimal play chooses by its values against
itself; these are two layers, as in `solvers.turns.certificate_of_fixed`.
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
    """Tables of a rule that are proved.

    Attributes
    ----------
    value : float64[banked, opponent, own_busts, opponent_busts], value of optimal play to the player about to
        move
    against_optimal : float64[mover, ...], the rule's win probability if it, or its opponent, is about to move
    against_itself : of the same shape as `value`, the rule's win probability if it is about to move
    against_reply : as `against_optimal`
    """

    value: Array
    against_optimal: Array
    against_itself: Array
    against_reply: Array


def residual(rule: RuleByBusts, tables: Tables) -> float:
    """Return the sup-norm of one backup of all values minus the values.

    Parameters
    ----------
    rule : the rule
    tables : the stored tables
    """
    optimal, reply = (_turned(own) for own in (tables.against_optimal[1], tables.against_reply[1]))
    backups = (
        # First the rule moves, then its opponent; each hands over to the other's value.
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
    """Return the values of a turn's ends under optimal play, for given numbers of busts in a row.

    Parameters
    ----------
    rule : a rule for the game
    value : float64[banked, opponent, own_busts, opponent_busts], value of optimal play
    own, other : busts in a row of the player and of the opponent

    Returns
    -------
    banking : float64[score, opponent], value after banking, up to where a throw leads
    busting : float64[banked, opponent], value after one more bust
    """
    banking, busting = of_optimal.handed(rule.goal, rule.streak, value, own, other)
    return np.concatenate((banking, of_optimal.goal_wins(rule.turn, rule.goal))), busting


def residual_of_reply(
    rule: RuleByBusts, tie: Tie, value: Array, waiting_value: Array, last_value: Array | None = None
) -> float:
    """Return the residual of what is stored of a best response with equal turns.

    Parameters
    ----------
    rule : the rule that it responds to
    tie : who wins ties
    value, waiting_value : float64[seat, banked, opponent, own_busts, opponent_busts], its win probability if
        it, or the rule, is about to move, its own score and busts first
    last_value : float64[seat, behind], the second player's win probability in the last turn; None if it is
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
    """Return what follows the goal if a best response moves first.

    Parameters
    ----------
    rule : the rule that it responds to
    tie : who wins ties
    theirs : float64[banked, opponent, own_busts, opponent_busts], the rule's win probability if it is about
        to move

    Returns
    -------
    top : score from which the best response holds
    last : float64[behind], the rule's win probability in the last turn
    beyond : float64[score, opponent], value of handing over with the goal and more
    """
    turn, goal, level = rule.turn, rule.goal, 1.0 - WORTH[tie]
    # The least value of the rule after a bust. NaN are found where values are backed up.
    left = np.fmax(theirs.min(axis=(1, 2, 3)), LEAST)

    def last_of(far: int, worth: float) -> Array:
        return _ends_by_rule(rule, far, tie).worth(worth)

    top = max(goal, held_from(turn, last_of, left, (level, level)))
    last = _last_by_rule(rule, top + turn.longest_gain, tie)
    return top, last, _beyond(turn, goal, top, last)


def _beyond(turn: Turn, goal: int, top: int, last: Array) -> Array:
    """The first player's value of handing over with the goal and more, float64[score, opponent].

    Parameters
    ----------
    turn, goal : the game
    top : score from which the first player holds
    last : float64[behind], the second player's win probability in the last turn
    """
    waits: Array = 1.0 - last[np.arange(goal, top + turn.longest_gain)[:, None] - np.arange(goal)]
    return waits


def _ends_by_rule(rule: RuleByBusts, far: int, tie: Tie) -> LastEnds:
    """How a rule's last turns end, independent of busts before."""
    way = tuple(rule.at(0, 0).way.tolist())
    return ends_of_last_turns(rule.turn, way, far, 0.0, tie is Tie.LAST)


def _last_by_rule(rule: RuleByBusts, far: int, tie: Tie) -> Array:
    """A rule's win probability in the last turn, float64[behind]."""
    return _ends_by_rule(rule, far, tie).worth(1.0 - WORTH[tie])


def _turned(value: Array) -> Array:
    """The opponent's win probability, its own score and busts first."""
    turned: Array = 1.0 - value.transpose(1, 0, 3, 2)
    return turned


def _off(
    rule: RuleByBusts, value: Array, plays: RuleByBusts | None, layers: tuple[Array, ...], beyond: Array
) -> float:
    """The residual of the values of a player's turns.

    Parameters
    ----------
    rule : a rule for the game
    value : float64[banked, opponent, own_busts, opponent_busts], win probability of the player about to move
    plays : the player's rule; None if the first layer determines the choices
    layers : for each layer, the opponent's win probability if it is about to move, of the same shape as
        `value`, with its own score first
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
