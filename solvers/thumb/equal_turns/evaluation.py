"""The values of a rule of thumb with equal turns in each seat, and what its decisions give away.

Its opponents are optimal play, itself and its best reply.

Optimal play and the ends of its turns are solved once. For a rule, all pairs of scores are backed up in both
seats: for Farkle to 10 000 in some hundredths of a second.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.played import optimally
from solvers.equal_turns.response.solve import Replies, replies
from solvers.equal_turns.solve import EqualTurns, optimal_play
from solvers.errors import expected
from solvers.games.plan import Plan
from solvers.in_turn.equal_turns import turns_in_seats, with_equal_turns
from solvers.players.played import Player
from solvers.players.played_rule import player_by_rule
from solvers.players.ruled import Ruled, ruled
from solvers.thumb.contest import AgainstThree, ContestOfTwo, LastingAgainstTwo
from solvers.thumb.equal_turns.certificate import Tables, residual
from solvers.thumb.equal_turns.certificate_of_play import residual_of_play, up_to
from solvers.thumb.equal_turns.standings import PHASES, Begun, begun, standings
from solvers.thumb.judged import Judged, dice_columns
from solvers.thumb.regions.region import Phases
from solvers.thumb.standings import Standings


@dataclass(frozen=True)
class ContestOfEqualTurns(ContestOfTwo[Player]):
    """A contest with equal turns, in a game without wipes.

    Win probabilities are float64[mover, seat, banked, opponent]; in seat 0 the player moves first. Values of
    a tie to the first player are float64[seat].

    Parameters
    ----------
    tie : who wins ties
    """

    tie: Tie

    @cached_property
    def met(self) -> EqualTurns:
        """Optimal play, solved on first use."""
        return optimal_play(self.turn, self.goal, self.tie)

    @cached_property
    def optimal(self) -> Player:
        return optimally(self.met)

    def by_rule(self, text: str, numbers: Mapping[str, int]) -> Player:
        return self.player(ruled(text, self.turn, self.goal, numbers))

    def player(self, own: Ruled) -> Player:
        """Return the turns of a rule.

        Raises
        ------
        InvalidRules
            if a throw wipes: optimal play of such games is not played out
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
        return self.won_against(self.replies_to(own))[0]

    def met_by(self, own: Player, other: Player) -> tuple[Array, Array]:
        """Return own's win probabilities against other, and the values of a tie.

        Raises
        ------
        NotConverged
            if turns of both hardly ever score
        """
        first = with_equal_turns(self.turn, self.tie, own, other)
        second = first if own is other else with_equal_turns(self.turn, self.tie, other, own)
        (value, waiting), (others, waited) = first.pair.wins(), second.pair.wins()
        # In the contest where own moves second, it wins what the other loses.
        chances = np.stack([np.stack([value, 1.0 - waited.T]), np.stack([waiting, 1.0 - others.T])])
        return chances, np.array([first.rounds.tie_value, second.rounds.tie_value])

    def replies_to(self, own: Player) -> Replies:
        """Return the contests in which its best reply moves first, and second.

        Raises
        ------
        InvalidRules, NotConverged
            as `solvers.equal_turns.response.solve.replies` does
        """
        return replies(self.turn, self.goal, self.tie, own)

    def won_against(self, answers: Replies) -> tuple[Array, Array]:
        """Return the win probabilities against a best reply, and the values of a tie.

        Parameters
        ----------
        answers : the contests in which the reply moves first, and second
        """
        second, first = answers
        moving = np.stack([first.value, second.second_value])
        chances = np.stack([moving, 1.0 - np.stack([first.second_value.T, second.value.T])])
        return chances, np.array([first.tie_value, second.tie_value])


