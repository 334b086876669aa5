"""Rules of thumb that may use `scored`, the number of turns that the player has ended by holding.

The number is constant during a turn, and a wipe sets it back to 0. So such a rule is a rule of thumb for each
number. A scoring turn adds at least a point, so the numbers in a game are bounded by the goal, and by less if
turns add more. All numbers that can occur are distinguished, up to the last one at which the rule changes.
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

# Largest number of distinguished numbers, and of probabilities in all their played turns together.
MOST_TOLD_APART, MOST_PLAYED = 24, 50_000_000


@dataclass(frozen=True)
class CountingRule(RuleByCounts):
    """A rule after 0, 1, ... scoring turns; its last part is for all greater numbers, too."""

    def after(self, scored: int) -> RuleOfThumb:
        """Return the rule after a number of scoring turns."""
        return self.parts[min(scored, len(self.parts) - 1)]

    def played(self, rules: FlatTurn | None = None) -> PlayedTurns:
        """Return the turns played out, with `row` as int64[scored, banked, opponent].

        If the rule does not use `scored`, `row` lacks the first dimension.

        Parameters
        ----------
        rules : the game's turn as flat arrays, if already made
        """
        each = [played_by_rule(part, rules) for part in self.parts]
        return together(each) if len(each) > 1 else each[0]


def counting_rule(rule: str, turn: Turn, goal: int, numbers: Mapping[str, int] | None = None) -> CountingRule:
    """Parse a rule for a race, whether it uses `scored` or not.

    Parameters
    ----------
    rule : the text
    turn : a game's turn with one opening
    goal : points to win, 2 or more
    numbers : values of {a} to {d}

    Raises
    ------
    InvalidRules
        if it is no valid rule, or distinguishes too many numbers of scoring turns

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
    """Whether two rules do the same wherever a player may hold."""
    names = "holds", "kind", "way"
    return all(np.array_equal(getattr(one.choices, own), getattr(other.choices, own)) for own in names)


def _refuse_many(part: RuleOfThumb, told_apart: int) -> None:
    """Refuse a rule that distinguishes too many numbers of scoring turns.

    Parameters
    ----------
    part : the rule after the last distinguished number
    told_apart : how many numbers are distinguished
    """
    most = max(1, min(MOST_TOLD_APART, MOST_PLAYED // (part.goal**2 * part.holds.shape[1])))
    if told_apart > most:
        rule = f"one that changes with {SCORED} up to {most - 1} only"
        remedy = f"Write min({SCORED}, {most - 1}) in place of {SCORED}, or set a smaller goal."
        raise expected("rule", rule, part.name, remedy)


def _least_banked(part: RuleOfThumb, least: int) -> int | None:
    """The least banked score after one more scoring turn; None if no turn scores without winning.

    Parameters
    ----------
    part : the rule for such turns
    least : least banked score at which such a turn begins
    """
    scores = np.arange(part.goal)
    # A player without a way to go on holds, whatever the rule says.
    held = part.holds.any(axis=(1, 3)) | (part.way == 0).any()
    after = scores[:, None] + scores
    ends = held & (scores >= least)[:, None] & (scores > 0) & (after < part.goal)
    return int(after[ends].min()) if ends.any() else None
