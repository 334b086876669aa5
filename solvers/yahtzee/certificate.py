"""Certificate of a card: one backup of its value in every state, by the rules as they were written.

The solver adds and removes dice one by one. Here each set of kept dice is combined at once with every throw
that it may become, by multinomial probabilities. The loops are compiled, as NumPy would need an array of 4 MB
in each of 8191 steps.
"""

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.jit import jit
from solvers.yahtzee.card import Card

Throw = tuple[int, ...]


def residual(card: Card, value: Array, used: int = 0) -> float:
    """Return the sup-norm of one backup of a value minus the value; infinity if the wrong states are NaN.

    Parameters
    ----------
    card : the rules
    value : float64[used, upper_total, scored], expected points to come; NaN in states that cannot be reached
    used : categories used at the beginning, as bits
    """
    if (np.isnan(value) != _not_asked(card, len(value), used)[:, None, :]).any():
        return np.inf
    return _Backup(card).residual(value)


def _not_asked(card: Card, count: int, used: int) -> NDArray[np.bool_]:
    """States that play cannot reach from the beginning, bool[used, scored].

    Parameters
    ----------
    card : the rules
    count : number of sets of used categories
    used : categories used at the beginning, as bits
    """
    states = np.arange(count)
    unscored = (states & used) != used
    scored = unscored | (card.yahtzee < 0) | ((states >> max(card.yahtzee, 0)) & 1 == 0)
    return np.stack((unscored, scored), axis=-1)


class _Backup:
    """What the backups of all states share."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.throws = throws_of(card)
        self.points = [
            np.array([category.points(dice) for dice in self.throws]) for category in card.categories
        ]
        # For each category, the different points that affect the next state, and which of them each throw
        # has: most throws lead to the same state.
        self.matters = [
            np.unique(own * self._decides(category), return_inverse=True)
            for category, own in enumerate(self.points)
        ]
        self.alike = [throw for throw, dice in enumerate(self.throws) if dice[0] == dice[-1]]
        self.falls = falls(card)

    def residual(self, value: Array) -> float:
        """Return the residual over all states that are not NaN."""
        complete = np.where(
            np.arange(self.card.upper_goal + 1) >= self.card.upper_goal, float(self.card.upper_bonus), 0.0
        )
        last = np.abs(value[-1] - complete[:, None])
        worst = float(last[:, ~np.isnan(value[-1]).all(axis=0)].max(initial=0.0))
        for used in range(value.shape[0] - 1):
            flags = np.flatnonzero(~np.isnan(value[used, 0]))
            if flags.size:
                backup = self._turn(self._scored(used, value, flags))
                worst = float(np.maximum(worst, np.abs(backup - value[used][:, flags].reshape(-1)).max()))
        return worst

    def _scored(self, used: int, value: Array, flags: NDArray[np.intp]) -> Array:
        """Value of the best category for each throw, float64[throw, upper_total and scored]."""
        best = np.full((len(self.throws), value.shape[1] * flags.size), -np.inf)
        for category, points in enumerate(self.points):
            if not used >> category & 1:
                different, which = self.matters[category]
                worth = np.array([self._after(used, category, own, value, flags) for own in different])[which]
                worth += points[:, None]
                np.maximum(best, worth, out=best)
        for throw in self.alike:
            if self.card.is_further(used, self.throws[throw]):
                options = self.card.options(used, self.throws[throw]).items()
                best[throw] = np.max(
                    [own + self._after(used, category, own, value, flags) for category, own in options],
                    axis=0,
                )
                best[throw] += np.tile(self.card.yahtzee_bonus * flags, value.shape[1])
        return best

    def _decides(self, category: int) -> bool:
        """Whether the points of a category affect more than the score."""
        return self.card.categories[category].face > 0 or category == self.card.yahtzee

    def _after(self, used: int, category: int, points: int, value: Array, flags: NDArray[np.intp]) -> Array:
        """Value of the states after these points, float64[upper_total and scored]."""
        upper = np.arange(value.shape[1])
        if self.card.categories[category].face:
            upper = np.minimum(upper + points, self.card.upper_goal)
        scored = np.ones_like(flags) if category == self.card.yahtzee and points else flags
        after: Array = value[used | 1 << category][upper[:, None], scored]
        return after.reshape(-1)

    def _turn(self, best: Array) -> Array:
        """Expectation of a turn from the values of its last throw."""
        # Summing values above the least loses fewer digits; otherwise it is 1e-12 of 250 points.
        least: Array = best.min(axis=0)
        best -= least
        worth = np.empty((self.falls.start.size - 1, least.size))
        for _ in range(self.card.throws - 1):
            _throw(self.falls, best, worth)
            _keep(self.falls, worth, best)
        _throw(self.falls, best, worth)
        expectation: Array = least + worth[0]
        return expectation


class Falls(NamedTuple):
    """All pairs of kept dice and a throw that they may become.

    Attributes
    ----------
    start : int64[keep + 1], first pair of each keep
    throw : int64[pair], index of the throw
    chance : float64[pair], probability that the keep becomes the throw
    """

    start: Integers
    throw: Integers
    chance: Array

    @property
    def keep(self) -> Integers:
        """Index of the keep in each pair."""
        return np.repeat(np.arange(self.start.size - 1), np.diff(self.start))


def throws_of(card: Card) -> list[Throw]:
    """Return all throws, in ascending order."""
    return list(combinations_with_replacement(range(1, card.sides + 1), card.dice))


def keeps_of(card: Card) -> list[Throw]:
    """Return all sets of dice that can be kept, by number of dice from 0."""
    faces = range(1, card.sides + 1)
    return [own for dice in range(card.dice + 1) for own in combinations_with_replacement(faces, dice)]


def falls(card: Card) -> Falls:
    """Return all pairs of a keep and a throw, with multinomial probabilities."""
    index = {dice: place for place, dice in enumerate(throws_of(card))}
    faces = range(1, card.sides + 1)
    start, throw, chance = [0], [], []
    for keep in keeps_of(card):
        thrown = card.dice - len(keep)
        for fallen in combinations_with_replacement(faces, thrown):
            throw.append(index[tuple(sorted(keep + fallen))])
            chance.append(
                factorial(thrown) / prod(map(factorial, Counter(fallen).values())) / card.sides**thrown
            )
        start.append(len(throw))
    return Falls(np.array(start), np.array(throw), np.array(chance))


@jit
def _throw(falls: Falls, best: Array, worth: Array) -> None:
    """Compute the expectation of each keep over the throws that it may become.

    Parameters
    ----------
    falls : pairs of a keep and a throw
    best : float64[throw, state], value of each throw
    worth : float64[keep, state], written
    """
    worth[:] = 0.0
    for keep in range(worth.shape[0]):
        for pair in range(falls.start[keep], falls.start[keep + 1]):
            throw = falls.throw[pair]
            chance = falls.chance[pair]
            for state in range(worth.shape[1]):
                worth[keep, state] += chance * best[throw, state]


@jit
def _keep(falls: Falls, worth: Array, best: Array) -> None:
    """Compute the value of each throw by its best keep.

    Parameters
    ----------
    falls : pairs of a keep and a throw
    worth : float64[keep, state], value of each keep
    best : float64[throw, state], written
    """
    best[:] = 0.0
    for keep in range(worth.shape[0]):
        for pair in range(falls.start[keep], falls.start[keep + 1]):
            throw = falls.throw[pair]
            for state in range(worth.shape[1]):
                best[throw, state] = (
                    worth[keep, state] if worth[keep, state] > best[throw, state] else best[throw, state]
                )
