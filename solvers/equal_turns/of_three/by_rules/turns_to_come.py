"""Turns of three players by rules still to come once somebody has the goal: last turns, further rounds.

What comes of a turn is a row as in `chase`, in which a tie of two counts 1 and the turns of its further
rounds instead of a win. So the sum of a row is 1 and these turns. A round of two takes 2 turns, and is
decided with a chance A: 2 / A turns are to come. A round of three takes 3, and may lead to one of two.
"""

from typing import NamedTuple

import numpy as np

from solvers.arrays import Array
from solvers.contests.tie import Tie
from solvers.equal_turns.of_three.by_rules.chase import (
    ALL,
    FIRST,
    SECOND,
    TIED,
    Rules,
    handed_on,
    last_turns,
    round_of_three,
    round_of_two,
    row,
    second_turns,
)
from solvers.equal_turns.of_three.turn import PLAYERS


class ToCome(NamedTuple):
    """Turns of all still to come after the goal, those of further rounds among them.

    Attributes
    ----------
    last : float64[leaders, behind], the third about to take the last turn
    after : float64[second behind, third behind], the first having the goal and the second about to move
    """

    last: Array
    after: Array

    def handed(self, goal: int, end: int) -> Array:
        """What is to come once the turn is handed on with the goal, float64[seat, others, score].

        Parameters
        ----------
        goal, end : as for `handed_on`
        """
        return handed_on(self.after, self.last[SECOND], 0.0, goal, end)


def turns_to_come(rules: Rules, most: int) -> ToCome:
    """Turns still to come after the goal, of players who all play by rules.

    Parameters
    ----------
    rules : who plays how
    most : the most points behind the first, for 0 to which it is told
    """
    of_two, of_three, nothing = *_turns_of_ties(rules), np.zeros(PLAYERS)
    last = last_turns(rules, _counted(of_two), most + rules.reach, nothing)
    after = second_turns(rules, last, most, nothing)
    counts = [*[1.0] * ALL, 1.0 + of_three]
    last, after = ((table * counts).sum(axis=-1) for table in (last, after))
    return ToCome(last, 1.0 + after)


def _turns_of_ties(rules: Rules) -> tuple[Array, float]:
    """Turns of further rounds, of two by the seat that is not tied, and of three; 0 if no tie goes on."""
    nothing = np.zeros(PLAYERS)
    if rules.tie is not Tie.AGAIN:
        return nothing, 0.0
    of_two = np.array([2.0 / round_of_two(rules, tied, nothing).sum() for tied in TIED])
    decided = round_of_three(rules, _counted(nothing), nothing).sum()
    counted = round_of_three(rules, _counted(of_two), nothing).sum()
    return of_two, float((PLAYERS + counted - decided) / decided)


def _counted(turns: Array) -> Array:
    """Ties of two that count 1 and turns, float64[untied, 4] of float64[untied]."""
    return np.stack([(1.0 + own) * row(FIRST) for own in turns])