@dataclass(frozen=True)
class EqualTurnsEvaluation(Judged, AgainstThree, LastingAgainstTwo):
    """A rule of thumb and its opponents, in each seat, and sums over its decisions.

    Attributes
    ----------
    ruled : the rule
    contest : the contest, with optimal play
    player : the rule's turns
    replies : the contests in which its best reply moves first, and second
    tie_values : float64[other, seat], value of a tie to the first player if the rule's opponent is optimal
        play, itself or its reply
    """

    ruled: Ruled
    contest: ContestOfEqualTurns
    player: Player
    replies: Replies
    tie_values: Array
    seated = True

    def turns_to_come(self, reply: bool) -> tuple[Array, Array]:
        other = self.replies.played(self.player) if reply else self.contest.optimal
        return turns_in_seats(self.contest.turn, self.contest.tie, self.player, other)

    def wins(self, chances: Array) -> float:
        return self.contest.wins(chances)

    @property
    def phases(self) -> Phases:
        return PHASES

    @cached_property
    def begun(self) -> Begun:
        """How often turns begin against optimal play."""
        return begun(self.contest.met, self.player, self.contest.optimal)

    @cached_property
    def standings(self) -> tuple[Standings, ...]:
        return standings(self.ruled, self.contest.met, self.begun)

    @property
    def lost(self) -> Array:
        """Loss per game in the turns from these scores, float64[seat, banked, opponent]."""
        return np.stack(self.decided.lost[:2])

    @property
    def turns_begun(self) -> Array:
        """Its turns per game against optimal play, float64[seat, banked, opponent]."""
        return self.begun.own

    @property
    def turns_begun_by_optimal(self) -> Array:
        """Turns of optimal play per game, float64[seat, banked, opponent], the rule's seat, score first."""
        return self.begun.other

    @property
    def last_turns_begun(self) -> Array:
        """Its last turns per game, float64[behind], for 0 to the goal points behind, or more."""
        return up_to(self.rule.goal, self.begun.last)

    @property
    def lost_in_last_turns(self) -> Array:
        """Loss per game in its last turns, float64[behind]."""
        return up_to(self.rule.goal, self.decided.lost[2][0])

    @property
    def rounds_begun(self) -> Array:
        """Rounds per game after a tie, float64[seat]."""
        return self.begun.ties

    @property
    def optimal_value(self) -> Array:
        """Value of optimal play to the player about to move, float64[seat, banked, opponent]."""
        return np.stack([self.contest.met.value, self.contest.met.second_value])

    @property
    def optimal_tie_value(self) -> float:
        """Value of a tie to the first of two optimal players."""
        return self.contest.met.tie_value

    @cached_property
    def residual(self) -> float:
        """Largest error, see `solvers.thumb.equal_turns.certificate` and `certificate_of_play`."""
        rule, again, tie = self.ruled.rule, self.ruled.again, self.contest.tie
        tables = Tables(
            self.optimal_value,
            self.against_optimal,
            self.value_against_itself,
            self.against_reply,
            self.optimal_tie_value,
            self.tie_values,
        )
        group = dice_columns(rule, self.dice_apart)[0]
        off = residual(rule, again, tie, tables), residual_of_play(self.ruled, tie, group, self)
        return float(np.max(off))


def evaluate(own: Ruled, tie: Tie, dice_apart: bool = True) -> EqualTurnsEvaluation:
    """Evaluate a rule of thumb with equal turns.

    Parameters
    ----------
    own : the rule
    tie : who wins ties
    dice_apart : whether tables distinguish the dice left, if throws are named by their dice

    Raises
    ------
    InvalidRules, NotConverged
        if a throw wipes, a solver refuses the game for another reason, or does not converge

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
    >>> print(round(found.loss, 6), round(float(found.decided.lost_there.sum()), 6))  # by its decisions, too
    0.02238 0.02238
    """
    contest = ContestOfEqualTurns(own.rule.turn, own.rule.goal, tie)
    player = contest.player(own)
    answers = contest.replies_to(player)
    found = (
        contest.met_by(player, contest.optimal),
        contest.met_by(player, player),
        contest.won_against(answers),
    )
    optimal, itself, reply = (chances for chances, _ in found)
    ties = np.stack([of for _, of in found])
    return EqualTurnsEvaluation(
        optimal, itself, reply, own.rule, dice_apart, own, contest, player, answers, ties
    )
