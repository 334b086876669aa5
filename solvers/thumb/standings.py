"""Standings at which the turns of a rule of thumb begin, as data: all that a contest says of its decisions.

Turns that begin at alike standings lie along two axes, the banked score and something beside it that a turn
does not change: the other's score in a race, the turns left of who plays alone, the points behind in a last
turn. A contest says what banking and throwing are worth there under optimal play, how often the turns begin,
and up to which score there is something to decide.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags, Integers
from solvers.games.turn import Turn
from solvers.in_turn.inside import Inside
from solvers.players.rule import RuleOfThumb


class Does(NamedTuple):
    """What a rule does from one banked score.

    Attributes
    ----------
    opening : the throw that opens the turn
    holds : bool[beside, turn_total, kind], where it holds; there is one beside if all are alike
    way : int64[position], place of the way that it takes else
    kind : int64[position], its kind
    held_from : int64[beside], turn total from which on it holds whatever it does before
    """

    opening: int
    holds: Flags
    way: Integers
    kind: Integers
    held_from: Integers


@dataclass(frozen=True)
class Standings:
    """Standings at which turns of a rule begin.

    Attributes
    ----------
    turn : the game
    begun : float64[banked, beside], how often turns begin there in a game
    hold : float64[beside, x], value of banking x, less than any other where one may not
    throws : function of the banked score that gives the value of each throw, float64[beside, x, throw]
    end : int64[beside], score from which on nothing is decided
    does : function of the banked score that says what the rule does
    phase, past_goal : phase of the contest of decisions below the goal, and from there on
    """

    turn: Turn
    begun: Array
    hold: Array
    throws: Callable[[int], Array]
    end: Integers
    does: Callable[[int], Does]
    phase: int = 0
    past_goal: int = 0


def of_scores(
    rule: RuleOfThumb, optimal: Inside, hold: Array, begun: Array, phases: tuple[int, int] = (0, 0)
) -> Standings:
    """Standings by banked score and what is beside it, before anybody has the goal.

    Parameters
    ----------
    rule : whose decisions
    optimal : turns of optimal play
    hold : float64[beside, x], value of banking x, below the score from which on nothing is decided
    begun : float64[banked, beside], how often the rule's turns begin in a game
    phases : `phase` and `past_goal` of these
    """
    banking = np.array(hold)
    banking[:, : rule.turn.entry] = -np.inf
    end = np.full(begun.shape[1], hold.shape[1])
    return Standings(rule.turn, begun, banking, optimal.throws, end, _does(rule, begun.shape[1]), *phases)


def of_unknown_worth(rule: RuleOfThumb, begun: Array) -> Standings:
    """The same where it is not said what anything is worth.

    Parameters
    ----------
    rule, begun : as of `of_scores`
    """
    others, nothing = begun.shape[1], np.zeros((0, 0, 0))
    end, hold = np.full(others, rule.goal), np.zeros((0, rule.goal))
    return Standings(rule.turn, begun, hold, lambda banked: nothing, end, _does(rule, others))


def _does(rule: RuleOfThumb, others: int) -> Callable[[int], Does]:
    """What a rule does by the banked score; with the goal it holds.

    Parameters
    ----------
    rule : whose
    others : how many scores the other may have, or numbers of turns left
    """

    def does(banked: int) -> Does:
        holds = rule.holds[min(banked, rule.holds.shape[0] - 1)]
        return Does(rule.turn.openings[0], holds, rule.way, rule.kind, np.full(others, rule.goal - banked))

    return does
