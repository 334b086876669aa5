"""What a rule of thumb is worth under equal turns: against optimal play, itself and its best reply, in each
seat.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.response.solve import replies
from solvers.equal_turns.solve import EqualTurns, optimal_play
from solvers.equal_turns.thumb.certificate import Tables, residual
from solvers.equal_turns.thumb.optimal import optimally
from solvers.errors import expected
from solvers.games.turn import Turn
from solvers.in_turn.equal_turns import with_equal_turns
from solvers.players.played import Player
from solvers.players.played_rule import player_by_rule
from solvers.players.rule import RuleOfThumb
from solvers.players.ruled import Ruled
from solvers.thumb.contest import AgainstThree


@dataclass(frozen=True)
class Met:
    """Whom rules of thumb meet, solved once: optimal play.

    Attributes
    ----------
    contest : its answer
    player : its turns
    """

    contest: EqualTurns
    player: Player


@dataclass(frozen=True)
class EqualTurnsEvaluation(AgainstThree):
    """A rule of thumb and those whom it meets, its chances being float64[mover, seat, banked, opponent].

    In seat 0 it moves first.

    Attributes
    ----------
    ruled : what it means
    tie : who wins with equal scores
    met : optimal play
    tie_values : what a tie is worth to the first player, float64[other, seat], the other being optimal play,
        the rule itself and its best reply
    """

    ruled: Ruled
    tie: Tie
    met: Met
    tie_values: Array

    @property
    def rule(self) -> RuleOfThumb:
        """What it means."""
        return self.ruled.rule

    def wins(self, chances: Array) -> float:
        return wins(chances)

    @property
    def value(self) -> Array:
        """What optimal play is worth to whoever is about to move, float64[seat, banked, opponent]."""
        return np.stack([self.met.contest.value, self.met.contest.second_value])

    @property
    def tie_value(self) -> float:
        """What a tie is worth to the first player of two who play optimally."""
        return self.met.contest.tie_value

    @cached_property
    def residual(self) -> float:
        """Of all values: see `solvers.equal_turns.thumb.certificate`."""
        return residual(
            self.rule,
            self.ruled.again,
            self.tie,
            Tables(
                self.value,
                self.against_optimal,
                self.value_against_itself,
                self.against_reply,
                self.tie_value,
                self.tie_values,
            ),
        )


def wins(chances: Array) -> float:
    """Over both seats, from the start.

    Parameters
    ----------
    chances : float64[mover, seat, banked, opponent]
    """
    return float((chances[0, 0, 0, 0] + chances[1, 1, 0, 0]) / 2.0)


def refuse_wipes(turn: Turn) -> None:
    """Refuse a game of which optimal play is not played out.

    Parameters
    ----------
    turn : the game

    Raises
    ------
    InvalidRules
        if a throw wipes
    """
    if turn.wipes:
        remedy = "Ask equal_turns_response_to_rule, or race, which take it."
        raise expected("rules", "a game that wipes nothing", turn.name, remedy)


def meet(turn: Turn, goal: int, tie: Tie) -> Met:
    """Solve optimal play, and play out its turns.

    Parameters
    ----------
    turn : any turn that wipes nothing
    goal : points to win, 2 or more
    tie : who wins with equal scores

    Raises
    ------
    InvalidRules, NotConverged
        as `solvers.equal_turns.solve.optimal_play`
    """
    contest = optimal_play(turn, goal, tie)
    return Met(contest, optimally(contest))


def against(turn: Turn, tie: Tie, own: Player, other: Player) -> tuple[Array, Array]:
    """Own's chances to win against somebody, float64[mover, seat, banked, opponent], and what a tie is worth
    to the first player, float64[seat].

    Parameters
    ----------
    turn : any turn that wipes nothing
    tie : who wins with equal scores
    own, other : who plays

    Raises
    ------
    NotConverged
        if hardly a turn of both scores
    """
    first = with_equal_turns(turn, tie, own, other)
    second = first if own is other else with_equal_turns(turn, tie, other, own)
    (value, waiting), (others, waited) = first.pair.wins(), second.pair.wins()
    # Of the contest in which own moves second, what it wins is what the other loses.
    chances = np.stack([np.stack([value, 1.0 - waited.T]), np.stack([waiting, 1.0 - others.T])])
    return chances, np.array([first.rounds.tie_value, second.rounds.tie_value])


def replied(turn: Turn, goal: int, tie: Tie, own: Player) -> tuple[Array, Array]:
    """Own's chances to win against its best reply, as `against` gives them.

    Parameters
    ----------
    turn : any turn that wipes nothing
    goal : points to win
    tie : who wins with equal scores
    own : who plays

    Raises
    ------
    InvalidRules, NotConverged
        as `solvers.equal_turns.response.solve.replies`
    """
    second, first = replies(turn, goal, tie, own)
    return _seen(first, second), np.array([first.tie_value, second.tie_value])


def _seen(first: EqualTurns, second: EqualTurns) -> Array:
    """Chances of who moves first in the first contest, and second in the second."""
    moving = np.stack([first.value, second.second_value])
    return np.stack([moving, 1.0 - np.stack([first.second_value.T, second.value.T])])


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
    >>> print(round(1 - wins(found.against_reply), 6), round(known, 6))
    0.525939 0.525939
    """
    turn, goal = own.rule.turn, own.rule.goal
    refuse_wipes(turn)
    player = player_by_rule(own, tie)
    met = meet(turn, goal, tie)
    optimal, of_optimal = against(turn, tie, player, met.player)
    itself, of_itself = against(turn, tie, player, player)
    reply, of_reply = replied(turn, goal, tie, player)
    ties = np.stack([of_optimal, of_itself, of_reply])
    return EqualTurnsEvaluation(optimal, itself, reply, own, tie, met, ties)
