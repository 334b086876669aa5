"""What a rule of thumb is worth where busts in a row cost: against optimal play, itself and its reply.

Optimal play and how its turns end are solved once. Of a rule all pairs of scores and of counts are backed up,
in rounds: for Farkle to 10 000 points about a second, and twice that where it is proved how near they are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from solvers.arrays import Array
from solvers.contests.streak import Rule
from solvers.games.plan import Plan
from solvers.in_turn.streaks import TurnsByBusts
from solvers.streak.solve import Streak, optimal_play
from solvers.thumb.contest import AgainstThree, ContestOfTwo, wins
from solvers.thumb.streak.certificate import Tables, residual
from solvers.thumb.streak.rounds import compared_with, played_against
from solvers.thumb.streak.rule import RuleByBusts, rule_by_busts
from solvers.thumb.streak.turns import by_plan, by_rule, optimally


@dataclass(frozen=True)
class ContestOfStreak(ContestOfTwo[TurnsByBusts]):
    """A race in which busts in a row cost points, of a turn in which a bust scores nothing.

    Its chances are float64[mover, banked, opponent, own_busts, opponent_busts].

    Parameters
    ----------
    streak : what busts in a row cost
    """

    streak: Rule

    @cached_property
    def met(self) -> Streak:
        """Optimal play, solved when it is first asked for."""
        return optimal_play(self.turn, self.goal, self.streak)

    @cached_property
    def optimal(self) -> TurnsByBusts:
        return optimally(self.met)

    def by_rule(self, text: str, numbers: Mapping[str, int]) -> TurnsByBusts:
        return by_rule(rule_by_busts(text, self.turn, self.goal, self.streak, numbers), self.rules)

    def by_plan(self, plan: Plan) -> TurnsByBusts:
        return by_plan(plan, self.goal, self.streak.busts)

    def compared(self, name: str, own: TurnsByBusts) -> float:
        return wins(compared_with(self.met, own, self.optimal, f"{name} against optimal play"))

    def against(self, who: str, own: TurnsByBusts, other: TurnsByBusts) -> Array:
        return played_against(self.met, own, other, who)

    def replied(self, name: str, own: TurnsByBusts) -> Array:
        return played_against(self.met, own, None, f"{name} against its best reply")


@dataclass(frozen=True)
class StreakEvaluation(AgainstThree):
    """A rule of thumb and those whom it meets, by the states of the contest.

    Attributes
    ----------
    rule : what it means
    contest : with optimal play
    """

    rule: RuleByBusts
    contest: ContestOfStreak

    @property
    def value(self) -> Array:
        """What optimal play is worth to whoever is about to move, float64[banked, opponent, own_busts,
        opponent_busts].
        """
        return self.contest.met.value

    @cached_property
    def residual(self) -> float:
        """Of all values: see `solvers.thumb.streak.certificate`."""
        return residual(
            self.rule,
            Tables(self.value, self.against_optimal, self.value_against_itself, self.against_reply),
        )


def evaluate(rule: RuleByBusts) -> StreakEvaluation:
    """Solve all that is asked of a rule of thumb.

    Parameters
    ----------
    rule : what it means

    Raises
    ------
    InvalidRules, NotConverged
        if a solver refuses the game, or does not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.thumb.streak.rule import rule_by_busts
    >>> found = evaluate(rule_by_busts("hold at 20", pig.turn(), 100, Rule(busts=3, cost=0)))
    >>> print(round(0.5 - found.loss, 4))  # as `solvers.thumb.evaluation`, where busts cost nothing
    0.4601
    """
    contest = ContestOfStreak(rule.turn, rule.goal, rule.streak)
    return StreakEvaluation(*contest.three(rule.name, by_rule(rule)), rule, contest)
