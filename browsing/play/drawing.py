"""Pictures of a game: dice as pips on a grid, and the curve of the person's win probability."""

from collections.abc import Sequence
from dataclasses import dataclass

from playing.coach import Point
from playing.numbers import percent
from playing.pieces import Faces, Piece

# Size of the curve, in the units of its picture.
WIDTH, HEIGHT = 600, 160


@dataclass(frozen=True)
class Face:
    """A face that is up.

    Attributes
    ----------
    word : what it shows
    pips : places of the pips, as x and y from 0 to 2; empty if the word is written
    kept : whether it stays on the table, as it scores
    """

    word: str
    pips: tuple[tuple[int, int], ...]
    kept: bool = False


@dataclass(frozen=True)
class Curve:
    """The person's win probability, decision by decision.

    Attributes
    ----------
    line : points "x,y x,y" in a picture of WIDTH by HEIGHT
    end : x and y of the last one
    words : the curve in a sentence
    """

    line: str
    end: tuple[float, float]
    words: str


def faces(piece: Piece, up: Faces, kept: Faces = ()) -> list[Face]:
    """Return the faces of a throw.

    Parameters
    ----------
    piece : kind of dice
    up : the faces
    kept : those that stay on the table, in any order
    """
    left, found = list(kept), []
    for face in up:
        found.append(_face(piece, face, face in left))
        if face in left:
            left.remove(face)
    return found


def curve(points: Sequence[Point]) -> Curve:
    """Return the coach's points as a line.

    Parameters
    ----------
    points : in order, at least one
    """
    last = max(1, points[-1].step)
    places = [(WIDTH * point.step / last, HEIGHT * (1.0 - point.chance)) for point in points]
    chances = [point.chance for point in points]
    words = (
        f"Your chance to win: {percent(chances[0])} at the start, {percent(chances[-1])} now,"
        f" between {percent(min(chances))} and {percent(max(chances))}."
    )
    return Curve(" ".join(f"{x:.1f},{y:.1f}" for x, y in places), places[-1], words)


def _face(piece: Piece, face: int, kept: bool) -> Face:
    pips = tuple((place % 3, place // 3) for place in piece.pips(face))
    return Face(piece.faces[face - 1], pips, kept)
