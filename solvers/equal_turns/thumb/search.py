"""What a rule of thumb gives away under equal turns, as often as a search asks.

Optimal play and how its turns end are solved once, and of a rule all pairs of scores are backed up in both
seats: for Farkle to 10 000 points some hundredths of a second.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.thumb.evaluation import Met, against, meet, refuse_wipes, replied, wins
from solvers.errors import expected
from solvers.games.plan import Plan
from solvers.players.played import Player
from solvers.players.played_rule import player_by_rule
from solvers.players.ruled import ruled
from solvers.thumb.contest import ContestOfTwo


@dataclass(frozen=True)
class ContestOfEqualTurns(ContestOfTwo[Player]):
    """Equal turns, of a turn that wipes nothing.

    Parameters
    ----------
    tie : who wins with equal scores
    """

    tie: Tie

    @cached_property
    def met(self) -> Met:
        """Optimal play, solved when it is first asked for."""
        return meet(self.turn, self.goal, self.tie)

    def by_rule(self, text: str, numbers: Mapping[str, int]) -> Player:
        refuse_wipes(self.turn)
        own = ruled(text, self.turn, self.goal, numbers)
        return player_by_rule(own, self.tie, self.rules)

    def by_plan(self, plan: Plan) -> Player:
        remedy = "It says nothing of last turns."
        raise expected("plan", "none under equal turns", plan.name, remedy)

    @property
    def optimal(self) -> Player:
        return self.met.player

    def wins(self, chances: Array) -> float:
        return wins(chances)

    def against(self, who: str, own: Player, other: Player) -> Array:
        return against(self.turn, self.tie, own, other)[0]

    def replied(self, name: str, own: Player) -> Array:
        return replied(self.turn, self.goal, self.tie, own)[0]
