"""What a rule of thumb gives away in games with more to decide, as often as a search asks.

Optimal play and how its turns end are solved once. A rule is worth what backing up all pairs of scores says,
its turns played out before: for Farkle to 10 000 points some hundredths of a second.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solvers.arrays import Array
from solvers.errors import NotConverged, expected
from solvers.games.plan import Plan
from solvers.games.turn import Turn
from solvers.plans.head_to_head import race_of
from solvers.plans.played_turns import FlatTurn, PlayedTurns, flat, played
from solvers.thumb.by_position.evaluation import Met, best_reply, meet
from solvers.thumb.by_position.rule import rule_by_position
from solvers.thumb.by_position.turns import played_by_rule


class Standing(NamedTuple):
    """How a rule stands.

    Attributes
    ----------
    loss, loss_to_reply : chance to win that it lacks to a half, against optimal play and its best reply
    first : its chance to win against itself when it moves first
    """

    loss: float
    loss_to_reply: float
    first: float


@dataclass(frozen=True)
class ContestByPosition:
    """What rules of thumb are tried in: optimal play of one game, solved once.

    Parameters
    ----------
    turn : any turn that opens in one way
    goal : points to win
    """

    turn: Turn
    goal: int

    @cached_property
    def met(self) -> Met:
        """Optimal play, solved when it is first asked for."""
        return meet(self.turn, self.goal)

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
        own = self._played(text, numbers)
        try:
            return 0.5 - _wins(*race_of(self.turn, text, own, self.met.turns))
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
            if it is no rule, or a plan where the game has an entry
        """
        if isinstance(who, Plan):
            if self.turn.entry:
                remedy = "A plan knows no scores, and would hold with less."
                raise expected("entry", "0 where a plan is tried", self.turn.entry, remedy)
            name, own = who.name, played(who, self.goal)
        else:
            name, own = who, self._played(who, numbers)
        return self._standing(name, own)

    def _played(self, text: str, numbers: dict[str, int] | None) -> PlayedTurns:
        """The turns of a rule."""
        return played_by_rule(rule_by_position(text, self.turn, self.goal, numbers), self.rules)

    def _standing(self, name: str, own: PlayedTurns) -> Standing:
        """How somebody stands whose turns have been played out."""
        reply, waiting = best_reply(self.turn, name, own, self.met)
        itself, _ = race_of(self.turn, name, own, own)
        return Standing(
            max(0.0, 0.5 - _wins(*race_of(self.turn, name, own, self.met.turns))),
            max(0.0, _wins(reply, waiting) - 0.5),
            float(itself[0, 0]),
        )


def _wins(value: Array, waiting: Array) -> float:
    """Over both seats, from the start."""
    return float((value[0, 0] + waiting[0, 0]) / 2.0)
