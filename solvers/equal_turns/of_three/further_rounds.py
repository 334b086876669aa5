"""What ties are worth to those tied, further rounds among three included.

Those who have the most, two or all three, take a turn each in the order of the round, and whoever has most
of that round has won; those who are tied then go on, be it two of the three. Two who are tied are those of
`equal_turns.further_rounds`. Of three, too, only differences matter, and all rounds are the same.

With policies given a round decides for each seat with chances A, and is a tie of all three otherwise: so
after a tie the chances to win are t = A / (A summed up), positive terms, however seldom a round decides. It
does now and then: who is level with both throws once, and then holds what wins. Everybody plays for its own
t. These policies lead to another t, which is played for anew, until it comes again: then they are best
replies to each other. There are finitely many policies, so it does, or t goes round, which is refused. The
first t is equal parts; other equilibria are not looked for.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import WORTH, Tie
from solvers.equal_turns.further_rounds import tie_worth
from solvers.equal_turns.of_three.one_round import Round
from solvers.equal_turns.of_three.turn import ALL, FIRST, PLAYERS, SECOND, THIRD
from solvers.errors import NotConverged
from solvers.games.turn import Turn


class Ties(NamedTuple):
    """What ties are worth.

    Attributes
    ----------
    of_two : chance to win of the first in the round of two who are tied
    of_three : float64[seat], chances to win if all three are
    """

    of_two: float
    of_three: Array


def ties_worth(turn: Turn, tie: Tie) -> Ties:
    """What ties are worth to those tied.

    Parameters
    ----------
    turn : a turn of one opening that gives up nothing, does not wipe and scores nothing if it busts
    tie : who wins with equal scores

    Raises
    ------
    InvalidRules
        if a throw that goes on loses so seldom that the scores would be too far away
    NotConverged
        if further rounds of three lead to policies that go round

    Examples
    --------
    Two turns of Piglet are a coin each: who has heads and throws on is as often ahead as not.

    >>> from solvers.games import piglet
    >>> (ties_worth(piglet.turn(), Tie.AGAIN).of_three * 56).round(12).tolist()
    [18.0, 19.0, 19.0]
    """
    equal = np.full(PLAYERS, 1.0 / PLAYERS)
    if tie is Tie.SHARED:
        return Ties(WORTH[tie], equal)
    if tie is not Tie.AGAIN:
        return Ties(WORTH[tie], np.eye(PLAYERS)[FIRST if tie is Tie.FIRST else THIRD])
    of_two = tie_worth(turn)
    round_of_three = Round(turn, of_two)

    def leads_to(worth: Array) -> Array:
        decided = round_of_three.decides(worth)
        return np.asarray(decided / decided.sum())

    return Ties(of_two, comes_again(leads_to, equal))


def seconds_part(turn: Turn, tie: Tie, ties: Ties, most: int) -> Array:
    """The second's part of what the last turn leaves to it and the first, who are level.

    Parameters
    ----------
    turn, tie : as in `ties_worth`
    ties : what they are worth
    most : points by which the third is behind them, for 0 to which it is told

    Returns
    -------
    float64[behind]
    """
    if tie is not Tie.AGAIN:
        return np.full(most + 1, 1.0 - ties.of_two)
    rows = Round(turn, ties.of_two).after_both(float(ties.of_three[THIRD]), most)
    first, second = (rows[:, seat] + rows[:, ALL] * ties.of_three[seat] for seat in (FIRST, SECOND))
    left = first + second
    return np.asarray(np.divide(second, left, out=np.zeros(most + 1), where=left > 0.0))


def comes_again(leads_to: Callable[[Array], Array], start: Array) -> Array:
    """What leads to itself, to the last bit.

    Parameters
    ----------
    leads_to : a function that has finitely many values
    start : where to begin

    Raises
    ------
    NotConverged
        if it goes round
    """
    seen = [start]
    while True:
        found = leads_to(seen[-1])
        if (found == seen[-1]).all():
            return found
        if any((found == earlier).all() for earlier in seen):
            raise NotConverged(
                "worth of a tie of three: expected policies that are best replies to each other, got some"
                f" that go round in {len(seen)} steps. Ask for another tie: 0, 1 or 2."
            )
        seen.append(found)
