"""The maximum of expected points on a card, by backward induction over the used categories.

A state before a turn is: the used categories, the points in the upper section (at most the goal of its
bonus), and whether the yahtzee category has scored. Its value V is the expected points to come, including the
upper bonus. Within a turn, with n throws left,

    best_0(dice)  = max over categories of points + V(state after),
    best_n(dice)  = max over what is kept of the dice of throw_n(kept),
    throw_n(kept) = mean over the dice thrown of best_(n-1)(kept and thrown),
    V             = throw_3(nothing)

(Verhoeff 1999 and Woodward 2003 solved Yahtzee like this). The mean and the maximum are computed die by die
over the same 462 keeps (see dice.py): six additions or comparisons for each keep, whereas all keeps have 4368
throws.

All upper totals with the same used categories are independent: they are the lanes, and scoring in the upper
section shifts them.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Integers
from solvers.errors import expected
from solvers.jit import jit, jit_inline
from solvers.rows import copy_row
from solvers.yahtzee.card import Card
from solvers.yahtzee.certificate import residual
from solvers.yahtzee.dice import keeps

Index = int | np.uint64
LANES = 32


@dataclass(frozen=True)
class Solitaire:
    """Optimal play of a card.

    Attributes
    ----------
    card : the rules
    used, upper_total, scored : the initial state: categories used, as bits; points in the upper section;
        whether the yahtzee category has scored
    value : float64[used, upper_total, scored], expected points to come; NaN where categories used at the
        beginning are not used, and where yahtzee has scored but is not used
    residual : largest difference between the value and one backup of it by another route
    """

    card: Card
    used: int
    upper_total: int
    scored: bool
    value: Array
    residual: float

    @property
    def expected_score(self) -> float:
        """Expected points to come."""
        return float(self.value[self.used, self.upper_total, int(self.scored)])


class CardArrays(NamedTuple):
    """A card as flat arrays for the kernel.

    Attributes
    ----------
    points, joker_points : float64[category, throw]
    gain : uint64[category, throw], points in the upper section
    own_line : int64[throw], for dice all alike the category of their face as a bit, 0 if there is none; -1
        for other dice
    more : uint64[keep, face], the keep with one more die of that face, for keeps of fewer than all dice; a
        row of zeros for padded faces
    less : uint64[keep, face], the keep with one die of that face less; the keep itself if it has none
    numbers : the other rules
    """

    points: Array
    joker_points: Array
    gain: NDArray[np.uint64]
    own_line: Integers
    more: NDArray[np.uint64]
    less: NDArray[np.uint64]
    numbers: "CardNumbers"


class CardNumbers(NamedTuple):
    """The rules of a card that are one number each.

    Attributes
    ----------
    throws : most throws in a turn
    sides : faces of a die
    lower : categories of the lower section, as bits
    yahtzee : index of the category for dice that are all alike; -1 if the card has no rule for further ones
    yahtzee_bonus : points for each further yahtzee
    jokers : value of the card's `Jokers`
    """

    throws: int
    sides: int
    lower: int
    yahtzee: int
    yahtzee_bonus: float
    jokers: int


def best_play(card: Card, *, used: int = 0, upper_total: int = 0, scored: bool = False) -> Solitaire:
    """Solve a card, from its beginning or from any state.

    Parameters
    ----------
    card : the rules
    used : categories used at the beginning, as bits
    upper_total : their points in the upper section, at most the goal of its bonus
    scored : whether the yahtzee category is used and has scored

    Raises
    ------
    InvalidRules
        if the card has no such state

    Examples
    --------
    >>> from solvers.yahtzee import cards
    >>> last = best_play(cards.yahtzee(), used=0b1011111111111)  # only yahtzee is left, for 50 points
    >>> print(round(last.expected_score / 50, 6))  # the chance of five alike in three throws
    0.046029
    """
    if not 0 <= used < card.complete:
        raise expected("used", f"0 to {card.complete - 1}, a bit for each category and one unused", used)
    if not 0 <= upper_total <= card.upper_goal:
        raise expected(
            "upper_total",
            f"0 to {card.upper_goal}",
            upper_total,
            "What is above the goal counts as the goal.",
        )
    if scored and not (card.yahtzee >= 0 and used >> card.yahtzee & 1):
        raise expected("scored", "false while the yahtzee category is not used", scored)
    compiled = card_arrays(card)
    uppers = -(-(card.upper_goal + 1) // LANES) * LANES
    value = np.full((card.complete + 1, 2, uppers + int(compiled.gain.max())), np.nan)
    value[card.complete] = np.where(np.arange(value.shape[2]) >= card.upper_goal, card.upper_bonus, 0.0)
    # The last row stays 0, for padded faces.
    work = np.zeros((compiled.less.shape[0] + 1, LANES))
    _solve(compiled, used, card.upper_goal, uppers, value, work)
    kept = np.ascontiguousarray(value[:, :, : card.upper_goal + 1].transpose(0, 2, 1))
    if card.yahtzee < 0:
        kept[:, :, 1] = np.nan
    return Solitaire(card, used, upper_total, scored, kept, residual(card, kept, used))


def card_arrays(card: Card) -> CardArrays:
    """Return a card as flat arrays."""
    kept = keeps(card.dice, card.sides)
    points = np.array([[own.points(dice) for dice in kept.throws] for own in card.categories], np.float64)
    joker_points = points.copy()
    lines = {own.face: 1 << index for index, own in enumerate(card.categories) if own.face}
    for index, own in enumerate(card.categories):
        if own.joker_points is not None:
            joker_points[index] = own.joker_points
    upper = np.array([own.face > 0 for own in card.categories])
    if points.min() < 0:
        raise expected(f"{card.name}: points", "0 or more", float(points.min()))
    return CardArrays(
        points,
        joker_points,
        np.where(upper[:, None] & (card.upper_goal > 0), points, 0).astype(np.uint64),
        np.array([lines.get(dice[0], 0) if len(set(dice)) == 1 else -1 for dice in kept.throws]),
        kept.more,
        kept.less,
        CardNumbers(
            card.throws,
            card.sides,
            sum(1 << index for index, own in enumerate(card.categories) if not own.face),
            card.yahtzee,
            float(card.yahtzee_bonus),
            card.jokers.value,
        ),
    )


@jit
def _solve(arrays: CardArrays, start: int, goal: int, uppers: int, value: Array, work: Array) -> None:
    """Solve all states with the categories of `start` used, from the complete card backwards.

    Parameters
    ----------
    arrays : the card
    start : categories used at the beginning, as bits
    goal : points in the upper section that earn its bonus
    uppers : number of upper totals; greater ones equal the goal
    value : float64[used, scored, upper_total], must have the values of the complete card; the others are
        written
    work : float64[keep + 1, lane], work array, whose last row must be 0
    """
    yahtzee = arrays.numbers.yahtzee
    for back in range(1, value.shape[0] - start):
        used = value.shape[0] - 1 - back
        if used & start == start:
            for scored in range(2 if yahtzee >= 0 and used >> yahtzee & 1 else 1):
                for first in range(0, uppers, LANES):
                    _turn(arrays, used, scored, first, value, work)
                value[used, scored, uppers:] = value[used, scored, goal]


@jit
def _turn(arrays: CardArrays, used: int, scored: int, first: int, value: Array, work: Array) -> None:
    """Solve a turn at LANES upper totals.

    Parameters
    ----------
    arrays : the card
    used : categories used before the turn, as bits
    scored : 1 if the yahtzee category has scored, else 0
    first : the least of the upper totals
    value : float64[used, scored, upper_total], read for sets with one more category; LANES values are written
    work : float64[keep + 1, lane], work array, whose last row must be 0
    """
    _score(arrays, used, scored, first, value, work)
    for _ in range(arrays.numbers.throws - 1):
        _throw(arrays, work)
        _keep(arrays, work)
    _throw(arrays, work)
    copy_row(work[0], value[used, scored, first : first + LANES])


@jit
def _score(arrays: CardArrays, used: int, scored: int, first: int, value: Array, work: Array) -> None:
    """Score each throw in its best category, at LANES upper totals.

    Parameters
    ----------
    arrays : the card
    used : categories used before the turn, as bits
    scored : 1 if the yahtzee category has scored, else 0
    first : the least of the upper totals
    value : float64[used, scored, upper_total], read for sets with one more category
    work : float64[keep + 1, lane], points and expected points to come are written to the rows of the throws
    """
    categories = arrays.points.shape[0]
    first_throw = arrays.more.shape[0]
    numbers = arrays.numbers
    for throw in range(arrays.points.shape[1]):
        unused = (1 << categories) - 1 - used
        own_line = arrays.own_line[throw]
        joker = False
        bonus = 0.0
        if own_line >= 0 and numbers.yahtzee >= 0 and used >> numbers.yahtzee & 1:
            bonus = numbers.yahtzee_bonus if scored else 0.0
            joker = numbers.jokers > 0 and own_line & unused == 0
            if numbers.jokers == 2:
                if own_line & unused:
                    unused = own_line
                elif unused & numbers.lower:
                    unused &= numbers.lower
        work[first_throw + throw] = -1.0
        for category in range(categories):
            if unused >> category & 1:
                points = arrays.joker_points[category, throw] if joker else arrays.points[category, throw]
                after = 1 if scored or (category == numbers.yahtzee and points > 0.0) else 0
                shift = np.uint64(first) + arrays.gain[category, throw]
                _raise(points + bonus, value[used | 1 << category, after], shift, work[first_throw + throw])


@jit_inline
def _raise(points: float, after: Array, shift: Index, best: Array) -> None:
    """Raise the value of a throw to that of a category, where that is more.

    Parameters
    ----------
    points : points of the category
    after : float64[upper_total], expected points to come after it
    shift : upper total after it, in the first lane
    best : float64[lane], updated
    """
    for lane in range(np.uint64(LANES)):
        worth = points + after[shift + lane]
        best[lane] = worth if worth > best[lane] else best[lane]


@jit
def _throw(arrays: CardArrays, work: Array) -> None:
    """Compute the expectation of each keep over the dice thrown, largest keeps first.

    Parameters
    ----------
    arrays : the card
    work : float64[keep + 1, lane], must have the values of throws in the last rows but one, and 0 in the
        last; all rows before are written
    """
    more = arrays.more
    chance = 1.0 / arrays.numbers.sides
    for back in range(more.shape[0]):
        keep = np.uint64(more.shape[0] - 1 - back)
        a = more[keep, 0]
        b = more[keep, 1]
        c = more[keep, 2]
        d = more[keep, 3]
        e = more[keep, 4]
        f = more[keep, 5]
        for lane in range(np.uint64(LANES)):
            work[keep, lane] = chance * (
                ((work[a, lane] + work[b, lane]) + (work[c, lane] + work[d, lane]))
                + (work[e, lane] + work[f, lane])
            )
        for face in range(6, more.shape[1]):
            larger = more[keep, face]
            for lane in range(np.uint64(LANES)):
                work[keep, lane] += chance * work[larger, lane]


@jit
def _keep(arrays: CardArrays, work: Array) -> None:
    """Choose what to keep of each throw, smallest keeps first.

    Parameters
    ----------
    arrays : the card
    work : float64[keep + 1, lane], must have the expectation of each keep, including those of all dice;
        becomes the greatest value of the keep and all keeps inside it
    """
    less = arrays.less
    for keep in range(np.uint64(1), np.uint64(less.shape[0])):
        for face in range(less.shape[1]):
            other = less[keep, face]
            if other != keep:
                for lane in range(np.uint64(LANES)):
                    work[keep, lane] = (
                        work[other, lane] if work[other, lane] > work[keep, lane] else work[keep, lane]
                    )
