"""Expected turns to come of three players by rules after the goal: last turns and further rounds.

The result of a turn is a row as in `chase`, but a tie of two counts 1 plus the turns of its further rounds
instead of a win. So the sum of a row is 1 plus these turns. A round of two takes 2 turns and is decided with
a chance A, so 2 / A turns are to come. A round of three takes 3 turns, and may lead to rounds of two.
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
    """Expected turns of all players to come after the goal, further rounds included.

    Attributes
    ----------
    last : float64[leaders, behind], when the third is about to take the last turn
    after : float64[second behind, third behind], when the first has the goal and the second is about to move
    """

    last: Array
    after: Array

    def handed(self, goal: int, end: int) -> Array:
        """Expected turns to come after the turn is handed over with the goal, float64[seat, others, score].

        Parameters
        ----------
        goal, end : as for `handed_on`
        """
        return handed_on(self.after, self.last[SECOND], 0.0, goal, end)


def turns_to_come(rules: Rules, most: int) -> ToCome:
    """Expected turns to come after the goal, if all players play by rules.

    Parameters
    ----------
    rules : the players
    most : greatest number of points behind the first; results are for 0 to this
    """
    of_two, of_three, nothing = *_turns_of_ties(rules), np.zeros(PLAYERS)
    last = last_turns(rules, _counted(of_two), most + rules.reach, nothing)
    after = second_turns(rules, last, most, nothing)
    counts = [*[1.0] * ALL, 1.0 + of_three]
    last, after = ((table * counts).sum(axis=-1) for table in (last, after))
    return ToCome(last, 1.0 + after)


def _turns_of_ties(rules: Rules) -> tuple[Array, float]:
    """Expected turns of further rounds, of two by the seat not tied, and of three; 0 if none follow."""
    nothing = np.zeros(PLAYERS)
    if rules.tie is not Tie.AGAIN:
        return nothing, 0.0
    of_two = np.array([2.0 / round_of_two(rules, tied, nothing).sum() for tied in TIED])
    decided = round_of_three(rules, _counted(nothing), nothing).sum()
    counted = round_of_three(rules, _counted(of_two), nothing).sum()
    return of_two, float((PLAYERS + counted - decided) / decided)


def _counted(turns: Array) -> Array:
    """Rows in which ties of two count 1 plus turns, float64[untied, 4], from turns, float64[untied]."""
    return np.stack([(1.0 + own) * row(FIRST) for own in turns])
