"""Where a rule of thumb goes wrong, in a few regions that can be said in a sentence.

A region is a box: turn totals, own scores, and either the other's scores or by how much one is behind, each
from one number to another, and one kind of error: the rule throws again there, or holds. Doing the opposite
everywhere in a box would gain, to first order,

    sum over its decisions of that kind of (how often play comes there) times (the other choice's value minus
    the rule's own, under optimal play),

in which decisions that are right count against the box. So the best box needs no setting of how pure it is
to be: it is the one of the greatest such sum, found by trying all pairs of edges along two sides, and along
the third the best stretch in one pass. Edges lie on a coarse grid, as a person counts. Boxes are taken one
after the other, the greedy way; decisions of earlier ones are never taken again, so that what regions give
away adds up.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Flags
from solvers.games.turn import ROLL
from solvers.jit import jit

Indices = NDArray[np.intp]
# Edges of scores, and of turn totals, in a game.
SCORE_STEPS, TOTAL_STEPS = 20, 100
# A region that would gain less than this share of all that is given away is none.
LEAST_SHARE = 0.01
MOST_REGIONS = 5


class Span(NamedTuple):
    """Whole numbers from one to another.

    Attributes
    ----------
    low, high : both included
    """

    low: int
    high: int


@dataclass(frozen=True)
class Region:
    """One kind of error in a box of decisions.

    Attributes
    ----------
    goal : points to win
    throws : whether the rule throws again there, where it should hold; else it holds
    turn_total, banked, opponent : points at risk, own score, the other's
    behind : the other's score minus one's own
    share : of what the rule gives away in a game, what it does here
    """

    goal: int
    throws: bool
    turn_total: Span
    banked: Span
    opponent: Span
    behind: Span
    share: float = 0.0

    @classmethod
    def everywhere(cls, goal: int, throws: bool) -> "Region":
        """All decisions of one kind."""
        scores = Span(0, goal - 1)
        return cls(goal, throws, Span(1, goal - 1), scores, scores, Span(1 - goal, goal - 1))

    def contains(self, rolls: Flags, banked: Indices, opponent: Indices, turn_total: Indices) -> Flags:
        """Which of some decisions lie in it.

        Parameters
        ----------
        rolls : int8[...], what the rule does
        banked, opponent, turn_total : int[...], where
        """
        inside = (rolls == ROLL) == self.throws
        sides = (banked, opponent, turn_total, opponent - banked)
        for number, span in zip(
            sides, (self.banked, self.opponent, self.turn_total, self.behind), strict=True
        ):
            inside = inside & (span.low <= number) & (number <= span.high)
        return np.asarray(inside)

    @property
    def sentence(self) -> str:
        """In words.

        >>> region = Region.everywhere(100, True)
        >>> replace(region, turn_total=Span(20, 24), behind=Span(60, 99)).sentence
        'throws again with 20 to 24, 60 or more behind'
        >>> replace(region, throws=False, banked=Span(0, 19), behind=Span(-9, 5)).sentence
        'holds having up to 19, between 9 ahead and 5 behind'
        """
        known = Region.everywhere(self.goal, self.throws)
        parts = (
            _said("with", self.turn_total, known.turn_total),
            _said("having", self.banked, known.banked),
            _said("against", self.opponent, known.opponent),
            _lead(self.behind, known.behind),
        )
        verb = "throws again" if self.throws else "holds"
        said = ", ".join(part for part in parts if part)
        return f"{verb} {said}" if said else f"{verb} anywhere"


def _said(word: str, span: Span, known: Span) -> str:
    """A span in words, nothing if it is all that there is."""
    if span == known:
        return ""
    if span.high == known.high:
        return f"{word} {span.low} or more"
    if span.low == known.low:
        return f"{word} up to {span.high}"
    return f"{word} {span.low}" + (f" to {span.high}" if span.high > span.low else "")


def _lead(behind: Span, known: Span) -> str:
    """By how much one is behind or ahead, in words."""
    low, high = behind
    if behind == known:
        return ""
    if low >= 0:
        return _said("", behind, known).strip() + " behind"
    if high <= 0:
        return _said("", Span(-high, -low), known).strip() + " ahead"
    if high == known.high:
        return f"at most {-low} ahead"
    if low == known.low:
        return f"at most {high} behind"
    return f"between {-low} ahead and {high} behind"


class Decisions(NamedTuple):
    """The decisions that play comes to, one after the other.

    Attributes
    ----------
    banked, opponent, turn_total : int[decision], where
    rolls : int8[decision], what the rule does
    lost : float64[decision], what it gives away there in a game
    gain : float64[decision], what the other choice would gain, less than 0 where the rule is right
    """

    banked: Indices
    opponent: Indices
    turn_total: Indices
    rolls: Flags
    lost: Array
    gain: Array


def regions(visits: Array, advantage: Array, rolls: Flags, most: int = MOST_REGIONS) -> tuple[Region, ...]:
    """The regions in which a rule gives most away, the greatest first.

    Parameters
    ----------
    visits : float64[banked, opponent, turn_total], how often play comes there
    advantage : float64[banked, opponent, turn_total], value of throwing minus value of holding; NaN where
        holding wins
    rolls : int8[banked, opponent, turn_total] of the rule
    most : regions
    """
    goal = visits.shape[0]
    known = _decisions(visits, advantage, rolls)
    total, found = float(known.lost.sum()), list[Region]()
    free = np.ones(known.lost.size, bool)
    while len(found) < most:
        # What is taken is never worth taking again.
        gain = np.where(free, known.gain, -1.0 - total)
        boxes = [_best(goal, throws, lead, known, gain) for throws, lead in product((True, False), repeat=2)]
        value, region = max(boxes, key=lambda box: box[0])
        if not value > LEAST_SHARE * total:
            break
        region = _loosened(region, known)
        inside = region.contains(known.rolls, *known[:3])
        found.append(replace(region, share=float(known.lost[inside].sum()) / total))
        free &= ~inside
    return tuple(sorted(found, key=lambda region: -region.share))


def _decisions(visits: Array, advantage: Array, rolls: Flags) -> Decisions:
    """Those that play comes to; at turn total 0, and where holding wins, nothing is decided."""
    met = (visits > 0.0) & ~np.isnan(advantage)
    met[..., 0] = False
    gain = visits[met] * np.where(rolls[met] == ROLL, -advantage[met], advantage[met])
    banked, opponent, turn_total = np.nonzero(met)
    return Decisions(banked, opponent, turn_total, rolls[met], np.maximum(gain, 0.0), gain)


def _best(goal: int, throws: bool, lead: bool, known: Decisions, gain: Array) -> tuple[float, Region]:
    """The best box of one kind of error, and what it would gain.

    Parameters
    ----------
    goal : points to win
    throws : whether the rule throws again there
    lead : whether its third side is by how much one is behind, else it is the other's score
    known : all decisions
    gain : float64[decision], of the other choice
    """
    mine = (known.rolls == ROLL) == throws
    third = known.opponent - known.banked if lead else known.opponent
    everywhere = Region.everywhere(goal, throws)
    spans = everywhere.banked, everywhere.behind if lead else everywhere.opponent, everywhere.turn_total
    steps = (max(1, goal // SCORE_STEPS),) * 2 + (max(1, goal // TOTAL_STEPS),)
    # Whole steps from 0 on, also downwards.
    bins = [
        number[mine] // step - span.low // step
        for number, span, step in zip((known.banked, third, known.turn_total), spans, steps, strict=True)
    ]
    shape = tuple(span.high // step - span.low // step + 1 for span, step in zip(spans, steps, strict=True))
    sums = np.zeros(shape)
    np.add.at(sums, tuple(bins), gain[mine])
    value, box = best_box(sums)
    banked, other, total = (
        Span(
            max(span.low, (span.low // step + side.low) * step),
            min(span.high, (span.low // step + side.high + 1) * step - 1),
        )
        for side, span, step in zip(box, spans, steps, strict=True)
    )
    found = replace(everywhere, banked=banked, turn_total=total)
    found = replace(found, behind=other) if lead else replace(found, opponent=other)
    return value, found


def best_box(sums: Array) -> tuple[float, tuple[Span, Span, Span]]:
    """The box of the greatest sum.

    Parameters
    ----------
    sums : float64[a, b, c]

    Returns
    -------
    The sum, and the box by its first and last index along each side.

    Examples
    --------
    >>> best_box(np.array([[[-1.0, 2.0, -1.0, 2.5]], [[-3.0, 0.5, 0.25, -4.0]]]))
    (3.5, (Span(low=0, high=0), Span(low=0, high=0), Span(low=1, high=3)))
    """
    # Up to here, so that a rectangle is a sum of four.
    upto = np.pad(sums, [(1, 0), (1, 0), (0, 0)]).cumsum(0).cumsum(1)
    sides = (combinations_with_replacement(range(size), 2) for size in sums.shape[:2])
    first, second = (np.array(list(pairs)) for pairs in sides)
    found = np.zeros(4, np.int64)
    best = _search(upto, first, second, found)
    spans = first[found[0]], second[found[1]], found[2:]
    one, two, three = (Span(*span.tolist()) for span in spans)
    return best, (one, two, three)


@jit
def _search(
    upto: Array, first: NDArray[np.int64], second: NDArray[np.int64], out: NDArray[np.int64]
) -> float:
    """Try all rectangles, and of each the best stretch in one pass; NumPy took six times as long.

    Parameters
    ----------
    upto : float64[a + 1, b + 1, c], sums of all before along the first two sides
    first, second : int64[pair, 2], first and last index along these sides
    out : int64[4], becomes the pairs of the best box, and its first and last index along the third side

    Returns
    -------
    The greatest sum.
    """
    best = -np.inf
    for one in range(first.shape[0]):
        low, high = first[one, 0], first[one, 1] + 1
        for two in range(second.shape[0]):
            left, right = second[two, 0], second[two, 1] + 1
            stretch = 0.0
            start = 0
            for c in range(upto.shape[2]):
                if stretch <= 0.0:
                    stretch = 0.0
                    start = c
                stretch += (upto[high, right, c] - upto[low, right, c]) - (
                    upto[high, left, c] - upto[low, left, c]
                )
                if stretch > best:
                    best = stretch
                    out[0], out[1], out[2], out[3] = one, two, start, c
    return best


def _loosened(region: Region, known: Decisions) -> Region:
    """The same decisions in fewer words: edges beyond which play does not come are left out."""
    inside = region.contains(known.rolls, *known[:3])
    for wider in _wider(region):
        loose = wider(region)
        if (loose.contains(known.rolls, *known[:3]) == inside).all():
            region = loose
    return region


def _wider(region: Region) -> Iterator[Callable[[Region], Region]]:
    """Functions that each leave out one edge of a region."""
    known = Region.everywhere(region.goal, region.throws)
    for side in ("turn_total", "banked", "opponent", "behind"):
        for end in ("low", "high"):
            limit = getattr(getattr(known, side), end)

            def leave_out(own: Region, side: str = side, end: str = end, limit: int = limit) -> Region:
                return replace(own, **{side: getattr(own, side)._replace(**{end: limit})})

            yield leave_out
