"""Values of ties to the tied players, further rounds among three included.

Those with the most points, two or all three, take a turn each in the order of the round, and the one with the
most points in it wins; if there is a tie again, those tied play on, possibly two of three. Two who are tied
play as in `equal_turns.further_rounds`. Among three, too, only differences matter, and all rounds are alike.

Under fixed policies a round decides for each seat with chances A, and otherwise is a tie of all three. So the
chances to win after a tie are t = A / (sum of A): positive terms, however seldom a round decides. It decides
with positive chance, as a player who is level may roll once and then hold what wins. Each player maximises
its own t. These policies lead to another t, and so on, until t repeats: then the policies are best responses
to each other. There are finitely many policies, so t either repeats or cycles, which is refused. The first t
is equal parts; other equilibria are not searched for.
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
    """Values of ties.

    Attributes
    ----------
    of_two : chance to win of the first in the round, if two are tied
    of_three : float64[seat], chances to win if all three are tied
    """

    of_two: float
    of_three: Array


def ties_worth(turn: Turn, tie: Tie) -> Ties:
    """Values of ties to the tied players.

    Parameters
    ----------
    turn : a turn with one opening, no wipes, no points given up, and nothing for a bust
    tie : the tie rule

    Raises
    ------
    InvalidRules
        if a throw that goes on loses so seldom that the scores would be too large
    NotConverged
        if the policies of further rounds of three cycle

    Examples
    --------
    A round of Piglet is a coin for each player: a player with heads who tosses again is as often ahead as
    not.

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
    """The second's share of what the last turn leaves to it and the first, who are level.

    Parameters
    ----------
    turn, tie : as in `ties_worth`
    ties : values of ties
    most : greatest number of points by which the third is behind them; results are for 0 to this

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
    """The fixed point of a function, equal to the last bit.

    Parameters
    ----------
    leads_to : a function with finitely many values
    start : start of the iteration

    Raises
    ------
    NotConverged
        if the iteration cycles
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
