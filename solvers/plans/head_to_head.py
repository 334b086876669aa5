"""The race of two fixed players of any turn, in both seats: plans, or optimal play, against a plan.

The recursion is that of `head_to_head`, with turns that are played out before: own's chance to win is V(i, j)
if own is about to move and U(i, j) if other is,

    V(i, j) = sum over x of P(x) U(i + x, j) + P(reach the goal) + e U(i, j) + w U(0, j),
    U(i, j) = sum over y of P'(y) V(i, j + y) + e' V(i, j) + w' V(i, 0),

e and w the chances of a bust and of a wipe. States of greater i + j come first; what is left is two linear
equations. Where a turn scores at least one point, a bust leads to a later state. Values after a wipe come
first, see `wipes`.

Every plan against every other is a race for each pair, both seats at once: one player's loss is the other's
win.
"""

from collections.abc import Sequence

import numpy as np

from solvers.arrays import Array
from solvers.errors import expected
from solvers.fixed.head_to_head import HeadToHead, refuse_seldom
from solvers.fixed.hold_at_pairs import HoldAtPairs
from solvers.fixed.wipes import Won, after_wipes
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.jit import jit
from solvers.plans import certificate_of_pairs
from solvers.plans.certificate import head_to_head_residual
from solvers.race.played import played_optimally
from solvers.race.solve import Race
from solvers.turns.chances import chances
from solvers.turns.played import PlayedTurns, played


