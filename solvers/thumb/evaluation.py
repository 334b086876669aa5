"""What a rule of thumb is worth where one only throws on: against optimal play, itself and its best reply.

Against optimal play it is also said why: how often play comes to each decision, and what the decision gives
away there. Adding up one times the other gives what the rule loses in all, because what one decision gives
away is counted once and the rest of the game is valued as if played on optimally (the performance difference
identity, docs/mathematics.md). The first comes from playing forwards, the second from optimal play alone, and
the loss by a route that knows neither, backwards from the goal: that they agree is part of the residual.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Flags, Shorts
from solvers.players.one_throw import rolls, rule_of_rolls
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.race import policy as race_policy
from solvers.race.solve import optimal_play
from solvers.thumb.certificate import Tables, residual
from solvers.thumb.in_a_race import InARace, Met, in_a_race
from solvers.thumb.region import Region
from solvers.thumb.regions import regions
from solvers.thumb.regret import DecidedByState, regret
from solvers.thumb.visits import inside


@dataclass(frozen=True)
class Evaluation(DecidedByState, InARace):
    """A rule of thumb and those whom it meets, and what each decision gives away.

    Attributes
    ----------
    advantage : float64[banked, opponent, turn_total], value of throwing minus value of holding under optimal
        play; NaN where holding wins
    """

    advantage: Array

    @cached_property
    def rolls(self) -> Flags:
        """What the rule does, int8[banked, opponent, turn_total]."""
        return rolls(self.rule)

    @cached_property
    def policy(self) -> Flags:
        """What optimal play does, int8[banked, opponent, turn_total]."""
        return race_policy.rolls(self.advantage)

    @cached_property
    def regret(self) -> Array:
        """What its decisions give away, float64[banked, opponent, turn_total]."""
        return regret(self.advantage, self.rolls)

    @cached_property
    def visits(self) -> Array:
        """How often it comes there in a game against optimal play, float64[banked, opponent, turn_total]."""
        return inside(self.turn, self.rolls, self.begun.own)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Where it gives most away, in words."""
        return regions(self.visits, self.advantage, self.rolls)

    @cached_property
    def reply_hold_at(self) -> Shorts:
        """Least turn total at which its best reply holds, int16[banked, opponent], own score first."""
        reply = race_policy.Turns(self.turn, self.rule.goal, 1.0 - self.value_against_reply.T)
        return np.stack([reply.hold_at(banked) for banked in range(self.rule.goal)])

    @cached_property
    def residual(self) -> float:
        """Of all that is proved: see `solvers.thumb.certificate`."""
        tables = Tables(
            self.value,
            self.policy,
            self.against_optimal,
            np.array([self.value_against_itself, 1.0 - self.value_against_itself.T]),
            self.against_reply,
            self.visits,
        )
        return residual(self.rule, tables)


def evaluate(rule: RuleOfThumb) -> Evaluation:
    """Solve all that is asked of a rule of thumb.

    Parameters
    ----------
    rule : what it means, in a game whose only way to go on is the same throw again

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on
    NotConverged
        if a solver does not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> found = evaluate(rule_of_thumb("hold at 20", pig.turn(), 100))
    >>> print(round(0.5 - found.loss, 4), round(found.right_decisions, 4))
    0.4601 0.9131
    """
    race = optimal_play(rule.turn, rule.goal)
    advantage = race_policy.advantage(race)
    # A tie holds as in the table of what optimal play does: visits are balanced against that.
    optimal = rule_of_rolls("optimal play", rule.turn, race_policy.rolls(advantage))
    found = in_a_race(rule, Met(race, played_by_rule(optimal)))
    return Evaluation(**vars(found), advantage=advantage)
