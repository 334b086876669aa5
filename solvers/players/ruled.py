"""Rules of thumb that are several, as data: one for each count, which no turn changes before it ends; under
equal turns one before somebody has the goal, and one for further rounds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.players.rule import RuleOfThumb, rule_of_thumb


@dataclass(frozen=True)
class RuleByCounts:
    """What a rule does that may look at counts.

    Attributes
    ----------
    parts : what it does with some counts, each once
    """

    parts: tuple[RuleOfThumb, ...]

    @property
    def name(self) -> str:
        """The rule as it is written."""
        return self.parts[0].name

    @property
    def turn(self) -> Turn:
        """Of the game."""
        return self.parts[0].turn

    @property
    def goal(self) -> int:
        """Points to win."""
        return self.parts[0].goal


@dataclass(frozen=True)
class Ruled:
    """A rule of thumb under equal turns, and what it means once both have entered.

    Attributes
    ----------
    rule : what it means
    again : what it means where there is no entry
    """

    rule: RuleOfThumb
    again: RuleOfThumb

    @property
    def first_of_round(self) -> Plan:
        """The first turn of a further round, which it plays as with no points at all."""
        return Plan(self.rule.name, self.again.turn, self.again.opening, self.again.at(0, 0))


def ruled(text: str, turn: Turn, goal: int, numbers: Mapping[str, int] | None = None) -> Ruled:
    """What a rule means under equal turns.

    Parameters
    ----------
    text : as it is written
    turn : any turn that opens in one way
    goal : points to win, 2 or more
    numbers : what stands for {a} to {d}

    Raises
    ------
    InvalidRules
        if it is no rule
    """
    rule = rule_of_thumb(text, turn, goal, numbers)
    return Ruled(rule, rule_of_thumb(text, without_entry(turn), goal, numbers) if turn.entry else rule)


def without_entry(turn: Turn) -> Turn:
    """The same turn of a player who has entered."""
    return replace(turn, entry=0) if turn.entry else turn
