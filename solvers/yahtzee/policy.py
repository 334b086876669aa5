"""What to keep and what to score: optimal play of one turn, read off the value of the states after it.

Ties keep the most dice, and of as many those that come first in the order of the keeps, and score in the
category named first.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Flags
from solvers.yahtzee.dice import Keeps, keeps
from solvers.yahtzee.solve import Solitaire

# Relative differences up to this are rounding: a tie. Whole points make ties common.
TIE = 1e-13


class TurnPolicy(NamedTuple):
    """Optimal play of a turn.

    Attributes
    ----------
    category : int8[throw], where to score these dice if no throw is left
    kept : int8[throws_left, throw, face], dice of each face to keep of these dice; all of them if no throw is
        left
    """

    category: Flags
    kept: Flags


def plan(solution: Solitaire, used: int, upper_total: int, scored: bool) -> TurnPolicy:
    """Optimal play of a turn from any state that the solution covers.

    Parameters
    ----------
    used, upper_total, scored : the state before the turn, as in Solitaire
    """
    card, kept = solution.card, keeps(solution.card.dice, solution.card.sides)
    value = np.zeros(kept.counts.shape[0])
    category = np.zeros(len(kept.throws), np.int8)
    for throw, dice in enumerate(kept.throws):
        worths = option_values(solution, used, upper_total, scored, dice)
        best = max(worths.values())
        category[throw] = next(index for index, worth in worths.items() if worth >= best - TIE * best)
        value[kept.first_throw + throw] = worths[int(category[throw])]
    chosen = [kept.counts[kept.first_throw :]]
    for _ in range(1, card.throws):
        _expect(kept, card.sides, value)
        best_keep = _choose(kept, value)
        chosen.append(kept.counts[best_keep])
    return TurnPolicy(category, np.array(chosen))


def option_values(
    solution: Solitaire, used: int, upper_total: int, scored: bool, dice: tuple[int, ...]
) -> dict[int, float]:
    """Expected points from scoring dice, given in ascending order, in each category that is allowed, by its
    index.
    """
    card = solution.card
    bonus = card.yahtzee_bonus if scored and card.is_further(used, dice) else 0
    worths = {}
    for index, points in card.options(used, dice).items():
        upper = min(upper_total + points, card.upper_goal) if card.categories[index].face else upper_total
        after = int(scored or (index == card.yahtzee and points > 0))
        worths[index] = points + bonus + float(solution.value[used | 1 << index, upper, after])
    return worths


def _expect(kept: Keeps, sides: int, value: Array) -> None:
    """The expectation of each keep of fewer than all dice, from the value of each throw, in place."""
    for keep in range(kept.first_throw - 1, -1, -1):
        value[keep] = sum(value[more] for more in kept.more[keep, :sides].tolist()) / sides


def _choose(kept: Keeps, value: Array) -> NDArray[np.intp]:
    """The best keep of each throw; the value of the throws becomes that of their best keeps, in place."""
    best = np.arange(value.size)
    worth = value.copy()
    for keep in range(value.size):
        for less in kept.less[keep].tolist():
            if worth[less] > worth[keep] + TIE * worth[keep]:
                worth[keep], best[keep] = worth[less], best[less]
    value[kept.first_throw :] = worth[kept.first_throw :]
    return best[kept.first_throw :]
