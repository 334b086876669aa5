"""Rules of thumb of games whose only way to go on is the same throw, as tables and from tables."""

from collections.abc import Mapping

import numpy as np

from solvers.arrays import Flags
from solvers.fixed.race_response import RaceResponse
from solvers.games import pig
from solvers.games.turn import Turn
from solvers.in_turn.inside import in_a_race
from solvers.players.counting import CountingRule, counting_rule
from solvers.players.one_throw import rolls, rule_of_rolls
from solvers.players.rule import RuleOfThumb
from solvers.race import policy as race_policy
from solvers.race.solve import Race


def by_text(text: str, goal: int, numbers: Mapping[str, int] | None = None) -> CountingRule:
    """A rule of Pig."""
    return counting_rule(text, pig.turn(), goal, numbers)


def by_rolls(turn: Turn, does: Flags, name: str = "any") -> CountingRule:
    """A rule that does this, int8[scored, banked, opponent, turn_total]."""
    return CountingRule(tuple(rule_of_rolls(name, turn, one) for one in does))


def optimal(race: Race) -> CountingRule:
    """A rule that does what optimal play does."""
    return by_rolls(race.turn, race_policy.policy(race)[None], "optimal play")


def best_rolls(response: RaceResponse) -> Flags:
    """What a best response does, int8[scored, banked, opponent, turn_total], by the other's scoring turns."""
    goal = response.value.shape[1]
    turns = [in_a_race(response.turn, goal, waiting) for waiting in response.waiting_value]
    return np.stack([[own.rolls(banked) for banked in range(goal)] for own in turns])


def rolls_of(rule: CountingRule) -> Flags:
    """What a rule does, int8[scored, banked, opponent, turn_total]."""
    return np.stack([rolls(part) for part in rule.parts])


def ruled_alone(turn: Turn, own: Flags) -> RuleOfThumb:
    """What somebody does alone, int8[turns_left, banked, turn_total], as a rule."""
    return rule_of_rolls("any", turn, own.swapaxes(0, 1), len(own) - 1)
