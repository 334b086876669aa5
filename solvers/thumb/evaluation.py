"""The values of a rule of thumb in a race, and what its decisions give away against optimal play."""

from dataclasses import dataclass
from functools import cached_property

from solvers.arrays import Array, Shorts
from solvers.in_turn import inside
from solvers.players.one_throw import rule_of_rolls
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.race import policy as race_policy
from solvers.race.solve import optimal_play
from solvers.thumb.certificate import residual
from solvers.thumb.in_a_race import InARace, Met, in_a_race, meet
from solvers.thumb.judged import Judged, JudgedByState, dice_columns
from solvers.thumb.standings import Standings, of_scores


@dataclass(frozen=True)
class Evaluation(Judged, InARace):
    """A rule of thumb and its opponents in a race, and sums over its decisions."""

    @cached_property
    def standings(self) -> tuple[Standings]:
        optimal = race_policy.inside(self.met.race)
        return (of_scores(self.rule, optimal, 1.0 - self.optimal_value, self.begun.own),)

    @property
    def lost(self) -> Array:
        """Loss per game in the turns from these scores, float64[banked, opponent]."""
        return self.decided.lost[0]

    @property
    def turns_begun(self) -> Array:
        """Its turns per game against optimal play, float64[banked, opponent]."""
        return self.begun.own

    @property
    def turns_begun_by_optimal(self) -> Array:
        """Turns of optimal play per game, float64[banked, opponent], the rule's score first."""
        return self.begun.other

    @cached_property
    def residual(self) -> float:
        """Largest error of all that is proved, see `solvers.thumb.certificate`."""
        return residual(self.rule, dice_columns(self.rule, self.dice_apart)[0], self)


@dataclass(frozen=True)
class EvaluationByState(JudgedByState, Evaluation):
    """The same with what each decision gives away, if the only way to go on is the same throw again."""

    advantage: Array

    @cached_property
    def reply_hold_at(self) -> Shorts:
        """Least turn total at which its best reply holds, int16[banked, opponent], own score first."""
        return inside.in_a_race(self.turn, self.rule.goal, 1.0 - self.value_against_reply.T).hold_at()


def evaluate(rule: RuleOfThumb, met: Met | None = None, dice_apart: bool = True) -> Evaluation:
    """Evaluate a rule of thumb in a race.

    Parameters
    ----------
    rule : the rule
    met : optimal play, if already solved
    dice_apart : whether tables distinguish the dice left, if throws are named by their dice

    Raises
    ------
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
    found = in_a_race(rule, meet(rule.turn, rule.goal) if met is None else met)
    return Evaluation(**vars(found), dice_apart=dice_apart)


def evaluate_by_state(rule: RuleOfThumb) -> EvaluationByState:
    """Evaluate a rule like `evaluate`, decision by decision.

    Parameters
    ----------
    rule : a rule in a game whose only way to go on is the same throw again

    Raises
    ------
    InvalidRules
        if the game has other ways to go on
    NotConverged
        if a solver does not converge
    """
    race = optimal_play(rule.turn, rule.goal)
    advantage = race_policy.advantage(race)
    # Ties hold as in the stored policy of optimal play, as visits are balanced against that.
    optimal = rule_of_rolls("optimal play", rule.turn, inside.rolls(advantage))
    found = in_a_race(rule, Met(race, played_by_rule(optimal)))
    return EvaluationByState(**vars(found), dice_apart=False, advantage=advantage)
