"""A rule of thumb where busts in a row cost points, which may look at how many there are.

Besides what it knows in a race it has `own_busts` and `opponent_busts`, the turns in a row in which either
has bust up to now. No turn changes them before it ends: so for each pair of counts it is a rule by position.
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
    """What a rule does.

    Attributes
    ----------
    part : int64[own_busts, opponent_busts], which of its parts
    streak : what busts in a row cost
    """

    part: Integers
    streak: Rule

    def at(self, own: int, other: int) -> RuleOfThumb:
        """What it does with so many busts in a row of its own, and of the other."""
        return self.parts[int(self.part[own, other])]


def rule_by_busts(
    rule: str, turn: Turn, goal: int, streak: Rule, numbers: Mapping[str, int] | None = None
) -> RuleByBusts:
    """What a rule means at all scores, positions and counts of busts.

    Parameters
    ----------
    rule : as it is written
    turn : any turn that opens in one way
    goal : points to win, 2 or more
    streak : what busts in a row cost
    numbers : what stands for {a} to {d}

    Raises
    ------
    InvalidRules
        as `solvers.players.rule.rule_of_thumb`

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
    """Refuse what is no rule, or none with these numbers.

    Parameters
    ----------
    rule, turn, goal, streak, numbers : as in `rule_by_busts`

    Raises
    ------
    InvalidRules
        as that does
    """
    # Sums are largest in a corner.
    for own, other in product(*({0, count - 1} for count in _told_apart(rule, streak))):
        check(rule, turn, goal, numbers, beside_all={OWN: own, OTHER: other})


def _told_apart(rule: str, streak: Rule) -> tuple[int, ...]:
    """How many counts of busts a rule tells apart, its own and the other's: one where it looks at none."""
    return tuple(streak.busts if name in names_in(rule) else 1 for name in (OWN, OTHER))
