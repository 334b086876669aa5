"""Best responses to opponents that hold at n, in fractions.

Scores only grow, so states are solved from the greatest on. In a state an action leads to other states, which
are known, or back to the same state with a chance s(k) < 1. Always holding at k is worth worth(k) / (1 -
s(k)). The best k is the exact optimum, and no other action gains on it, as worth(k) + s(k) value <= value for
all k is the same inequality (Zhu, Ma, Chen & Liu 2023, equations 5 to 8).
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Shorts
from solvers.errors import expected
from solvers.games.turn import Turn

Ends = dict[int, Fraction]
# States times actions times length of the fractions times outcomes: half a minute on an idle core.
MOST_WORK = 80_000_000


@dataclass(frozen=True)
class ExactResponse:
    """A best response in fractions.

    Attributes
    ----------
    value : Fraction[banked, opponent, ...], chance to win; a shared win counts as a share
    hold_at : int16[banked, opponent, ...], least of the best turn totals to hold at
    """

    value: NDArray[np.object_]
    hold_at: Shorts


def solve(
    turn: Turn, goal: int, opponents_hold_at: tuple[int, ...], policy: Shorts | None = None
) -> tuple[ExactResponse, int]:
    """Solve a best response exactly.

    Parameters
    ----------
    turn : a turn with hold-at rules
    goal : points to win, 2 or more
    opponents_hold_at : turn total at which each opponent holds, 1 or more
    policy : int16[banked, opponent, ...], turn totals to hold at from a solver in floats

    Returns
    -------
    the best response, and the number of states in which the policy's turn total is not among the best

    Raises
    ------
    InvalidRules
        if the goal is less than 2, or the turn has other choices than to roll or to hold

    Examples
    --------
    >>> from solvers.games import piglet
    >>> print(solve(piglet.turn(), 2, (2,))[0].value[0, 0])
    1/2
    """
    if not turn.only_throws_on:
        raise expected(
            "turn",
            "a game whose only way to go on is the same throw",
            turn.name,
            "Elsewhere a turn total does not say all.",
        )
    if turn.wipes or turn.least_score > 0:
        raise expected("turn", "a game in which a bust scores nothing and takes nothing", turn.name)
    if goal < 2:
        raise expected("goal", "2 or more", goal)
    ends = [Ends()] + [_ends(turn, hold_at) for hold_at in range(1, goal + 1)]
    shape = (goal,) * (1 + len(opponents_hold_at))
    value, hold_at, improved = np.full(shape, Fraction(0), object), np.zeros(shape, np.int16), 0
    for others in sorted(product(range(goal), repeat=len(opponents_hold_at)), key=sum, reverse=True):
        joint = _joint(
            [ends[min(n, goal - score)] for n, score in zip(opponents_hold_at, others, strict=True)],
            others,
            goal,
        )
        stay = joint.pop(others, Fraction(0))
        moved = [_expected(joint, own, value, goal) for own in range(goal + 1)]
        won = moved[goal] + stay
        for banked in range(goal - 1, -1, -1):
            # Scores that the mover may reach while all others keep theirs: lower ones are not needed, as
            # scores only grow.
            after = [*(moved[own] + stay * value[(own, *others)] for own in range(banked + 1, goal)), won]
            best = [
                _alone(ends[k], banked, goal, moved[banked], after, stay) for k in range(1, goal - banked + 1)
            ]
            state = (banked, *others)
            value[state] = max(best)
            hold_at[state] = 1 + best.index(value[state])
            improved += policy is not None and _at(best, int(policy[state])) < value[state]
    return ExactResponse(value, hold_at), improved


def most_goal(turn: Turn, opponents: int) -> int:
    """The largest goal that takes at most about half a minute.

    >>> from solvers.games import pig
    >>> most_goal(pig.turn(), 1), most_goal(pig.turn(), 2)
    (60, 26)
    """
    return int((MOST_WORK / turn.longest_gain) ** (1 / (3 + opponents)))


def _at(best: list[Fraction], action: int) -> Fraction:
    """Value of an action; 0 outside the range."""
    return best[action - 1] if 1 <= action <= len(best) else Fraction(-1)


def _ends(turn: Turn, hold_at: int) -> Ends:
    """Distribution of the ends of a turn that holds at a turn total, by playing it out; 0 is a bust."""
    (throw,) = turn.throws
    ends, at = {0: Fraction(0)}, {0: Fraction(1)}
    for total in range(hold_at):
        chance = at.pop(total, Fraction(0))
        ends[0] += chance * throw.bust
        for outcome in throw.outcomes:
            there = total + outcome.gain
            at[there] = at.get(there, Fraction(0)) + chance * outcome.probability
    return ends | {total: chance for total, chance in at.items() if chance}


def _joint(ends: list[Ends], scores: tuple[int, ...], goal: int) -> dict[tuple[int, ...], Fraction]:
    """Distribution of all opponents' scores after the turn; the goal stands for all scores from there on."""
    joint: dict[tuple[int, ...], Fraction] = {}
    for outcome in product(*(own.items() for own in ends)):
        after = tuple(min(score + gain, goal) for score, (gain, _) in zip(scores, outcome, strict=True))
        chance = Fraction(1)
        for _, own in outcome:
            chance *= own
        joint[after] = joint.get(after, Fraction(0)) + chance
    return joint


def _expected(
    joint: dict[tuple[int, ...], Fraction], own: int, value: NDArray[np.object_], goal: int
) -> Fraction:
    """Value of a score after the turn, over the opponents' turns; players at the goal share the win."""
    total = Fraction(0)
    for others, chance in joint.items():
        winners = others.count(goal)
        if own == goal:
            total += chance / (1 + winners)
        elif not winners:
            total += chance * value[(own, *others)]
    return total


def _alone(
    ends: Ends, banked: int, goal: int, bust: Fraction, after: list[Fraction], stay: Fraction
) -> Fraction:
    """Value of always holding at one turn total: the expected value of other states over the chance to leave.

    It is 0 if the state is never left.
    """
    worth = ends[0] * bust
    for gain, chance in ends.items():
        if gain:
            worth += chance * after[min(banked + gain, goal) - banked - 1]
    leave = 1 - ends[0] * stay
    return worth / leave if leave else Fraction(0)
