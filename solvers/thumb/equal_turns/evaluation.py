"""What a rule of thumb is worth under equal turns: against optimal play, itself and its best reply, in each
seat.

Optimal play and how its turns end are solved once, and of a rule all pairs of scores are backed up in both
seats: for Farkle to 10 000 points some hundredths of a second.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.played import optimally
from solvers.equal_turns.response.solve import replies
from solvers.equal_turns.solve import EqualTurns, optimal_play
from solvers.errors import expected
from solvers.games.plan import Plan
from solvers.in_turn.equal_turns import with_equal_turns
from solvers.players.played import Player
from solvers.players.played_rule import player_by_rule
from solvers.players.rule import RuleOfThumb
from solvers.players.ruled import Ruled, ruled
from solvers.thumb.contest import AgainstThree, ContestOfTwo
from solvers.thumb.equal_turns.certificate import Tables, residual


@dataclass(frozen=True)
class ContestOfEqualTurns(ContestOfTwo[Player]):
    """Equal turns, of a turn that wipes nothing.

    Its chances are float64[mover, seat, banked, opponent]; in seat 0 somebody moves first. What a tie is
    worth to the first player is float64[seat].

    Parameters
    ----------
    tie : who wins with equal scores
    """

    tie: Tie

    @cached_property
    def met(self) -> EqualTurns:
        """Optimal play, solved when it is first asked for."""
        return optimal_play(self.turn, self.goal, self.tie)

    @cached_property
    def optimal(self) -> Player:
        return optimally(self.met)

    def by_rule(self, text: str, numbers: Mapping[str, int]) -> Player:
        return self.player(ruled(text, self.turn, self.goal, numbers))

    def player(self, own: Ruled) -> Player:
        """The turns of a rule.

        Raises
        ------
        InvalidRules
            if a throw wipes: optimal play of such a game is not played out
        """
        if self.turn.wipes:
            remedy = "Ask equal_turns_response_to_rule, or race, which take it."
            raise expected("rules", "a game that wipes nothing", self.turn.name, remedy)
        return player_by_rule(own, self.tie, self.rules)

    def by_plan(self, plan: Plan) -> Player:
        remedy = "It says nothing of last turns."
        raise expected("plan", "none under equal turns", plan.name, remedy)

    def wins(self, chances: Array) -> float:
        return float((chances[0, 0, 0, 0] + chances[1, 1, 0, 0]) / 2.0)

    def against(self, who: str, own: Player, other: Player) -> Array:
        return self.met_by(own, other)[0]

    def replied(self, name: str, own: Player) -> Array:
        return self.replied_by(own)[0]

    def met_by(self, own: Player, other: Player) -> tuple[Array, Array]:
        """Own's chances to win against somebody, and what a tie is worth.

        Raises
        ------
        NotConverged
            if hardly a turn of both scores
        """
        first = with_equal_turns(self.turn, self.tie, own, other)
        second = first if own is other else with_equal_turns(self.turn, self.tie, other, own)
        (value, waiting), (others, waited) = first.pair.wins(), second.pair.wins()
        # Of the contest in which own moves second, what it wins is what the other loses.
        chances = np.stack([np.stack([value, 1.0 - waited.T]), np.stack([waiting, 1.0 - others.T])])
        return chances, np.array([first.rounds.tie_value, second.rounds.tie_value])

    def replied_by(self, own: Player) -> tuple[Array, Array]:
        """Own's chances to win against its best reply, and what a tie is worth.

        Raises
        ------
        InvalidRules, NotConverged
            as `solvers.equal_turns.response.solve.replies`
        """
        second, first = replies(self.turn, self.goal, self.tie, own)
        moving = np.stack([first.value, second.second_value])
        chances = np.stack([moving, 1.0 - np.stack([first.second_value.T, second.value.T])])
        return chances, np.array([first.tie_value, second.tie_value])


@dataclass(frozen=True)
class EqualTurnsEvaluation(AgainstThree):
    """A rule of thumb and those whom it meets, by the states of the contest.

    Attributes
    ----------
    ruled : what it means
    contest : with optimal play
    tie_values : what a tie is worth to the first player, float64[other, seat], the other being optimal play,
        the rule itself and its best reply
    """

    ruled: Ruled
    contest: ContestOfEqualTurns
    tie_values: Array

    @property
    def rule(self) -> RuleOfThumb:
        """What it means."""
        return self.ruled.rule

    def wins(self, chances: Array) -> float:
        return self.contest.wins(chances)

    @property
    def value(self) -> Array:
        """What optimal play is worth to whoever is about to move, float64[seat, banked, opponent]."""
        return np.stack([self.contest.met.value, self.contest.met.second_value])

    @property
    def tie_value(self) -> float:
        """What a tie is worth to the first player of two who play optimally."""
        return self.contest.met.tie_value

    @cached_property
    def residual(self) -> float:
        """Of all values: see `solvers.thumb.equal_turns.certificate`."""
        return residual(
            self.rule,
            self.ruled.again,
            self.contest.tie,
            Tables(
                self.value,
                self.against_optimal,
                self.value_against_itself,
                self.against_reply,
                self.tie_value,
                self.tie_values,
            ),
        )


def evaluate(own: Ruled, tie: Tie) -> EqualTurnsEvaluation:
    """Solve all that is asked of a rule of thumb.

    Parameters
    ----------
    own : what it means
    tie : who wins with equal scores

    Raises
    ------
    InvalidRules, NotConverged
        if the turn wipes, a solver refuses the game otherwise, or does not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.ruled import ruled
    >>> rule = ruled("hold at 20", pig.turn(), 100)
    >>> found = evaluate(rule, Tie.SHARED)
    >>> from solvers.equal_turns.response.solve import best_response
    >>> known = best_response(rule, Tie.SHARED).wins
    >>> print(round(1 - found.wins(found.against_reply), 6), round(known, 6))
    0.525939 0.525939
    """
    contest = ContestOfEqualTurns(own.rule.turn, own.rule.goal, tie)
    player = contest.player(own)
    found = (
        contest.met_by(player, contest.optimal),
        contest.met_by(player, player),
        contest.replied_by(player),
    )
    optimal, itself, reply = (chances for chances, _ in found)
    return EqualTurnsEvaluation(optimal, itself, reply, own, contest, np.stack([ties for _, ties in found]))
