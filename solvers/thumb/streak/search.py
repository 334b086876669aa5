"""What a rule of thumb gives away where busts in a row cost points, as often as a search asks.

Optimal play and how its turns end are solved once. Of a rule all pairs of scores and of counts are backed up,
in rounds: for Farkle to 10 000 points about a second, and twice that where it is proved how near they are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from solvers.arrays import Array
from solvers.games.plan import Plan
from solvers.streak.rule import Rule
from solvers.thumb.contest import ContestOfTwo, wins
from solvers.thumb.streak.evaluation import Met, meet
from solvers.thumb.streak.rounds import compared_with, played_against, replied_to
from solvers.thumb.streak.rule import rule_by_busts
from solvers.thumb.streak.turns import TurnsByBusts, by_plan, by_rule


@dataclass(frozen=True)
class ContestOfStreak(ContestOfTwo[TurnsByBusts]):
    """A race in which busts in a row cost points, of a turn in which a bust scores nothing.

    Parameters
    ----------
    streak : what busts in a row cost
    """

    streak: Rule

    @cached_property
    def met(self) -> Met:
        """Optimal play, solved when it is first asked for."""
        return meet(self.turn, self.goal, self.streak)

    def by_rule(self, text: str, numbers: Mapping[str, int]) -> TurnsByBusts:
        return by_rule(rule_by_busts(text, self.turn, self.goal, self.streak, numbers), self.rules)

    def by_plan(self, plan: Plan) -> TurnsByBusts:
        return by_plan(plan, self.goal, self.streak.busts)

    @property
    def optimal(self) -> TurnsByBusts:
        return self.met.turns

    def compared(self, name: str, own: TurnsByBusts) -> float:
        return wins(compared_with(self.met.contest, own, self.optimal, f"{name} against optimal play"))

    def against(self, who: str, own: TurnsByBusts, other: TurnsByBusts) -> Array:
        return played_against(self.met.contest, own, other, who)

    def replied(self, name: str, own: TurnsByBusts) -> Array:
        return replied_to(self.met.contest, own, f"{name} against its best reply")
