"""What a rule of thumb is worth: against optimal play, against itself and against its best reply.

Against optimal play it is also said why: how often play comes to each decision, and what the decision gives
away there. Adding up one times the other gives what the rule loses in all, because what one decision gives
away is counted once and the rest of the game is valued as if played on optimally (the performance difference
identity, docs/mathematics.md). The first comes from playing forwards, the second from optimal play alone, and
the loss by a route that knows neither, backwards from the goal: that they agree is part of the residual.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array, Shorts
from solvers.fixed import race_response
from solvers.fixed.head_to_head import HeadToHead, head_to_head
from solvers.fixed.policies import Policy
from solvers.fixed.race_response import RaceResponse, best_response
from solvers.games.turn import Turn
from solvers.thumb.begun import turns_begun
from solvers.thumb.certificate import Tables, residual
from solvers.thumb.optimal import Optimal, optimal
from solvers.thumb.region import Region
from solvers.thumb.regions import regions
from solvers.thumb.regret import DecidedByState, regret
from solvers.thumb.visits import visits


@dataclass(frozen=True)
class Evaluation(DecidedByState):
    """A rule of thumb and those whom it meets.

    Attributes
    ----------
    turn : the game
    rule : the policy that it means, which counts no scoring turns
    optimal : optimal play
    against_optimal, against_itself : the rule against optimal play, and against itself
    reply : the best response to it
    """

    turn: Turn
    rule: Policy
    optimal: Optimal
    against_optimal: HeadToHead
    against_itself: HeadToHead
    reply: RaceResponse

    @cached_property
    def regret(self) -> Array:
        """What its decisions give away, float64[banked, opponent, turn_total]."""
        return regret(self.optimal.advantage, self.rule.rolls[0])

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Where it gives most away, in words."""
        return regions(self.visits, self.optimal.advantage, self.rule.rolls[0])

    @cached_property
    def visits(self) -> Array:
        """How often it comes there in a game against optimal play, float64[banked, opponent, turn_total]."""
        begun = turns_begun(self.turn, self.rule, self.optimal.policy)
        return visits(self.turn, self.rule, begun)

    @property
    def value_against_optimal(self) -> Array:
        """The rule's chance to win when about to move, float64[banked, opponent]; likewise those below."""
        return np.asarray(self.against_optimal.value[0, 0])

    @property
    def waiting_value_against_optimal(self) -> Array:
        """While optimal play is about to move."""
        return np.asarray(self.against_optimal.waiting_value[0, 0])

    @property
    def value_against_itself(self) -> Array:
        """Against itself, when about to move."""
        return np.asarray(self.against_itself.value[0, 0])

    @property
    def value_against_reply(self) -> Array:
        """Against its best reply, when about to move."""
        return np.asarray(1.0 - self.reply.waiting_value[0].T)

    @property
    def waiting_value_against_reply(self) -> Array:
        """While its best reply is about to move."""
        return np.asarray(1.0 - self.reply.value[0].T)

    @cached_property
    def reply_hold_at(self) -> Shorts:
        """Least turn total at which its best reply holds, int16[banked, opponent], own score first."""
        return np.asarray(race_response.hold_at(self.reply)[0])

    @property
    def loss(self) -> float:
        """What it gives away to optimal play: the chance to win that it lacks to a half."""
        return max(0.0, 0.5 - self.against_optimal.wins)

    @property
    def loss_to_reply(self) -> float:
        """What it gives away to its best reply."""
        return max(0.0, self.reply.wins - 0.5)

    @cached_property
    def residual(self) -> float:
        """Of all that is proved: see `solvers.thumb.certificate`."""
        tables = Tables(
            self.optimal.value,
            self.optimal.policy.rolls[0],
            np.array([self.value_against_optimal, self.waiting_value_against_optimal]),
            np.array([self.value_against_itself, 1.0 - self.value_against_itself.T]),
            np.array([self.value_against_reply, self.waiting_value_against_reply]),
            self.visits,
        )
        return residual(self.turn, self.rule.rolls[0], tables)


def evaluate(turn: Turn, rule: Policy) -> Evaluation:
    """Solve all that is asked of a rule of thumb.

    Parameters
    ----------
    turn : a turn in which the only way to go on is the same throw again
    rule : the policy that it means, see `solvers.thumb.rule.policy`

    Raises
    ------
    InvalidRules
        if the turn offers other ways to go on
    NotConverged
        if a solver does not converge

    Examples
    --------
    >>> from solvers.fixed import policies
    >>> from solvers.games import pig
    >>> found = evaluate(pig.turn(), policies.hold_at(100, 20))
    >>> print(round(found.against_optimal.wins, 4), round(found.right_decisions, 4))
    0.4601 0.9131
    """
    best = optimal(turn, rule.goal)
    return Evaluation(
        turn,
        rule,
        best,
        head_to_head(turn, rule, best.policy),
        head_to_head(turn, rule, rule),
        best_response(turn, rule),
    )
