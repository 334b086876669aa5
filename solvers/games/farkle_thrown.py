"""The turn of Farkle a second time, for certificates and exact answers, by enumerating all rolls die by die.

Only the scoring table is shared with `games.farkle`. So a way that is missing or scored wrongly there is not
missing or wrong here. Throws have the same order and names, and ways the same order; positions may have
another order.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product

from solvers.games.turn import ROLL, Outcome, Position, Throw, Turn, Way

# Faces of some dice, in ascending order.
Faces = tuple[int, ...]
DIE = range(1, 7)
HAND = 6


def turn(scores: Mapping[tuple[int, ...], int]) -> Turn:
    """The turn of Farkle with all ways to keep dice.

    Parameters
    ----------
    scores : for each combination, as numbers of dice by face, its worth in units of 50 points

    Examples
    --------
    >>> from solvers.games import farkle
    >>> turn(farkle.table()).throws[5].bust
    Fraction(2, 3)
    """
    worth = _set_aside(
        {
            tuple(face for face in DIE for _ in range(counts[face - 1])): points
            for counts, points in scores.items()
        }
    )
    found: dict[tuple[Way, ...], int] = {}
    throws = []
    for dice in range(HAND, 0, -1):
        chance, bust = Counter[tuple[int, tuple[Way, ...]]](), 0
        for faces, times in Counter(tuple(sorted(thrown)) for thrown in product(DIE, repeat=dice)).items():
            some = (own for size in range(1, dice + 1) for own in combinations(faces, size))
            kept = {(worth[own], dice - len(own) or HAND) for own in some if own in worth}
            if kept:
                chance[max(points for points, _ in kept), _ways(kept)] += times
            else:
                bust += times
        outcomes = [
            (points, found.setdefault(ways, len(found)), times) for (points, ways), times in chance.items()
        ]
        scored = tuple(
            Outcome(Fraction(times, len(DIE) ** dice), points, at) for points, at, times in outcomes
        )
        throws.append(Throw(f"{dice} dice", Fraction(bust, len(DIE) ** dice), scored))
    positions = tuple(Position(f"position {at}", ways) for ways, at in found.items())
    return Turn(
        "farkle",
        tuple(throws),
        positions,
        ("hold", "roll", *(f"throw {dice}" for dice in range(1, HAND + 1))),
    )


def _set_aside(combinations_worth: Mapping[Faces, int]) -> dict[Faces, int]:
    """All sets of dice that may be set aside, and the greatest worth of each.

    Sets are extended by one combination at a time.
    """
    known: dict[Faces, int] = {(): 0}
    longer = known
    while longer:
        laid: dict[Faces, int] = {}
        for faces, points in longer.items():
            for combination, worth in combinations_worth.items():
                if len(faces) + len(combination) <= HAND:
                    both = tuple(sorted(faces + combination))
                    laid[both] = max(points + worth, laid.get(both, 0))
        known |= {faces: max(points, known.get(faces, 0)) for faces, points in laid.items()}
        longer = laid
    del known[()]
    return known


def _ways(kept: set[tuple[int, int]]) -> tuple[Way, ...]:
    """A way for each pair of points kept and dice left, most points first and then most dice.

    Holding keeps the most points.
    """
    most = max(points for points, _ in kept)
    ordered = sorted(kept, reverse=True)
    return tuple(
        Way(ROLL if points == most else 1 + left, most - points, HAND - left) for points, left in ordered
    )
