"""A rule of thumb that may look at `scored`: how many turns of its own it has ended by holding.

A turn does not change that number before it ends, and a wipe sets it back to 0. So for each number it is a
rule by position. Every turn that scores brings a point or more. So numbers end before the goal does, at the
latest, and sooner where turns bring more: each number is told apart that a game can come to, up to the last
one from which on the rule stays the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.players.language.grammar import SCORED, names_in
from solvers.players.rule import RuleOfThumb, rule_of_thumb
from solvers.players.ruled import RuleByCounts
from solvers.players.turns_by_rule import played_by_rule
from solvers.turns.played import FlatTurn, PlayedTurns, together

# Numbers of scoring turns that are told apart, at most, and chances that their turns may be together.
MOST_TOLD_APART, MOST_PLAYED = 24, 50_000_000


@dataclass(frozen=True)
class CountingRule(RuleByCounts):
    """What a rule does after 0, 1, ... scoring turns; its last part for all greater numbers, too."""

    def after(self, scored: int) -> RuleOfThumb:
        """What it does after so many scoring turns."""
        return self.parts[min(scored, len(self.parts) - 1)]

    def played(self, rules: FlatTurn | None = None) -> PlayedTurns:
        """Its turns, played out, with `row` of int64[scored, banked, opponent], without the first if it looks
        at no number.

        Parameters
        ----------
        rules : its turn as flat arrays, if they are known
        """
        each = [played_by_rule(part, rules) for part in self.parts]
        return together(each) if len(each) > 1 else each[0]


def counting_rule(rule: str, turn: Turn, goal: int, numbers: Mapping[str, int] | None = None) -> CountingRule:
    """What a rule means in a race, whether it looks at `scored` or not.

    Parameters
    ----------
    rule : as it is written
    turn : any turn that opens in one way
    goal : points to win, 2 or more
    numbers : what stands for {a} to {d}

    Raises
    ------
    InvalidRules
        if it is no rule, or tells more numbers of scoring turns apart than there is room for

    Examples
    --------
    >>> from solvers.games import pig
    >>> found = counting_rule("4 scoring turns", pig.turn(), 100)
    >>> len(found.parts), found.after(1).at(27, 0)[:, 0].argmin()  # of 73 points a third
    (4, np.int64(24))
    >>> len(counting_rule("hold at 20 + 5 * min(scored, 2)", pig.turn(), 100).parts)
    3
    """
    if SCORED not in names_in(rule):
        return CountingRule((rule_of_thumb(rule, turn, goal, numbers),))
    parts: list[RuleOfThumb] = []
    least: int | None = 0
    while least is not None:
        part = rule_of_thumb(rule, turn, goal, numbers, beside_all={SCORED: len(parts)})
        if parts and _does_the_same(part, parts[-1]):
            part = parts[-1]
        else:
            _refuse_many(part, len(parts) + 1)
        parts.append(part)
        least = _least_banked(part, least)
    while len(parts) > 1 and parts[-1] is parts[-2]:
        parts.pop()
    return CountingRule(tuple(parts))


def _does_the_same(one: RuleOfThumb, other: RuleOfThumb) -> bool:
    """Whether two do the same wherever one may hold."""
    names = "holds", "kind", "way"
    return all(np.array_equal(getattr(one.choices, own), getattr(other.choices, own)) for own in names)


def _refuse_many(part: RuleOfThumb, told_apart: int) -> None:
    """Refuse more numbers than there is room for.

    Parameters
    ----------
    part : what the rule does after the last of them
    told_apart : how many there are
    """
    most = max(1, min(MOST_TOLD_APART, MOST_PLAYED // (part.goal**2 * part.holds.shape[1])))
    if told_apart > most:
        rule = f"one that changes with {SCORED} up to {most - 1} only"
        remedy = f"Write min({SCORED}, {most - 1}) in place of {SCORED}, or set a smaller goal."
        raise expected("rule", rule, part.name, remedy)


def _least_banked(part: RuleOfThumb, least: int) -> int | None:
    """The least score after one more scoring turn, None where no turn scores without winning.

    Parameters
    ----------
    part : what the rule does
    least : score at which a turn begins, at least
    """
    scores = np.arange(part.goal)
    # Where there is no way to go on, one holds whatever the rule says.
    held = part.holds.any(axis=(1, 3)) | (part.way == 0).any()
    after = scores[:, None] + scores
    ends = held & (scores >= least)[:, None] & (scores > 0) & (after < part.goal)
    return int(after[ends].min()) if ends.any() else None
