"""Pictures for a terminal: dice as boxes, and win probabilities as a line of blocks."""

from collections.abc import Sequence
from dataclasses import dataclass

from playing.pieces import Faces, Piece


@dataclass(frozen=True)
class Ink:
    """Characters that a terminal can print.

    Attributes
    ----------
    dot : a pip of a die
    corners : corners of a box: top left and right, bottom left and right
    across, down : lines of a box
    levels : levels of a curve, from the least to the greatest
    """

    dot: str
    corners: str
    across: str
    down: str
    levels: str


BLOCKS = Ink("●", "╭╮╰╯", "─", "│", "▁▂▃▄▅▆▇█")
PLAIN = Ink("o", "++++", "-", "|", "_.:-=+*#")


def ink(encoding: str) -> Ink:
    """Return the characters that a terminal with this encoding can print."""
    return BLOCKS if encoding.lower().startswith("utf") else PLAIN


def drawn(piece: Piece, faces: Faces, ink: Ink, width: int) -> list[str]:
    """Return dice side by side as lines of text; nothing if there is no room.

    Parameters
    ----------
    piece, faces : the kind of dice, and the faces that are up
    ink : characters that the terminal can print
    width : width of the terminal

    Examples
    --------
    >>> from playing.pieces import die
    >>> print(*drawn(die(6), (2, 5), PLAIN, 80), sep="|")
    +-------+ +-------+||     o | | o   o |||       | |   o   ||| o     | | o   o ||+-------+ +-------+
    """
    boxes = [_box(_face(piece, face, ink), ink) for face in faces]
    rows = [" ".join(parts) for parts in zip(*boxes, strict=True)]
    return rows if rows and len(rows[0]) <= width else []


def sparkline(chances: Sequence[float], ink: Ink, width: int) -> str:
    """Return probabilities as one line of text; if there are too many, the last of each part.

    Parameters
    ----------
    chances : probabilities from 0 to 1, in order
    ink : characters that the terminal can print
    width : largest number of characters

    Examples
    --------
    >>> sparkline([0.0, 0.5, 1.0], BLOCKS, 80)
    '▁▅█'
    """
    count = min(len(chances), width)
    picked = [chances[(place + 1) * len(chances) // count - 1] for place in range(count)]
    most = len(ink.levels) - 1
    return "".join(ink.levels[min(int(chance * len(ink.levels)), most)] for chance in picked)


def _face(piece: Piece, face: int, ink: Ink) -> list[str]:
    """The inside of a box."""
    pips = piece.pips(face)
    if not pips:
        return ["", piece.faces[face - 1], ""]
    dots = [ink.dot if place in pips else " " for place in range(9)]
    return [" ".join(dots[row : row + 3]) for row in (0, 3, 6)]


def _box(lines: Sequence[str], ink: Ink) -> list[str]:
    width = max(5, *map(len, lines))
    edge = ink.across * (width + 2)
    inside = [f"{ink.down} {line:^{width}} {ink.down}" for line in lines]
    above, below = ink.corners[:2], ink.corners[2:]
    return [f"{above[0]}{edge}{above[1]}", *inside, f"{below[0]}{edge}{below[1]}"]
