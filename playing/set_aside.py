"""Throwers of games in which scoring dice are set aside: Ten Thousand and Farkle.

Their turns know how many points a way gives up and how many dice it throws. This module adds which dice stay
on the table.
"""

from functools import cache
from itertools import combinations

from playing.pieces import Faces, die
from playing.throwing import BUST, Fate, Result, Thrower
from solvers.games import farkle, ten_thousand
from solvers.games.turn import Turn, Way
from solvers.questions.parameter import Parameters

SIX = die(6)


def of_ten_thousand(turn: Turn) -> Thrower:
    """Five dice; ones, fives and triples stay."""
    places = {position.name: index for index, position in enumerate(turn.positions)}
    hot = places["all score, 5 left"]

    def read(throw: int, faces: Faces) -> Result:
        scored = _scoring(faces)
        if not scored:
            return BUST
        left, found = len(faces) - len(scored), _configuration(scored)
        name = f"{' '.join(map(str, _fives_first(scored)))}, {left} left"
        return Result(Fate.SCORES, ten_thousand.score(found), places[name] if left else hot)

    def aside(faces: Faces, way: Way | None) -> Faces:
        kept = list(_scoring(faces))
        move = None if way is None else ten_thousand.MOVES.get(turn.actions[way.action])
        if move:
            fives, ones, triple = move
            for face in [5] * fives + [1] * ones + [triple] * (3 if triple else 0):
                kept.remove(face)
        return tuple(kept)

    return Thrower(SIX, lambda throw: ten_thousand.DICE - throw, read, aside)


def _scoring(faces: Faces) -> Faces:
    """The dice that score: ones, fives, and three of a kind."""
    triple = next((face for face in (2, 3, 4, 6) if faces.count(face) >= 3), 0)
    return tuple(sorted(face for face in faces if face in (1, 5))) + (triple,) * (3 if triple else 0)


def _configuration(scored: Faces) -> ten_thousand.Configuration:
    return scored.count(5), scored.count(1), next((face for face in scored if face not in (1, 5)), 0)


def _fives_first(scored: Faces) -> Faces:
    """Faces in the order of the names of positions."""
    return tuple(sorted(scored, key=lambda face: (5, 1).index(face) if face in (1, 5) else 2))


def of_farkle(turn: Turn, given: Parameters) -> Thrower:
    """Return the thrower of Farkle: six dice; dice that are set aside must score."""
    names = ("four", "five", "six", "straight", "three_pairs", "two_triplets", "ones")
    scores = tuple(farkle.table(**{name: int(given[name]) for name in names}).items())
    places = {position.ways: index for index, position in enumerate(turn.positions)}

    @cache
    def worth(counts: farkle.Counts) -> int:
        """The most points of these dice, if all are in combinations; -1 if that is impossible."""
        if not any(counts):
            return 0
        found = [-1]
        for combination, points in scores:
            left = tuple(had - taken for had, taken in zip(counts, combination, strict=True))
            if min(left) >= 0 and (rest := worth(left)) >= 0:
                found.append(points + rest)
        return max(found)

    @cache
    def options(faces: Faces) -> dict[farkle.Option, Faces]:
        """All that can be kept, as points and dice left, with the dice kept."""
        found: dict[farkle.Option, Faces] = {}
        for count in range(1, len(faces) + 1):
            for kept in combinations(faces, count):
                points = worth(_counts(kept))
                if points > 0:
                    found.setdefault((points, len(faces) - count or farkle.DICE), kept)
        return found

    def read(throw: int, faces: Faces) -> Result:
        found = options(tuple(sorted(faces)))
        if not found:
            return BUST
        gain = max(points for points, _ in found)
        ways = tuple(
            (gain - points, farkle.DICE - left)
            for points, left in sorted(found, key=lambda option: (-option[0], -option[1]))
        )
        return Result(Fate.SCORES, gain, at[ways])

    def aside(faces: Faces, way: Way | None) -> Faces:
        found = options(tuple(sorted(faces)))
        gain = max(points for points, _ in found)
        if way is None:
            return next(kept for (points, _), kept in found.items() if points == gain)
        return found[gain - way.given_up, farkle.DICE - way.throw]

    at = {tuple((way.given_up, way.throw) for way in ways): index for ways, index in places.items()}
    return Thrower(SIX, lambda throw: farkle.DICE - throw, read, aside)


def _counts(faces: Faces) -> farkle.Counts:
    return tuple(faces.count(face) for face in range(1, farkle.FACES + 1))
