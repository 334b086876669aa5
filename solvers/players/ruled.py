"""Rules that consist of several rules of thumb: one for each count, which is constant during a turn; or, with
equal turns, one below the goal and one for further rounds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.players.rule import RuleOfThumb, rule_of_thumb


@dataclass(frozen=True)
class RuleByCounts:
    """A rule that may depend on counts.

    Attributes
    ----------
    parts : the different rules of thumb, each once
    """

    parts: tuple[RuleOfThumb, ...]

    @property
    def name(self) -> str:
        """The text of the rule."""
        return self.parts[0].name

    @property
    def turn(self) -> Turn:
        """The game's turn."""
        return self.parts[0].turn

    @property
    def goal(self) -> int:
        """Points to win."""
        return self.parts[0].goal


@dataclass(frozen=True)
class Ruled:
    """A rule of thumb with equal turns.

    Attributes
    ----------
    rule : the rule while scores are below the goal
    again : the rule in further rounds, without an entry
    """

    rule: RuleOfThumb
    again: RuleOfThumb

    @property
    def first_of_round(self) -> Plan:
        """The rule in the first turn of a further round, with both scores 0."""
        return Plan(self.rule.name, self.again.turn, self.again.opening, self.again.at(0, 0))


def ruled(text: str, turn: Turn, goal: int, numbers: Mapping[str, int] | None = None) -> Ruled:
    """Parse a rule for a contest with equal turns.

    Parameters
    ----------
    text : the text of the rule
    turn : a game's turn with one opening
    goal : points to win, 2 or more
    numbers : values of {a} to {d}

    Raises
    ------
    InvalidRules
        if it is no valid rule
    """
    rule = rule_of_thumb(text, turn, goal, numbers)
    return Ruled(rule, rule_of_thumb(text, without_entry(turn), goal, numbers) if turn.entry else rule)


def without_entry(turn: Turn) -> Turn:
    """Return the turn of a player who has entered."""
    return replace(turn, entry=0) if turn.entry else turn
