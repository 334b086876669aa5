"""Certificate of a best response with equal turns: one backup of both players' values in both seats.

The rule's turns are evaluated backwards over x = banked + turn total, on the uncompiled rules, where the
solver plays them out forwards; so are the best response's. How far the response may go on beyond the goal
follows from the given values. Only the value of a tie that goes on is solved for, by bisection.
"""

from collections.abc import Callable

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import WORTH, Tie
from solvers.equal_turns.certificate import backup, first_handed, second_handed
from solvers.equal_turns.certificate_of_last_turns import (
    After,
    better_until,
    last_turns,
    of_ties,
)
from solvers.equal_turns.response.certificate_of_rounds import BestFirst, BestSecond
from solvers.games.turn import Turn
from solvers.in_turn.certificate_of_equal_turns import last_turns_by_rule
from solvers.players.ruled import Ruled
from solvers.turns.certificate_of_fixed import turns_worth

# Largest total gain by further throws beyond the score to hold at.
LEAST = 2.0**-60


def residual(
    turn: Turn,
    goal: int,
    tie: Tie,
    policy: Ruled,
    value: Array,
    waiting_value: Array,
    tie_value: Array | None = None,
    last_value: Array | None = None,
) -> float:
    """Largest difference between the stored tables and one backup of them.

    Parameters
    ----------
    turn : any turn that opens in one way
    goal : points to reach
    tie : the tie rule
    policy : the rule that is responded to
    value : float64[seat, banked, opponent], the best response's chance to win when about to move
    waiting_value : float64[seat, banked, opponent], the same when the rule is about to move
    tie_value : float64[seat], value of a tie to the first player; None if not stored
    last_value : float64[seat, behind], the second's chance to win in the last turn, from 1 point behind on;
        None if not stored
    """
    first = after_first(turn, goal, tie, policy, waiting_value[0])
    second = after_second(turn, goal, tie, policy)
    moving_first = backup(turn, first_handed(turn, goal, first, 1.0 - waiting_value[0].T), goal)
    moving_second = backup(turn, second_handed(turn, goal, 1.0 - waiting_value[1].T), goal)
    theirs_second = _played(turn, policy, second_handed(turn, goal, value[0]))
    theirs_first = _played(turn, policy, first_handed(turn, goal, second, value[1]))
    worst = [
        np.abs(moving_first - value[0]).max(),
        np.abs(moving_second - value[1]).max(),
        np.abs(1.0 - theirs_second.T - waiting_value[0]).max(),
        np.abs(1.0 - theirs_first.T - waiting_value[1]).max(),
    ]
    if tie_value is not None:
        worst.append(np.abs(np.array([first.tie_value, second.tie_value]) - tie_value).max())
    if last_value is not None:
        last = np.stack([after.last[1 : goal + 1] for after in (first, second)])
        worst.append(np.abs(last - last_value).max())
    return float(np.max(worst))


def after_first(turn: Turn, goal: int, tie: Tie, policy: Ruled, waiting_value: Array) -> After:
    """What follows the goal if the best response moves first.

    Parameters
    ----------
    turn, goal, tie : the game
    policy : the rule that is responded to
    waiting_value : float64[banked, opponent], the best response's chance to win when the rule is about to
        move
    """
    tie_value = WORTH[tie] if tie is not Tie.AGAIN else of_ties(turn, rounds_first(turn, policy).gain)
    level, least = 1.0 - tie_value, turn.least_score
    last = last_turns_by_rule(turn, policy, goal + least, tie).worth(level)
    behind = np.arange(goal, goal + least)[:, None] - np.arange(goal)
    after = np.concatenate((1.0 - waiting_value, last[behind]))
    # A wipe leaves less than a bust may.
    left = after[0 if turn.wipes else least :].min(axis=0)
    # A NaN would keep the search going; the backup of the values will report it.
    top = max(goal, _held_from(turn, tie, policy, np.fmax(left, LEAST), (level, level)))
    return After(tie_value, top, last_turns_by_rule(turn, policy, top + turn.longest_gain, tie).worth(level))


def after_second(turn: Turn, goal: int, tie: Tie, policy: Ruled) -> After:
    """What follows the goal if the rule moves first; it holds as soon as it has the goal.

    Parameters
    ----------
    turn, goal, tie : the game
    policy : the rule that is responded to
    """
    tie_value = WORTH[tie] if tie is not Tie.AGAIN else of_ties(turn, BestSecond(turn, policy, goal).gain)
    return After(
        tie_value, goal, last_turns(turn, goal + turn.longest_gain, 0.0, 1.0 - tie_value, 1.0, False)
    )


def _held_from(turn: Turn, tie: Tie, policy: Ruled, left: Array, level: tuple[float, float]) -> int:
    """The score from which on holding is optimal against the rule's last turns; see `held_from`."""

    def last_of(far: int, worth: float) -> Array:
        return last_turns_by_rule(turn, policy, far, tie).worth(worth)

    return held_from(turn, last_of, left, level)


def held_from(
    turn: Turn, last_of: Callable[[int, float], Array], left: Array, level: tuple[float, float]
) -> int:
    """The score from which on holding is optimal against a policy.

    Parameters
    ----------
    turn : the rules
    last_of : function of the greatest number of points behind and of the policy's value of a tie: its chance
        to win in the last turn, float64[behind]
    left : float64[score], lower bound of the policy's chance to win after a bust or a wipe, by its score
    level : bounds on the value of a tie to it
    """
    going_on = {way.throw for position in turn.positions for way in position.ways}
    if not going_on:
        return 0
    lost = min(float(turn.throws[index].bust + turn.throws[index].wipe) for index in going_on)
    far, enough = left.size + turn.longest_gain, False
    while not enough:
        far *= 2
        low, last = (last_of(far + turn.longest_gain, worth) for worth in level)
        enough = bool(last[far] <= lost * left.min())
    return better_until(turn, last[: far + turn.longest_gain + 1], low, left)


def _played(turn: Turn, policy: Ruled, handed: Array) -> Array:
    """Values of the rule's turns to it, float64[banked, opponent].

    Parameters
    ----------
    turn : the rules
    policy : the rule
    handed : float64[score, opponent], value of handing over the turn
    """
    goal = policy.rule.goal
    return turns_worth(turn, policy.rule, handed[None], ends=(goal, goal))


def rounds_first(turn: Turn, policy: Ruled) -> BestFirst:
    """Rounds after a tie in which the best response moves first.

    Parameters
    ----------
    turn, policy : the game, and the rule that is responded to
    """
    least = turn.least_score
    lost = last_turns_by_rule(turn, policy, least + 1, Tie.AGAIN).win[least : least + 1]
    return BestFirst(turn, policy, max(1, _held_from(turn, Tie.AGAIN, policy, lost, (0.0, 1.0))))
