"""Plans: fixed policies for any game that use only what happened in the turn, and not the scores.

In Pig, a turn total to hold at is a complete plan; `policies` has rules that also use the scores. In games
with several ways to go on, a *plan* chooses one. There are three families:

- **most points** maximises the expected points of every turn: the solitaire optimum of Crocce & Mordecki
2014,
  Theorem 4.1.
- **hold at n** holds as soon as the turn total, with all that the throw scored, is n or more. Below n it goes
on
  in the way with the most expected points for a player who holds at n. If it *keeps all*, it takes the best
  of the ways that give up least, and rolls the dice that did not score.
- **always** opens with one throw, such as five dice in Hog, and then maximises the expected points.

A plan holds when it reaches the goal. Ties hold, and among equal ways the first is taken.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import fsum
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.errors import expected
from solvers.games.plan import Plan
from solvers.games.turn import HOLD, Position, Turn
from solvers.turns.backward import TIE


class _Way(NamedTuple):
    """A way that a plan considers.

    Attributes
    ----------
    place : its place among the position's ways, from 1 on
    given_up : points that it gives up
    throw : index of the next throw
    """

    place: int
    given_up: int
    throw: int


def most_points(turn: Turn) -> Plan:
    """Return the plan that maximises the expected points of every turn.

    Examples
    --------
    >>> from solvers.games import hog, pig
    >>> len(most_points(pig.turn()).way), most_points(hog.turn()).opening + 1  # hold at 20; throw five dice
    (20, 5)
    """
    return _planned("most points", turn, turn.critical_threshold(), may_hold=True, positions=turn.positions)


def hold_at(turn: Turn, n: int, gives_up: bool = True) -> Plan:
    """Return the plan that holds as soon as the turn total is n or more.

    Parameters
    ----------
    turn : the game's turn
    n : turn total to hold at, 1 or more
    gives_up : whether it gives up points to roll more dice if that has more expected points; if not, it keeps
        as many points as it can

    Raises
    ------
    InvalidRules
        if n is less than 1

    Examples
    --------
    >>> from solvers.games import ten_thousand
    >>> turn = ten_thousand.turn()
    >>> two_ones = [position.name for position in turn.positions].index("1 1, 3 left")
    >>> ways = turn.positions[two_ones].ways
    >>> held = [hold_at(turn, 7), hold_at(turn, 7, False)]
    >>> [turn.actions[ways[plan.way[4, two_ones] - 1].action] for plan in held]
    ['m1', 'roll']
    """
    if n < 1:
        raise expected("hold_at", "1 or more", n)
    if gives_up:
        return _planned(f"hold at {n}", turn, n, may_hold=False, positions=turn.positions)
    least = [min((way.given_up for way in position.ways), default=0) for position in turn.positions]
    keeping = [
        replace(position, ways=tuple(way for way in position.ways if way.given_up == kept))
        for position, kept in zip(turn.positions, least, strict=True)
    ]
    return _planned(f"hold at {n} keeping all", turn, n, may_hold=False, positions=keeping)


def always(turn: Turn, opening: int) -> Plan:
    """Return the plan that opens every turn with the same throw, and then maximises the expected points.

    Parameters
    ----------
    turn : the game's turn
    opening : index of a throw that may open a turn

    Raises
    ------
    InvalidRules
        if that throw may not open a turn

    Examples
    --------
    >>> from solvers.games import hog
    >>> always(hog.turn(), 5).name
    'always 6 dice'
    """
    name = turn.throws[opening].name if 0 <= opening < len(turn.throws) else "?"
    if not turn.goes_on:
        # As in Hog, turns do not go on. Optimising them anyway took a second for each plan with a hundred
        # dice.
        return Plan(f"always {name}", turn, opening, np.full((1, len(turn.positions)), HOLD, np.int8))
    return replace(most_points(turn), name=f"always {name}", opening=opening)


def _planned(name: str, turn: Turn, n: int, may_hold: bool, positions: Sequence[Position]) -> Plan:
    """The plan with the most expected points among those that hold at n.

    Parameters
    ----------
    name : name as in a sentence
    turn : the game's turn
    n : turn total to hold at
    may_hold : whether it may hold below n
    positions : positions of the turn, with the ways that it considers
    """
    considered = [
        [_Way(turn.positions[index].ways.index(way) + 1, way.given_up, way.throw) for way in position.ways]
        for index, position in enumerate(positions)
    ]
    worth = np.zeros((n, len(turn.throws)))
    for x in range(n - 1, -1, -1):
        for index, throw in reversed(list(enumerate(turn.throws))):
            worth[x, index] = float(throw.bust) * turn.least_score + fsum(
                float(outcome.probability)
                * _best(x + outcome.gain, considered[outcome.position], worth, may_hold)[0]
                for outcome in throw.outcomes
            )
    way = np.array([[_best(x, ways, worth, may_hold)[1] for ways in considered] for x in range(n)], np.int8)
    opened = worth[0, list(turn.openings)]
    return Plan(name, turn, turn.openings[int((opened >= opened.max() * (1.0 - TIE)).argmax())], way)


def _best(x: int, ways: Sequence[_Way], worth: Array, may_hold: bool) -> tuple[float, int]:
    """Expected score at turn total x, and the place of the way to take, or HOLD.

    Parameters
    ----------
    x : turn total
    ways : the ways that it considers at the position
    worth : float64[turn_total, throw], expected score of each throw below the turn total to hold at
    may_hold : whether the plan may hold below that
    """
    best, taken = float(x), HOLD
    if x >= len(worth):
        return best, taken
    for place, given_up, throw in ways:
        # A way cannot give up more than the turn total.
        ahead = float(worth[x - given_up, throw]) if given_up <= x else 0.0
        if ahead > best * (1.0 + TIE) or (taken == HOLD and not may_hold):
            best, taken = ahead, place
    return best, taken
