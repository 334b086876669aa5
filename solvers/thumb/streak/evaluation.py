"""The values of a rule of thumb where busts in a row cost points, and what its decisions give away.

Its opponents are optimal play, itself and its best reply.

Optimal play and the ends of its turns are solved once. For a rule, all pairs of scores and of numbers of
busts are backed up, iteratively: for Farkle to 10 000 in about a second, and twice that with the proof of
accuracy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array
from solvers.contests.streak import Rule
from solvers.games.plan import Plan
from solvers.in_turn.streaks import TurnsByBusts
from solvers.players.rule import RuleOfThumb
from solvers.streak.solve import Streak, optimal_play
from solvers.thumb.contest import AgainstThree, ContestOfTwo, LastingAgainstTwo, wins
from solvers.thumb.judged import Judged, dice_columns
from solvers.thumb.regions.region import Phases
from solvers.thumb.standings import Standings
from solvers.thumb.streak.certificate import Tables, residual
from solvers.thumb.streak.decided.begun import Begun, turns_begun
from solvers.thumb.streak.decided.certificate_of_play import residual_of_play
from solvers.thumb.streak.decided.standings import phases, standings
from solvers.thumb.streak.lasts import both_last, reply_played
from solvers.thumb.streak.rounds import compared_with, played_against
from solvers.thumb.streak.rule import RuleByBusts, rule_by_busts
from solvers.thumb.streak.turns import by_plan, by_rule, chosen, optimally


@dataclass(frozen=True)
class ContestOfStreak(ContestOfTwo[TurnsByBusts]):
    """A race in which busts in a row cost points, in a game where busts score nothing.

    Win probabilities are float64[mover, banked, opponent, own_busts, opponent_busts].

    Parameters
    ----------
    streak : what busts in a row cost
    """

    streak: Rule

    @cached_property
    def met(self) -> Streak:
        """Optimal play, solved on first use."""
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
class StreakEvaluation(Judged, AgainstThree, LastingAgainstTwo):
    """A rule of thumb and its opponents, by the states of the contest, and sums over its decisions.

    Attributes
    ----------
    ruled : the rule; `rule` is what it does while neither player has bust
    contest : the contest, with optimal play
    player : the rule's turns
    """

    ruled: RuleByBusts
    contest: ContestOfStreak
    player: TurnsByBusts

    def turns_to_come(self, reply: bool) -> tuple[Array, Array]:
        who = "its best reply" if reply else "optimal play"
        other = reply_played(self.ruled, self.value_against_reply, None) if reply else self.contest.optimal
        return both_last(self.ruled, self.player, other, None, f"{self.ruled.name} against {who}")

    @property
    def phases(self) -> Phases:
        return phases(self.ruled.streak.busts)

    @property
    def does(self) -> tuple[RuleOfThumb, ...]:
        return tuple(self.ruled.at(own, other) for own, other in np.ndindex(self.ruled.part.shape))

    @cached_property
    def begun(self) -> Begun:
        """How often turns begin against optimal play."""
        who = f"{self.ruled.name} against optimal play"
        return turns_begun(self.ruled.streak, who, self.player, self.contest.optimal)

    @cached_property
    def standings(self) -> tuple[Standings, ...]:
        return standings(self.ruled, chosen(self.contest.met), self.begun.own)

    @property
    def lost(self) -> Array:
        """Loss per game in the turns from there, float64[banked, opponent, own_busts, opponent_busts]."""
        lost = np.stack(self.decided.lost, axis=-1)
        return lost.reshape(*lost.shape[:2], *self.ruled.part.shape)

    @property
    def turns_begun(self) -> Array:
        """Its turns per game against optimal play, float64[banked, opponent, own_busts, opponent_busts]."""
        return self.begun.own

    @property
    def turns_begun_by_optimal(self) -> Array:
        """Turns of optimal play per game, of the same shape, the rule's score and busts first."""
        return self.begun.other

    @property
    def optimal_value(self) -> Array:
        """Value of optimal play to the player about to move, of the same shape as `lost`."""
        return self.contest.met.value

    @cached_property
    def residual(self) -> float:
        """Largest error, see `solvers.thumb.streak.certificate` and `certificate_of_play`."""
        tables = Tables(
            self.optimal_value, self.against_optimal, self.value_against_itself, self.against_reply
        )
        off_of_play = residual_of_play(self.ruled, lambda rule: dice_columns(rule, self.dice_apart)[0], self)
        return float(np.maximum(residual(self.ruled, tables), off_of_play))


def evaluate(rule: RuleByBusts, dice_apart: bool = True) -> StreakEvaluation:
    """Evaluate a rule of thumb.

    Parameters
    ----------
    rule : the rule
    dice_apart : whether tables distinguish the dice left, if throws are named by their dice

    Raises
    ------
    InvalidRules, NotConverged
        if a solver refuses the game, or does not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.thumb.streak.rule import rule_by_busts
    >>> found = evaluate(rule_by_busts("hold at 20", pig.turn(), 100, Rule(busts=3, cost=0)))
    >>> # As `solvers.thumb.evaluation`, where busts cost nothing.
    >>> print(round(0.5 - found.loss, 4), round(found.right_decisions, 4))
    0.4601 0.9131
    """
    contest, player = ContestOfStreak(rule.turn, rule.goal, rule.streak), by_rule(rule)
    three = contest.three(rule.name, player)
    return StreakEvaluation(*three, rule.at(0, 0), dice_apart, rule, contest, player)
