"""What a rule of thumb is worth in games with more to decide: against optimal play, itself and its reply.

As in `solvers.thumb.evaluation`, what its decisions give away adds up to what it loses. Nothing is kept of
single decisions but sums, as there are too many.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solvers.arrays import Array
from solvers.games.turn import Turn
from solvers.in_turn.pair import race_of
from solvers.plans.response import respond
from solvers.plans.response_with_entry import respond_with_entry
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.race.played import played_optimally
from solvers.race.policy import Inside
from solvers.race.solve import Race, optimal_play
from solvers.thumb.begun import Begun, turns_begun_of_played
from solvers.thumb.by_position.against_three import AgainstThree
from solvers.thumb.by_position.certificate import Tables, residual
from solvers.thumb.by_position.decisions import decided
from solvers.thumb.by_position.summed import SummedByPosition, dice_columns, grid_of
from solvers.turns.played import PlayedTurns


@dataclass(frozen=True)
class Met:
    """Whom rules of thumb of a game meet, solved once: optimal play.

    Attributes
    ----------
    race : its answer
    turns : how its turns end
    """

    race: Race
    turns: PlayedTurns


@dataclass(frozen=True)
class EvaluationByPosition(AgainstThree, SummedByPosition):
    """A rule of thumb and those whom it meets.

    Attributes
    ----------
    met : optimal play
    against_optimal, against_itself : the rule against optimal play, and against itself, float64[mover,
        banked, opponent]: its chance to win if it, or the other, is about to move
    against_reply : against its best reply
    begun : how often turns of the rule, and of optimal play, begin in a game of theirs
    """

    met: Met
    against_optimal: Array
    against_itself: Array
    against_reply: Array
    begun: Begun

    def wins(self, chances: Array) -> float:
        return float(chances[:, 0, 0].mean())

    @property
    def value(self) -> Array:
        """What optimal play is worth to whoever is about to move, float64[banked, opponent]."""
        return self.met.race.value

    @property
    def lost(self) -> Array:
        """What it gives away in a game in the turns from these scores, float64[banked, opponent]."""
        return self.decided.lost

    @cached_property
    def residual(self) -> float:
        """Of all that is proved: see `solvers.thumb.by_position.certificate`."""
        column, _ = dice_columns(self.rule, self.dice_apart)
        return residual(
            self.rule,
            column,
            Tables(
                self.value,
                self.against_optimal,
                np.array([self.value_against_itself, 1.0 - self.value_against_itself.T]),
                self.against_reply,
                np.array(self.begun),
                self.lost,
                *self.tables,
            ),
        )


def meet(turn: Turn, goal: int) -> Met:
    """Solve optimal play, and play out its turns.

    Parameters
    ----------
    turn : any turn
    goal : points to win, 2 or more

    Raises
    ------
    NotConverged
        if the race does not converge
    """
    race = optimal_play(turn, goal)
    return Met(race, played_optimally(race))


def best_reply(turn: Turn, name: str, own: PlayedTurns, met: Met) -> tuple[Array, Array]:
    """The best reply's chances to win, float64[banked, opponent] with its own score first, if it is about to
    move, and if the rule is.

    Parameters
    ----------
    turn : the game
    name : of the rule
    own : its turns, played out
    met : optimal play

    Raises
    ------
    NotConverged
        if a solver does not converge
    """
    if turn.entry:
        return respond_with_entry(turn, name, own, met.turns)
    return respond(turn, name, own)


def evaluate_by_position(
    rule: RuleOfThumb, met: Met | None = None, dice_apart: bool = True
) -> EvaluationByPosition:
    """Solve all that is asked of a rule of thumb.

    Parameters
    ----------
    rule : what it means
    met : optimal play, if it has been solved
    dice_apart : whether tables tell dice left apart, where throws are named by their dice

    Raises
    ------
    NotConverged
        if a solver does not converge

    Examples
    --------
    >>> from solvers.games import pig
    >>> from solvers.players.rule import rule_of_thumb
    >>> found = evaluate_by_position(rule_of_thumb("hold at 20", pig.turn(), 100))
    >>> print(round(0.5 - found.loss, 4), round(found.right_decisions, 4))  # as `solvers.thumb.evaluation`
    0.4601 0.9131
    """
    turn, own = rule.turn, played_by_rule(rule)
    best = meet(turn, rule.goal) if met is None else met
    who = f"{rule.name} against optimal play"
    begun = turns_begun_of_played(turn, who, own, best.turns)
    value, waiting = best_reply(turn, rule.name, own, best)
    lost = decided(Inside(best.race), 1.0 - best.race.value, rule, begun.own, grid_of(rule))
    return EvaluationByPosition(
        rule,
        lost,
        dice_apart,
        best,
        np.array(race_of(turn, who, own, best.turns)),
        np.array(race_of(turn, f"{rule.name} against itself", own, own)),
        np.array([1.0 - waiting.T, 1.0 - value.T]),
        begun,
    )
