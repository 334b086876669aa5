"""Rules of thumb of games whose only way to go on is the same throw, as policies and from them."""

from collections.abc import Mapping

from solvers.arrays import Flags
from solvers.fixed.policies import Policy
from solvers.games import pig
from solvers.games.turn import Turn
from solvers.players.one_throw import rolls, rule_of_rolls
from solvers.players.rule import RuleOfThumb, rule_of_thumb


def policy(text: str, goal: int, numbers: Mapping[str, int] | None = None) -> Policy:
    """The policy of a race that a rule means."""
    return Policy(text, rolls(rule_of_thumb(text, pig.turn(), goal, numbers))[None])


def ruled(turn: Turn, own: Policy) -> RuleOfThumb:
    """A policy that counts no scoring turns, as a rule."""
    return rule_of_rolls(own.name, turn, own.rolls[0])


def ruled_alone(turn: Turn, own: Flags) -> RuleOfThumb:
    """What somebody does alone, int8[turns_left, banked, turn_total], as a rule."""
    return rule_of_rolls("any", turn, own.swapaxes(0, 1), len(own) - 1)
