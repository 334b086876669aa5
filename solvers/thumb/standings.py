"""Standings at which turns of a rule of thumb begin, as data: all that a contest defines about its decisions.

Similar standings lie along two axes: the banked score, and something that is constant during a turn (called
`beside`): the opponent's score in a race, the turns left of one player alone, the points behind in a last
turn. A contest gives the values of banking and of throws under optimal play, how often turns begin, and up to
which score there is a decision.
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
    opening : index of the throw that opens the turn
    holds : bool[beside, turn_total, kind], where it holds; the first length is 1 if all are equal
    way : int64[position], place of the way that it takes otherwise
    kind : int64[position], kind of the position
    held_from : int64[beside], turn total from which it always holds
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
    turn : the game's turn
    begun : float64[banked, beside], turns per game that begin there
    hold : float64[beside, x], value of banking x; less than any other where a player may not
    throws : function of the banked score that returns the value of each throw, float64[beside, x, throw]
    end : int64[beside], score from which nothing is decided
    does : function of the banked score that returns what the rule does
    phase, past_goal : phase of the contest for decisions below the goal, and from it on
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
    """Return the standings by banked score and what is beside it, below the goal.

    Parameters
    ----------
    rule : the rule
    optimal : turns of optimal play
    hold : float64[beside, x], value of banking x, below the score from which nothing is decided
    begun : float64[banked, beside], turns of the rule per game
    phases : `phase` and `past_goal`
    """
    banking = np.array(hold)
    banking[:, : rule.turn.entry] = -np.inf
    end = np.full(begun.shape[1], hold.shape[1])
    return Standings(rule.turn, begun, banking, optimal.throws, end, _does(rule, begun.shape[1]), *phases)


def of_unknown_worth(rule: RuleOfThumb, begun: Array) -> Standings:
    """Return the same standings without values.

    Parameters
    ----------
    rule, begun : as of `of_scores`
    """
    others, nothing = begun.shape[1], np.zeros((0, 0, 0))
    end, hold = np.full(others, rule.goal), np.zeros((0, rule.goal))
    return Standings(rule.turn, begun, hold, lambda banked: nothing, end, _does(rule, others))


def _does(rule: RuleOfThumb, others: int) -> Callable[[int], Does]:
    """What a rule does, by the banked score; it holds at the goal.

    Parameters
    ----------
    rule : the rule
    others : number of the opponent's scores, or of numbers of turns left
    """

    def does(banked: int) -> Does:
        holds = rule.holds[min(banked, rule.holds.shape[0] - 1)]
        return Does(rule.turn.openings[0], holds, rule.way, rule.kind, np.full(others, rule.goal - banked))

    return does
