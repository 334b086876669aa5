"""What a rule of thumb gives away where busts in a row cost points, as often as a search asks.

Optimal play and how its turns end are solved once. Of a rule all pairs of scores and of counts are backed up,
in rounds: for Farkle to 10 000 points a second or two.
"""

from dataclasses import dataclass
from functools import cached_property

from solvers.arrays import Array
from solvers.errors import NotConverged
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.plans.played_turns import FlatTurn, flat
from solvers.streak.rule import Rule
from solvers.thumb.by_position.rule import rule_by_position
from solvers.thumb.by_position.search import Standing
from solvers.thumb.streak.evaluation import Met, meet, wins
from solvers.thumb.streak.rounds import played_against, replied_to
from solvers.thumb.streak.turns import TurnsByBusts, by_plan, by_rule


@dataclass(frozen=True)
class ContestOfStreak:
    """What rules of thumb are tried in: optimal play of one contest, solved once.

    Parameters
    ----------
    turn : any turn that opens in one way, in which a bust scores nothing
    goal : points to win
    streak : what busts in a row cost
    """

    turn: Turn
    goal: int
    streak: Rule

    @cached_property
    def met(self) -> Met:
        """Optimal play, solved when it is first asked for."""
        return meet(self.turn, self.goal, self.streak)

    @cached_property
    def rules(self) -> FlatTurn:
        """The turn as flat arrays: to make them takes longer than to play it out."""
        return flat(self.turn)

    def loss(self, text: str, numbers: dict[str, int]) -> float:
        """What a rule gives away; infinite where hardly a turn of it scores.

        Parameters
        ----------
        text : the rule
        numbers : what stands for {a} to {d}

        Raises
        ------
        InvalidRules
            if it is no rule
        """
        try:
            return 0.5 - wins(self._against_optimal(self._played(text, numbers), text))
        except NotConverged:
            return float("inf")

    def standing(self, who: str | Plan, numbers: dict[str, int] | None = None) -> Standing:
        """How a rule stands, or a plan.

        Parameters
        ----------
        who : the rule, or a plan
        numbers : what stands for {a} to {d}

        Raises
        ------
        InvalidRules
            if it is no rule
        """
        if isinstance(who, Plan):
            name, own = who.name, by_plan(who, self.goal, self.streak.busts)
        else:
            name, own = who, self._played(who, numbers)
        contest = self.met.contest
        itself = played_against(contest, own, own, f"{name} against itself")
        return Standing(
            max(0.0, 0.5 - wins(self._against_optimal(own, name))),
            max(0.0, 0.5 - wins(replied_to(contest, own, f"{name} against its best reply"))),
            float(itself.flat[0]),
        )

    def _played(self, text: str, numbers: dict[str, int] | None) -> TurnsByBusts:
        """The turns of a rule."""
        rule = rule_by_position(text, self.turn, self.goal, numbers)
        return by_rule(rule, self.streak.busts, self.rules)

    def _against_optimal(self, own: TurnsByBusts, name: str) -> Array:
        """Chances to win against optimal play."""
        return played_against(self.met.contest, own, self.met.turns, f"{name} against optimal play")
