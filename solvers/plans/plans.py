"""Plans: fixed policies of any turn that look at the turn only, whatever the scores.

In Pig a turn total to hold at says all; `policies` has such rules, which may look at the scores, too. Where a
player chooses how to go on, a *plan* says how. Three families:

- **most points** plays every turn for most points on average: the solitaire optimum of Crocce & Mordecki
  2014, Theorem 4.1.
- **hold at n** holds as soon as the turn total, with all that was thrown, is n or more. Below, it goes on in
  the way that brings most points on average for one who will hold at n; or, *keeping all*, in the best of the
  ways that give up least: it throws what did not score.
- **always** opens with one throw, say of five dice of Hog, and plays on for most points.

A plan banks the goal as soon as it is there. Ties hold, and of equal ways the one named first is taken.
"""

from collections.abc import Sequence
from dataclasses import replace
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
    throw : the throw that it goes on with
    """

    place: int
    given_up: int
    throw: int


def most_points(turn: Turn) -> Plan:
    """Play every turn for most points on average.

    Examples
    --------
    >>> from solvers.games import hog, pig
    >>> len(most_points(pig.turn()).way), most_points(hog.turn()).opening + 1  # hold at 20; throw five dice
    (20, 5)
    """
    return _planned("most points", turn, turn.critical_threshold(), may_hold=True, positions=turn.positions)


def hold_at(turn: Turn, n: int, gives_up: bool = True) -> Plan:
    """Hold as soon as the turn total is n or more.

    Parameters
    ----------
    turn : any turn
    n : turn total to hold at, 1 or more
    gives_up : whether it gives up points to throw more dice where that brings more on average, else it keeps
        as many as it can

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
    """Open every turn with the same throw, and play on for most points.

    Parameters
    ----------
    turn : any turn
    opening : index of a throw that may open a turn

    Raises
    ------
    InvalidRules
        if it may not

    Examples
    --------
    >>> from solvers.games import hog
    >>> always(hog.turn(), 5).name
    'always 6 dice'
    """
    name = turn.throws[opening].name if 0 <= opening < len(turn.throws) else "?"
    if not turn.goes_on:
        # As in Hog: nobody goes on, whatever that is worth; with a hundred dice working it out took a second
        # for each plan.
        return Plan(f"always {name}", turn, opening, np.full((1, len(turn.positions)), HOLD, np.int8))
    return replace(most_points(turn), name=f"always {name}", opening=opening)


def _planned(name: str, turn: Turn, n: int, may_hold: bool, positions: Sequence[Position]) -> Plan:
    """The best plan for most points that holds at n.

    Parameters
    ----------
    name : as in a sentence
    turn : any turn
    n : turn total to hold at
    may_hold : whether it may hold below
    positions : those of the turn, with the ways that it considers
    """
    considered = [
        [_Way(turn.positions[index].ways.index(way) + 1, way.given_up, way.throw) for way in position.ways]
        for index, position in enumerate(positions)
    ]
    worth = np.zeros((n, len(turn.throws)))
    for x in range(n - 1, -1, -1):
        for index, throw in reversed(list(enumerate(turn.throws))):
            worth[x, index] = float(throw.bust) * turn.least_score + sum(
                float(outcome.probability)
                * _best(x + outcome.gain, considered[outcome.position], worth, may_hold)[0]
                for outcome in throw.outcomes
            )
    way = np.array([[_best(x, ways, worth, may_hold)[1] for ways in considered] for x in range(n)], np.int8)
    opened = worth[0, list(turn.openings)]
    return Plan(name, turn, turn.openings[int((opened >= opened.max() * (1.0 - TIE)).argmax())], way)


def _best(x: int, ways: Sequence[_Way], worth: Array, may_hold: bool) -> tuple[float, int]:
    """Expected score at turn total x, and the place of the way to take, HOLD to hold.

    Parameters
    ----------
    x : turn total
    ways : those of the position that are considered
    worth : float64[turn_total, throw], expected score of each throw below the turn total to hold at
    may_hold : whether the plan may hold below that
    """
    best, taken = float(x), HOLD
    if x >= len(worth):
        return best, taken
    for place, given_up, throw in ways:
        # A turn total less than what is given up does not come up.
        ahead = float(worth[x - given_up, throw]) if given_up <= x else 0.0
        if ahead > best * (1.0 + TIE) or (taken == HOLD and not may_hold):
            best, taken = ahead, place
    return best, taken