def head_to_head(own: Plan | Race, other: Plan, goal: int) -> HeadToHead:
    """Solve the race of a plan, or of optimal play, against a plan.

    Parameters
    ----------
    own, other : plans of one turn; optimal play of that turn to that goal
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or the turns or the goals differ
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe take too many rounds

    Examples
    --------
    >>> from solvers.plans.plans import hold_at
    >>> from solvers.race.solve import optimal_play
    >>> from solvers.games import pig
    >>> solved = head_to_head(optimal_play(pig.turn(), 100), hold_at(pig.turn(), 20), 100)
    >>> print(round(solved.wins_first, 4), round(solved.wins_second, 4))  # configs/pig/race_response.yaml
    0.5715 0.5083
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if own.turn != other.turn:
        raise expected("turn of the other plan", f"{own.turn.name}, that of the first", other.turn.name)
    if isinstance(own, Race) and own.goal != goal:
        raise expected("goal", f"{own.goal}, that of optimal play", goal)
    turns = played(own, goal) if isinstance(own, Plan) else played_optimally(own)
    name = own.name if isinstance(own, Plan) else "optimal play"
    value, waiting = race_of(own.turn, f"{name} against {other.name}", turns, played(other, goal))
    residual = head_to_head_residual(
        own.turn, own if isinstance(own, Plan) else own.value, other, value, waiting
    )
    return HeadToHead(own.turn, goal, own, other, value[None, None], waiting[None, None], residual)


def plan_pairs(plans: Sequence[Plan], goal: int) -> HoldAtPairs:
    """Solve the race of every plan against every other.

    Parameters
    ----------
    plans : of one turn, at least one; the answer's n = 1, 2, ... are theirs
    goal : points to win, 2 or more

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or there is no plan, or the turns differ
    NotConverged
        if nobody can ever win, or the values after a wipe take too many rounds

    Examples
    --------
    >>> from solvers.fixed.hold_at_pairs import hold_at_pairs
    >>> from solvers.plans.plans import hold_at
    >>> from solvers.games import pig
    >>> pairs = plan_pairs([hold_at(pig.turn(), n) for n in range(1, 21)], 20)
    >>> bool(abs(pairs.win_probability - hold_at_pairs(pig.turn(), 20).win_probability).max() < 1e-14)
    True
    """
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    if not plans:
        raise expected("plans", "at least one", list(plans))
    turn = plans[0].turn
    for plan in plans:
        if plan.turn != turn:
            raise expected(f"turn of {plan.name}", f"{turn.name}, that of the first", plan.turn.name)
    turns, out = [played(plan, goal) for plan in plans], np.empty((len(plans), len(plans)))
    for first in range(len(plans)):
        for second in range(first, len(plans)):
            value, waiting = race_of(
                turn, f"{plans[first].name} against {plans[second].name}", turns[first], turns[second]
            )
            out[first, second] = value[0, 0]
            out[second, first] = 1.0 - waiting[0, 0]
    return HoldAtPairs(turn, goal, out, certificate_of_pairs.residual(plans, goal, out))


def race_of(turn: Turn, who: str, own: PlayedTurns, other: PlayedTurns) -> tuple[Array, Array]:
    """Own's chances to win, float64[banked, opponent], if own is about to move and if other is.

    Parameters
    ----------
    turn : the game
    who : who plays, for an error
    own, other : their turns, played out

    Raises
    ------
    NotConverged
        if nobody can ever win, or hardly ever, or the values after a wipe take too many rounds
    """
    goal = own.row.shape[0]
    # By [opponent, banked], so that each expectation is over neighbours.
    value, waiting = np.zeros((goal, goal)), np.zeros((goal, goal))

    def backup(ends: Won, wiped: Array) -> Array:
        value[:, 0], waiting[:, 0] = np.split(wiped, 2)
        refuse_seldom(_solve(turn.least_score, own, other, ends, value, waiting), who)
        return np.concatenate((value[:, 0], waiting[:, 0]))

    backup(Won(1.0, 0.0), after_wipes(2 * goal, who, backup) if turn.wipes else np.zeros(2 * goal))
    return chances(value, who), chances(np.ascontiguousarray(waiting.T), who)


@jit
def _solve(
    least: int, own: PlayedTurns, other: PlayedTurns, won: Won, out_value: Array, out_waiting: Array
) -> float:
    """Solve all states, by decreasing i + j.

    Parameters
    ----------
    least : what a turn scores at least
    own, other : their turns, played out
    won : what reaching the goal is worth
    out_value : float64[i, j], V; comes with guesses of the values after a wipe and is written whole
    out_waiting : float64[j, i], U; comes with guesses of the values after a wipe and is written whole

    Returns
    -------
    The least chance that one of both turns from a state does not bust.
    """
    goal = out_value.shape[0]
    least_leave = 1.0
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            mine = own.row[i, j]
            theirs = other.row[j, i]
            worth, score = _banked(own, mine, i, out_waiting[j])
            worth += own.wins[mine] * won.own + own.wipe[mine] * out_waiting[j, 0]
            against, other_score = _banked(other, theirs, j, out_value[i])
            against += other.wins[theirs] * won.other + other.wipe[theirs] * out_value[i, 0]
            bust = own.bust[mine]
            other_bust = other.bust[theirs]
            if least > 0:
                worth += bust * (out_waiting[j, i + least] if i + least < goal else won.own)
                against += other_bust * (out_value[i, j + least] if j + least < goal else won.other)
                out_value[i, j] = worth
                out_waiting[j, i] = against
            else:
                # 1 - e e' without the cancellation, which costs digits where turns nearly always bust.
                leave = score + own.wipe[mine] + bust * (other_score + other.wipe[theirs])
                out_value[i, j] = (worth + bust * against) / leave
                out_waiting[j, i] = against + other_bust * out_value[i, j]
                least_leave = min(least_leave, leave)
    return least_leave


@jit
def _banked(turns: PlayedTurns, row: int, banked: int, after: Array) -> tuple[float, float]:
    """What a turn is worth that scores and does not reach the goal, and the chance that one scores.

    Parameters
    ----------
    turns : a player's turns, played out
    row : which of them
    banked : score before the turn
    after : float64[score], value of having banked that score
    """
    worth = 0.0
    score = turns.wins[row]
    for gain in range(turns.span[row, 0], turns.span[row, 1]):
        chance = turns.gain[row, gain]
        score += chance
        worth += chance * after[banked + gain]
    return worth, score
