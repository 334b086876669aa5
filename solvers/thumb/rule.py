"""A rule of thumb where the only way to go on is the same throw again: a policy of a race, or of who plays
alone for some turns.

It knows the turn total, its banked score, the goal, and in a race the other's score. Who plays alone has
`turns_left` instead, the turn that is played included: in the last one that is 1. How a rule is written says
`solvers.players.language.grammar`, what it means in games with more to decide `solvers.players.rule`.
"""

from collections.abc import Mapping

import numpy as np

from solvers.arrays import Flags, Integers
from solvers.fixed.policies import Policy
from solvers.games.turn import HOLD, ROLL
from solvers.players.language.beside import beside
from solvers.players.language.fractions import Exact
from solvers.players.language.grammar import parsed
from solvers.players.language.meaning import Meaning

NAMES = ("turn_total", "banked", "opponent", "goal")


def policy(rule: str, goal: int, numbers: Mapping[str, int] | None = None) -> Policy:
    """The policy of a race that a rule means, at all scores.

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
    return Policy(rule, _rolls(rule, goal, 0, numbers or {})[None])


def rolls_alone(rule: str, goal: int, turns: int, numbers: Mapping[str, int] | None = None) -> Flags:
    """What a rule does alone, int8[turns_left, banked, turn_total]: HOLD or ROLL; without turns left HOLD.

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
    rolls = np.ascontiguousarray(_rolls(rule, goal, turns, numbers or {}).swapaxes(0, 1))
    rolls[0] = HOLD
    return rolls


def check(rule: str, goal: int, numbers: Mapping[str, int], turns: int = 0) -> None:
    """Refuse what is no rule, or none with these numbers.

    Parameters
    ----------
    rule, goal, numbers : as in `policy`
    turns : that who plays alone has, 0 in a race

    Raises
    ------
    InvalidRules
        if it is none, saying at which column
    """
    # Sums are largest in a corner.
    others = beside(goal, turns)
    _meant(rule, goal, np.array([0, goal - 1]), {others.name: others.ends}, numbers)


def _rolls(rule: str, goal: int, turns: int, numbers: Mapping[str, int]) -> Flags:
    """HOLD or ROLL, int8[banked, beside, turn_total]."""
    scores, others = np.arange(goal, dtype=np.int64), beside(goal, turns)
    holds = _meant(rule, goal, scores, {others.name: others.values}, numbers)
    does = np.where(holds, np.int8(HOLD), np.int8(ROLL))
    rolls = np.broadcast_to(does, (goal, others.size, goal)).copy()
    # A turn opens with a throw.
    rolls[..., 0] = ROLL
    return rolls


def _meant(
    rule: str, goal: int, along: Integers, others: Mapping[str, Integers], numbers: Mapping[str, int]
) -> Flags:
    """Where it holds, [banked, beside, turn_total].

    Parameters
    ----------
    rule, goal : as in `policy`
    along : int64[...], scores and turn totals
    others : int64[beside], the other's scores, or turns left, by their name
    numbers : as in `policy`
    """
    known = {
        "banked": Exact(along[:, None, None]),
        **{name: Exact(values[:, None]) for name, values in others.items()},
        "turn_total": Exact(along),
        "goal": Exact(np.array(goal)),
    }
    meaning = Meaning(rule, known, {name: Exact(np.array(number)) for name, number in numbers.items()})
    _, *goes_for = parsed(rule).children
    if goes_for:
        remedy = "There is but one way to go on: leave it out."
        raise meaning.refused("no `go for most`", goes_for[0], remedy)
    return meaning.holds()
