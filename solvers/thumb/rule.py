"""A rule of thumb where the only way to go on is the same throw again: a policy of a race.

It knows the turn total, both banked scores and the goal. How it is written says
`solvers.thumb.language.grammar`, what it means in games with more to decide `solvers.thumb.by_position.rule`.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Flags
from solvers.fixed.policies import Policy
from solvers.games.turn import HOLD, ROLL
from solvers.thumb.language.fractions import Exact
from solvers.thumb.language.grammar import parsed
from solvers.thumb.language.meaning import Meaning

NAMES = ("turn_total", "banked", "opponent", "goal")


def policy(rule: str, goal: int, numbers: Mapping[str, int] | None = None) -> Policy:
    """The policy that a rule means, at all scores.

    Parameters
    ----------
    rule : as it is written
    goal : points to win, 2 or more
    numbers : what stands for {a} to {d}

    Raises
    ------
    InvalidRules
        if it is no rule, saying at which column

    Examples
    --------
    >>> policy("hold when turn_total >= 3 or banked = 1", 4).rolls[0, :2, 0].tolist()
    [[1, 1, 1, 0], [1, 0, 0, 0]]
    """
    holds = _meant(rule, np.arange(goal, dtype=np.int64), goal, numbers or {})
    rolls = np.broadcast_to(np.where(holds, np.int8(HOLD), np.int8(ROLL)), (goal,) * 3).copy()
    # A turn opens with a throw.
    rolls[..., 0] = ROLL
    return Policy(rule, rolls[None])


def check(rule: str, goal: int, numbers: Mapping[str, int]) -> None:
    """Refuse what is no rule, or none with these numbers.

    Parameters
    ----------
    rule, goal, numbers : as in `policy`

    Raises
    ------
    InvalidRules
        if it is none, saying at which column
    """
    # Sums are largest in a corner.
    _meant(rule, np.array([0, goal - 1]), goal, numbers)


def _meant(rule: str, along: NDArray[np.int64], goal: int, numbers: Mapping[str, int]) -> Flags:
    """Where it holds, for these scores and turn totals."""
    known = {
        "banked": Exact(along[:, None, None]),
        "opponent": Exact(along[:, None]),
        "turn_total": Exact(along),
        "goal": Exact(np.array(goal)),
    }
    return holds(rule, known, numbers)


def holds(rule: str, known: Mapping[str, Exact], numbers: Mapping[str, int]) -> Flags:
    """Where a rule holds whose only way to go on is the same throw again.

    Parameters
    ----------
    rule : as it is written
    known : values of the names that it may have, arrays that broadcast together
    numbers : what stands for {a} to {d}

    Raises
    ------
    InvalidRules
        if it is no rule of these names, saying at which column
    """
    meaning = Meaning(rule, known, {name: Exact(np.array(number)) for name, number in numbers.items()})
    _, *goes_for = parsed(rule).children
    if goes_for:
        remedy = "There is but one way to go on: leave it out."
        raise meaning.refused("no `go for most`", goes_for[0], remedy)
    return meaning.holds()
