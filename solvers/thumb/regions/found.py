"""Find where a rule of thumb is wrong, as a few regions that a sentence can describe.

A region is a box: ranges of turn totals, of own scores, and of the opponent's scores or of the points behind;
for one player alone, of turns left. It has one kind of error: the rule rolls there, or holds, or takes
another way than the best. In games with more decisions a box may be restricted to one group of positions,
such as those with three dice left. To first order, changing all decisions of that kind in a box gains

    sum over its decisions of that kind of (how often play comes there) times (the other choice's value minus
    the rule's own, under optimal play),

in which right decisions count against the box. So the best box is the one with the greatest sum, and no
parameter for its purity is needed. It is found by trying all pairs of edges along two sides, and the best
interval along the third side in one pass. Edges lie on a coarse grid, at round numbers. Boxes are chosen
greedily, one after the other; decisions of earlier ones are not counted again, so that the losses of regions
add up.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Array, Flags
from solvers.jit import jit
from solvers.thumb.regions.region import (
    HOLDS,
    ONE_PHASE,
    OTHER_WAY,
    THROWS,
    Indices,
    Phases,
    Region,
    Span,
)

# Number of grid steps for scores, and for turn totals.
SCORE_STEPS, TOTAL_STEPS = 20, 100
# Regions that gain less than this share of the whole loss are dropped.
LEAST_SHARE = 0.01
MOST_REGIONS = 5


class Decisions(NamedTuple):
    """Decisions that occur in play, or sums of decisions that no edge of a region separates.

    Attributes
    ----------
    error : int8[decision], kind of a possible error: what the rule does
    banked, opponent, turn_total : int[decision], the state
    group : int[decision], group of the position
    turns_left : int[decision], turns to come for one player alone, whose `opponent` is 0; 0 in a race
    phase : int[decision], phase of the contest
    lost : float64[decision], loss per game
    gain : float64[decision], what the other choice gains per game, negative if the rule is right
    """

    error: Flags
    banked: Indices
    opponent: Indices
    turn_total: Indices
    group: Indices
    turns_left: Indices
    phase: Indices
    lost: Array
    gain: Array

    def inside(self, region: Region) -> Flags:
        """Return which of them are in a region, bool[decision].

        Parameters
        ----------
        region : the region
        """
        return region.contains(
            self.error,
            self.banked,
            self.opponent,
            self.turn_total,
            self.group,
            self.turns_left,
            self.phase,
        )


class _Kind(NamedTuple):
    """A kind of boxes to search.

    Attributes
    ----------
    error : HOLDS, THROWS or OTHER_WAY
    third : the third side: "behind", the points behind, "opponent", the opponent's score, or "turns_left"
    group : group of positions, -1 for all
    phase : phase of the contest, -1 for all phases with both scores
    """

    error: int
    third: str
    group: int
    phase: int


def found_in(
    everywhere: Region,
    known: Decisions,
    groups: Sequence[str],
    phases: Phases = ONE_PHASE,
    most: int = MOST_REGIONS,
) -> tuple[Region, ...]:
    """Return the regions of some decisions with the greatest losses, the greatest first.

    Parameters
    ----------
    everywhere : region of all decisions, of a race or of one player alone
    known : the decisions
    groups : groups of positions in words; empty if there is only one
    phases : phases of the contest
    most : largest number of regions
    """
    total, found = float(known.lost.sum()), list[Region]()
    free = np.ones(known.lost.size, bool)
    while len(found) < most:
        # Decisions that are taken get a gain so low that they are never taken again.
        left = np.where(free, known.gain, -1.0 - total)
        value, region = _best_of_all(everywhere, known, left, len(groups), phases)
        if not value > LEAST_SHARE * total:
            break
        if region.group >= 0:
            region = replace(region, where=groups[region.group])
        region = _loosened(_in_one_phase(region, known, phases), known)
        inside = known.inside(region)
        found.append(replace(region, share=float(known.lost[inside].sum()) / total))
        free &= ~inside
    return tuple(sorted(found, key=lambda region: -region.share))


def _in_one_phase(region: Region, known: Decisions, phases: Phases) -> Region:
    """The same region, restricted to a phase if all its decisions are in that phase."""
    if not phases.words:
        return region
    met = np.unique(known.phase[known.inside(region)])
    if met.size > 1:
        return region
    return replace(region, phase=int(met[0]), when=phases.words[met[0]])


def _best_of_all(
    everywhere: Region, known: Decisions, gain: Array, groups: int, phases: Phases
) -> tuple[float, Region]:
    """The best box of any kind, and its gain.

    Parameters
    ----------
    everywhere : region of all decisions, of a race or of one player alone
    known : all decisions
    gain : float64[decision], gain of the other choice
    groups : number of groups
    phases : phases of the contest
    """
    of_group = [np.ones(gain.size, bool), *(known.group == group for group in range(groups))]
    of_phase = [known.phase < phases.alike, *(known.phase == phase for phase in range(len(phases.words)))]
    thirds = ("turns_left",) if everywhere.turns else ("behind", "opponent")
    # Phases without scores have only the points behind.
    thirds_of = [thirds, *(thirds if phase < phases.alike else ("behind",) for phase in range(phases.number))]
    kinds = [
        (_Kind(error, third, group - 1, phase - 1), (known.error == error) & inside & now)
        for error in (THROWS, HOLDS, OTHER_WAY)
        for group, inside in enumerate(of_group)
        for phase, now in enumerate(of_phase)
        for third in thirds_of[phase]
    ]
    # Upper bound of a kind's gain: the sum of its positive gains.
    bounds = [float(np.maximum(gain[mine], 0.0).sum()) for _, mine in kinds]
    best = 0.0, everywhere
    for place in sorted(range(len(kinds)), key=lambda place: -bounds[place]):
        if not bounds[place] > best[0]:
            break
        kind, mine = kinds[place]
        box = _best(everywhere, kind, Decisions(*(own[mine] for own in known)), gain[mine])
        best = max(best, box, key=lambda box: box[0])
    return best


def _best(everywhere: Region, kind: _Kind, known: Decisions, gain: Array) -> tuple[float, Region]:
    """The best box of one kind, and its gain.

    Parameters
    ----------
    everywhere : region of all decisions, of a race or of one player alone
    kind : kind of boxes
    known : decisions of that kind
    gain : float64[decision], gain of the other choice
    """
    third = known.opponent - known.banked if kind.third == "behind" else getattr(known, kind.third)
    of_kind = replace(
        everywhere,
        throws=kind.error == THROWS,
        other_way=kind.error == OTHER_WAY,
        group=kind.group,
        phase=kind.phase,
    )
    spans = of_kind.banked, getattr(of_kind, kind.third), of_kind.turn_total
    score_step, total_step = steps(of_kind.goal)
    sides = (score_step, turns_step(of_kind.turns) if of_kind.turns else score_step, total_step)
    # Steps count from 0 on, also downwards.
    bins = [
        number // step - span.low // step
        for number, span, step in zip((known.banked, third, known.turn_total), spans, sides, strict=True)
    ]
    shape = tuple(span.high // step - span.low // step + 1 for span, step in zip(spans, sides, strict=True))
    sums = np.zeros(shape)
    np.add.at(sums, tuple(bins), gain)
    value, box = best_box(sums)
    banked, other, total = (
        Span(
            max(span.low, (span.low // step + side.low) * step),
            min(span.high, (span.low // step + side.high + 1) * step - 1),
        )
        for side, span, step in zip(box, spans, sides, strict=True)
    )
    edges: dict[str, Any] = {"banked": banked, kind.third: other, "turn_total": total}
    return value, replace(of_kind, **edges)


def steps(goal: int) -> tuple[int, int]:
    """Return the grid steps of scores, and of turn totals."""
    return max(1, goal // SCORE_STEPS), max(1, goal // TOTAL_STEPS)


def turns_step(turns: int) -> int:
    """Return the grid step of turns left."""
    return max(1, turns // SCORE_STEPS)


def best_box(sums: Array) -> tuple[float, tuple[Span, Span, Span]]:
    """Return the box with the greatest sum.

    Parameters
    ----------
    sums : float64[a, b, c]

    Returns
    -------
    The sum, and the box as first and last index along each side

    Examples
    --------
    >>> best_box(np.array([[[-1.0, 2.0, -1.0, 2.5]], [[-3.0, 0.5, 0.25, -4.0]]]))
    (3.5, (Span(low=0, high=0), Span(low=0, high=0), Span(low=1, high=3)))
    """
    # Cumulative sums, so that each rectangle is a sum of four.
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
    """Try all rectangles, with the best interval of each in one pass; NumPy took six times as long.

    Parameters
    ----------
    upto : float64[a + 1, b + 1, c], cumulative sums along the first two sides
    first, second : int64[pair, 2], first and last index along these sides
    out : int64[4], written: the pairs of the best box, and its first and last index along the third side

    Returns
    -------
    The greatest sum
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
    """The same decisions in fewer words: edges that no decision in play needs are dropped."""
    inside = known.inside(region)
    for wider in _wider(region):
        loose = wider(region)
        if (known.inside(loose) == inside).all():
            region = loose
    return region


def _wider(region: Region) -> Iterator[Callable[[Region], Region]]:
    """Functions that each drop one edge of a region."""
    known = Region.everywhere(region.goal, region.throws, region.turns, region.alike)
    for side in ("turn_total", "banked", "opponent", "behind", "turns_left"):
        for end in ("low", "high"):
            limit = getattr(getattr(known, side), end)

            def leave_out(own: Region, side: str = side, end: str = end, limit: int = limit) -> Region:
                return replace(own, **{side: getattr(own, side)._replace(**{end: limit})})

            yield leave_out
