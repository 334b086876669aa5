"""What is thrown, as things one can hold: dice, a coin, rubber pigs; and how they fall, from a seed.

A fall is fair and the same wherever a game is replayed. Each throw has a generator of its own, seeded with
the game's seed, the stream (whose throw it is) and the throw's number in that stream, so that what one player
does moves no die of the other's. NumPy promises that the raw words of PCG64 and of SeedSequence stay what
they are, and of its `integers` it does not; a link must not come to other dice with the next version. So
words become faces here, by rejection: with n equally likely cases, words from the largest multiple of n on
are drawn anew, and the rest of the division by n says the case.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from numpy.random import PCG64, SeedSequence

# How many words the generator tells apart.
WORDS = 2**64
# Streams of one game; players have theirs by their number, 0 and 1.
STARTING, MIXING = 2, 3
# Faces that are up, from 1 on.
Faces = tuple[int, ...]
# Where the pips of a die are: places on a grid of three by three, row by row from 0 to 8.
PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


@dataclass(frozen=True)
class Piece:
    """Something that falls on one of its faces.

    Parameters
    ----------
    name, plural : in a sentence
    verb : what one does with it, "roll"
    faces : what they show, as a word
    weights : chances of the faces, as whole numbers of equally likely cases
    """

    name: str
    plural: str
    verb: str
    faces: tuple[str, ...]
    weights: tuple[int, ...]

    def chance(self, face: int) -> Fraction:
        """The chance that it falls on a face, from 1 on."""
        return Fraction(self.weights[face - 1], sum(self.weights))

    def pips(self, face: int) -> tuple[int, ...]:
        """Where its pips are on a grid of three by three, from 0 to 8; none where it shows a word.

        >>> die(6).pips(2), die(20).pips(2)
        ((2, 6), ())
        """
        return PIPS[face] if self.faces[face - 1].isdigit() and len(self.faces) <= len(PIPS) else ()

    def words(self, faces: Faces) -> str:
        """What some of it show, in words.

        >>> die(6).words((1, 5, 5))
        '1 5 5'
        """
        shown = [self.faces[face - 1] for face in faces]
        return " ".join(shown) if all(map(str.isdigit, shown)) else " and ".join(shown)

    def some(self, count: int) -> str:
        """So many of it, in words: "1 die", "3 dice"."""
        return f"{count} {self.name if count == 1 else self.plural}"


def die(sides: int) -> Piece:
    """A fair die."""
    faces = tuple(str(face) for face in range(1, sides + 1))
    return Piece("die", "dice", "roll", faces, (1,) * sides)


def coin(heads: Fraction) -> Piece:
    """A coin that shows heads with this chance."""
    return Piece(
        "coin",
        "coins",
        "toss",
        ("heads", "tails"),
        (heads.numerator, heads.denominator - heads.numerator),
    )


@dataclass(frozen=True)
class Luck:
    """All that falls in one game.

    Parameters
    ----------
    seed : of the game

    Examples
    --------
    >>> Luck(1).fall(0, 0, die(6), 3)
    (2, 1, 2)
    """

    seed: int

    def fall(self, stream: int, number: int, piece: Piece, count: int) -> Faces:
        """The faces of one throw.

        Parameters
        ----------
        stream : whose throw it is
        number : of that throw in its stream, from 0 on
        piece, count : what is thrown
        """
        words = self._words(stream, number)
        return tuple(_face(piece, words) for _ in range(count))

    def part(self, stream: int, number: int) -> float:
        """A number between 0 and 1, 1 excluded, of 53 bits."""
        return (next(self._words(stream, number)) >> 11) * 2.0**-53

    def _words(self, stream: int, number: int) -> Iterator[int]:
        bits = PCG64(SeedSequence([self.seed, stream, number]))
        while True:
            yield int(bits.random_raw())


def _face(piece: Piece, words: Iterator[int]) -> int:
    sums = list(accumulate(piece.weights))
    case = _below(sums[-1], words)
    return 1 + next(face for face, most in enumerate(sums) if case < most)


def _below(count: int, words: Iterator[int]) -> int:
    """One of so many equally likely numbers from 0 on."""
    limit = WORDS - WORDS % count
    return next(word for word in words if word < limit) % count
