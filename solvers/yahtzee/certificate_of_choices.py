"""Certificates of what to keep and where to score in one turn: what each choice loses against the best one.

The values are given and proved. As in the certificate of the value, each keep is combined at once with every
throw that it may become. An impossible choice loses infinity.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solvers.arrays import Array, Flags
from solvers.yahtzee.card import Card
from solvers.yahtzee.certificate import Falls, falls, keeps_of, throws_of


class Start(NamedTuple):
    """The state at which a turn begins.

    Attributes
    ----------
    used : categories used, as bits
    upper_total : points in the upper section
    scored : 1 if the yahtzee category has scored, else 0
    """

    used: int
    upper_total: int
    scored: int


def loss_of_category(card: Card, start: Start, value: Array, category: Flags) -> Array:
    """Return what the choice of a category loses, float64[throw].

    Parameters
    ----------
    card : the rules
    start : state before the turn
    value : float64[used, upper_total, scored], expected points to come
    category : int8[throw], index of the category
    """
    worth = _categories(card, start, value)
    there = (category >= 0) & (category < len(worth))
    chosen = worth[np.where(there, category, 0), np.arange(category.size)]
    return np.where(there, worth.max(axis=0) - chosen, np.inf)


def loss_of_kept(card: Card, start: Start, value: Array, kept: Flags) -> Array:
    """Return what the choice of kept dice loses, float64[throws_left, throw, face]; equal for all faces.

    Parameters
    ----------
    card, start, value : as of `loss_of_category`
    kept : int8[throws_left, throw, face], kept dice of each face
    """
    pairs, faces = falls(card), range(1, card.sides + 1)
    place = {tuple(map(keep.count, faces)): index for index, keep in enumerate(keeps_of(card))}
    throws = range(kept.shape[1])
    may_become = np.zeros((len(place), len(throws)), np.bool_)
    may_become[pairs.keep, pairs.throw] = True
    loss = np.full(kept.shape, np.inf)
    # Without throws left all dice are kept.
    all_kept = [tuple(map(dice.count, faces)) for dice in throws_of(card)]
    loss[0, [tuple(own) == dice for own, dice in zip(kept[0].tolist(), all_kept, strict=True)]] = 0.0
    worths = _turn(pairs, _categories(card, start, value).max(axis=0))
    for own, lost, (worth, best) in zip(kept[1:].tolist(), loss[1:], worths, strict=False):
        for throw in throws:
            keep = place.get(tuple(own[throw]))
            if keep is not None and may_become[keep, throw]:
                lost[throw] = best[throw] - worth[keep]
    return loss


def _categories(card: Card, start: Start, value: Array) -> Array:
    """Value of scoring each throw, float64[category, throw]; -inf where it may not be scored."""
    throws = throws_of(card)
    worth = np.full((len(card.categories), len(throws)), -np.inf)
    for throw, dice in enumerate(throws):
        bonus = card.yahtzee_bonus if start.scored and card.is_further(start.used, dice) else 0
        for category, points in card.options(start.used, dice).items():
            upper = start.upper_total + (points if card.categories[category].face else 0)
            scored = start.scored or int(category == card.yahtzee and points > 0)
            after = value[start.used | 1 << category, min(upper, card.upper_goal), scored]
            worth[category, throw] = points + bonus + after
    return worth


def _turn(pairs: Falls, best: Array) -> Iterator[tuple[Array, Array]]:
    """Values of keeps and throws with one throw left, with two left, and so on.

    Parameters
    ----------
    pairs : pairs of a keep and a throw that it may become
    best : float64[throw], values of throws without a throw left

    Yields
    ------
    worth : float64[keep]
    best : float64[throw]
    """
    while True:
        worth: Array = np.bincount(pairs.keep, pairs.chance * best[pairs.throw]).astype(np.float64)
        best = np.full(best.shape, -np.inf)
        np.maximum.at(best, pairs.throw, worth[pairs.keep])
        yield worth, best
