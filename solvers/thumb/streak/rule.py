"""Rules of thumb where busts in a row cost points, which may use the numbers of busts.

Besides all names of a race, a rule may use `own_busts` and `opponent_busts`, the current numbers of busts in
a row. They are constant during a turn, so for each pair of numbers it is a rule of thumb.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from solvers.arrays import Integers
from solvers.contests.streak import Rule
from solvers.games.turn import Turn
from solvers.players.language.grammar import names_in
from solvers.players.rule import RuleOfThumb, check, rule_of_thumb
from solvers.players.ruled import RuleByCounts

OWN, OTHER = "own_busts", "opponent_busts"


@dataclass(frozen=True)
class RuleByBusts(RuleByCounts):
    """A rule for each pair of numbers of busts in a row.

    Attributes
    ----------
    part : int64[own_busts, opponent_busts], index of its part
    streak : what busts in a row cost
    """

    part: Integers
    streak: Rule

    def at(self, own: int, other: int) -> RuleOfThumb:
        """Return the rule for given busts in a row of its own, and of the opponent."""
        return self.parts[int(self.part[own, other])]


def rule_by_busts(
    rule: str, turn: Turn, goal: int, streak: Rule, numbers: Mapping[str, int] | None = None
) -> RuleByBusts:
    """Evaluate a rule at all scores, positions and numbers of busts.

    Parameters
    ----------
    rule : the text
    turn : a game's turn with one opening
    goal : points to win, 2 or more
    streak : what busts in a row cost
    numbers : values of {a} to {d}

    Raises
    ------
    InvalidRules
        as `solvers.players.rule.rule_of_thumb` does

    Examples
    --------
    >>> from solvers.games import pig
    >>> text = "hold at 21 - 4 * own_busts"
    >>> found = rule_by_busts(text, pig.turn(), 100, Rule(busts=3, cost=50))
    >>> [int(found.at(busts, 0).at(0, 0)[:, 0].argmin()) for busts in range(3)]  # the least that it holds at
    [21, 17, 13]
    """
    told_apart = _told_apart(rule, streak)
    parts = tuple(
        rule_of_thumb(rule, turn, goal, numbers, beside_all={OWN: own, OTHER: other})
        for own, other in np.ndindex(*told_apart)
    )
    part = np.arange(len(parts)).reshape(told_apart)
    return RuleByBusts(parts, np.broadcast_to(part, (streak.busts, streak.busts)), streak)


def check_by_busts(rule: str, turn: Turn, goal: int, streak: Rule, numbers: Mapping[str, int]) -> None:
    """Refuse an invalid rule, or one that is invalid with these numbers.

    Parameters
    ----------
    rule, turn, goal, streak, numbers : as in `rule_by_busts`

    Raises
    ------
    InvalidRules
        as `rule_by_busts` does
    """
    # Sums are largest at the corners.
    for own, other in product(*({0, count - 1} for count in _told_apart(rule, streak))):
        check(rule, turn, goal, numbers, beside_all={OWN: own, OTHER: other})


def _told_apart(rule: str, streak: Rule) -> tuple[int, ...]:
    """How many numbers of busts a rule distinguishes, its own and the opponent's; 1 if it uses none."""
    return tuple(streak.busts if name in names_in(rule) else 1 for name in (OWN, OTHER))
