"""A rule of thumb in a race, of any turn that opens in one way: what it wins against optimal play, itself and
its best reply, and how often turns begin against optimal play.

Its turns are played out once, and so are those of optimal play; what the rule wins comes backwards from the
goal, and how often turns begin forwards from the start.
"""

from dataclasses import dataclass

import numpy as np

from solvers.arrays import Array
from solvers.fixed.race_response import respond
from solvers.games.turn import Turn
from solvers.in_turn.pair import race_of
from solvers.plans.response_with_entry import respond_with_entry
from solvers.players.rule import RuleOfThumb
from solvers.players.turns_by_rule import played_by_rule
from solvers.race.played import played_optimally
from solvers.race.solve import Race, optimal_play
from solvers.thumb.begun import Begun, turns_begun
from solvers.thumb.by_position.against_three import AgainstThree
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
class InARace(AgainstThree):
    """A rule of thumb and those whom it meets.

    Attributes
    ----------
    rule : what it means
    met : optimal play
    against_optimal, against_itself : the rule against optimal play, and against itself, float64[mover,
        banked, opponent]: its chance to win if it, or the other, is about to move
    against_reply : against its best reply
    begun : how often turns of the rule, and of optimal play, begin in a game of theirs
    """

    rule: RuleOfThumb
    met: Met
    against_optimal: Array
    against_itself: Array
    against_reply: Array
    begun: Begun

    def wins(self, chances: Array) -> float:
        return float(chances[:, 0, 0].mean())

    @property
    def turn(self) -> Turn:
        """The game."""
        return self.rule.turn

    @property
    def value(self) -> Array:
        """What optimal play is worth to whoever is about to move, float64[banked, opponent]."""
        return self.met.race.value


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


def in_a_race(rule: RuleOfThumb, met: Met) -> InARace:
    """Solve the races of a rule of thumb.

    Parameters
    ----------
    rule : what it means
    met : optimal play

    Raises
    ------
    NotConverged
        if a solver does not converge
    """
    turn, own, who = rule.turn, played_by_rule(rule), f"{rule.name} against optimal play"
    begun = turns_begun(turn, who, own, met.turns)
    value, waiting = best_reply(turn, rule.name, own, met)
    return InARace(
        rule,
        met,
        np.array(race_of(turn, who, own, met.turns)),
        np.array(race_of(turn, f"{rule.name} against itself", own, own)),
        np.array([1.0 - waiting.T, 1.0 - value.T]),
        begun,
    )
