"""The policy: what to keep and where to score in one turn, from the values of the states after it.

Ties keep the most dice, then the first in the order of the keeps, and score in the first category.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Flags
from solvers.yahtzee.dice import Keeps, keeps
from solvers.yahtzee.solve import Solitaire

# Choices whose values differ by less, relatively, which is rounding, are equal. Whole points make ties
# common.
EQUALLY_GOOD = 1e-13


class TurnPolicy(NamedTuple):
    """Optimal play of a turn.

    Attributes
    ----------
    category : int8[throw], where to score without a throw left
    kept : int8[throws_left, throw, face], dice of each face to keep; all dice without a throw left
    """

    category: Flags
    kept: Flags


def plan(solution: Solitaire, used: int, upper_total: int, scored: bool) -> TurnPolicy:
    """Return optimal play of a turn from any state of the solution.

    Parameters
    ----------
    solution : the solved card
    used : categories used before the turn, as bits
    upper_total : points in the upper section, at most the goal of its bonus
    scored : whether the yahtzee category has scored
    """
    card, kept = solution.card, keeps(solution.card.dice, solution.card.sides)
    value = np.zeros(kept.counts.shape[0])
    category = np.zeros(len(kept.throws), np.int8)
    for throw, dice in enumerate(kept.throws):
        worths = option_values(solution, used, upper_total, scored, dice)
        best = max(worths.values())
        least = best - EQUALLY_GOOD * best
        category[throw] = next(index for index, worth in worths.items() if worth >= least)
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
    """Return the value of scoring some dice in each allowed category.

    Parameters
    ----------
    solution : the solved card
    used : categories used before the turn, as bits
    upper_total : points in the upper section, at most the goal of its bonus
    scored : whether the yahtzee category has scored
    dice : the dice, in ascending order

    Returns
    -------
    expected points from now on, by index of the category
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
    """Compute the expectation of each keep of fewer than all dice from the values of throws.

    Parameters
    ----------
    kept : all keeps
    sides : faces of a die
    value : float64[keep], must have the values of throws, which are the last; the others are written
    """
    for keep in range(kept.first_throw - 1, -1, -1):
        value[keep] = sum(value[more] for more in kept.more[keep, :sides].tolist()) / sides


def _choose(kept: Keeps, value: Array) -> NDArray[np.intp]:
    """Choose the best keep of each throw, and give the throw its value.

    Parameters
    ----------
    kept : all keeps
    value : float64[keep], those of throws, the last, are updated

    Returns
    -------
    int64[throw], index of the best keep
    """
    best = np.arange(value.size)
    worth = value.copy()
    for keep in range(value.size):
        for less in kept.less[keep].tolist():
            if worth[less] > worth[keep] + EQUALLY_GOOD * worth[keep]:
                worth[keep], best[keep] = worth[less], best[less]
    value[kept.first_throw :] = worth[kept.first_throw :]
    return best[kept.first_throw :]
