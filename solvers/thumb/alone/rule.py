"""A rule of thumb for who plays alone for some turns, where the only way to go on is the same throw again.

It knows the turn total, the banked score, the goal, and how many turns are left, the one that is played
included: in the last turn that is 1.
"""

from collections.abc import Mapping

import numpy as np

from solvers.arrays import Flags, Integers
from solvers.games.turn import HOLD, ROLL
from solvers.thumb.language.fractions import Exact
from solvers.thumb.rule import holds


def rolls_alone(rule: str, goal: int, turns: int, numbers: Mapping[str, int] | None = None) -> Flags:
    """What a rule does, int8[turns_left, banked, turn_total]: HOLD or ROLL; without turns left HOLD.

    Parameters
    ----------
    rule : as it is written
    goal : points to reach, 2 or more
    turns : 1 or more
    numbers : what stands for {a} to {d}

    Raises
    ------
    InvalidRules
        if it is no rule, saying at which column

    Examples
    --------
    >>> # As many as every turn must bring that is left, and all of it in the last.
    >>> rolls_alone("hold when turn_total * turns_left >= goal - banked", 4, 2)[:, 0].tolist()
    [[0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 0, 0]]
    """
    left, scores = np.arange(1, turns + 1), np.arange(goal)
    found = np.zeros((turns + 1, goal, goal), np.int8)
    found[1:] = np.where(_meant(rule, left, scores, goal, numbers or {}), np.int8(HOLD), np.int8(ROLL))
    # A turn opens with a throw.
    found[1:, :, 0] = ROLL
    return found


def check(rule: str, goal: int, turns: int, numbers: Mapping[str, int]) -> None:
    """Refuse what is no rule, or none with these numbers.

    Parameters
    ----------
    rule, goal, turns, numbers : as in `rolls_alone`

    Raises
    ------
    InvalidRules
        if it is none, saying at which column
    """
    # Sums are largest in a corner.
    _meant(rule, np.array([1, turns]), np.array([0, goal - 1]), goal, numbers)


def _meant(rule: str, left: Integers, scores: Integers, goal: int, numbers: Mapping[str, int]) -> Flags:
    """Where it holds, for these turns left, and these scores and turn totals."""
    known = {
        "turns_left": Exact(left[:, None, None]),
        "banked": Exact(scores[:, None]),
        "turn_total": Exact(scores),
        "goal": Exact(np.array(goal)),
    }
    return holds(rule, known, numbers)
