"""What is thrown: dice, a coin, rubber pigs; and how they fall, from a seed.

Falls are fair, and the same wherever a game is replayed. Each throw has its own generator, seeded with the
game's seed, the stream (whose throw it is) and the throw's number in that stream. So a player's decisions do
not change the opponent's dice. NumPy guarantees the raw words of PCG64 and of SeedSequence, but not the
results of its `integers`, and a link must give the same dice with any version. So words are converted to
faces here, by rejection: with n equally likely cases, words from the largest multiple of n on are drawn
again, and the remainder of the division by n is the case.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from numpy.random import PCG64, SeedSequence

# Number of different words of the generator.
WORDS = 2**64
# Further streams of a game; the players' streams are 0 and 1.
STARTING, MIXING = 2, 3
# Faces that are up, counted from 1.
Faces = tuple[int, ...]
# Positions of the pips of a die on a grid of three by three, numbered by rows from 0 to 8.
PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


@dataclass(frozen=True)
class Piece:
    """A kind of object that falls on one of its faces.

    Parameters
    ----------
    name, plural : words for one and for several
    verb : what one does with it, "roll"
    faces : words for the faces
    weights : relative probabilities of the faces, as whole numbers
    """

    name: str
    plural: str
    verb: str
    faces: tuple[str, ...]
    weights: tuple[int, ...]

    def chance(self, face: int) -> Fraction:
        """Return the probability of a face, counted from 1."""
        return Fraction(self.weights[face - 1], sum(self.weights))

    def pips(self, face: int) -> tuple[int, ...]:
        """Return the positions of its pips on a grid of three by three; nothing if it shows a word.

        >>> die(6).pips(2), die(20).pips(2)
        ((2, 6), ())
        """
        return PIPS[face] if self.faces[face - 1].isdigit() and len(self.faces) <= len(PIPS) else ()

    def words(self, faces: Faces) -> str:
        """Return the faces of several pieces in words.

        >>> die(6).words((1, 5, 5))
        '1 5 5'
        """
        shown = [self.faces[face - 1] for face in faces]
        return " ".join(shown) if all(map(str.isdigit, shown)) else " and ".join(shown)

    def some(self, count: int) -> str:
        """Return a number of pieces in words: "1 die", "3 dice"."""
        return f"{count} {self.name if count == 1 else self.plural}"


def die(sides: int) -> Piece:
    """Return a fair die."""
    faces = tuple(str(face) for face in range(1, sides + 1))
    return Piece("die", "dice", "roll", faces, (1,) * sides)


def coin(heads: Fraction) -> Piece:
    """Return a coin that shows heads with this probability."""
    return Piece(
        "coin",
        "coins",
        "toss",
        ("heads", "tails"),
        (heads.numerator, heads.denominator - heads.numerator),
    )


@dataclass(frozen=True)
class Luck:
    """The random numbers of one game.

    Parameters
    ----------
    seed : seed of the game

    Examples
    --------
    >>> Luck(1).fall(0, 0, die(6), 3)
    (2, 1, 2)
    """

    seed: int

    def fall(self, stream: int, number: int, piece: Piece, count: int) -> Faces:
        """Return the faces of one throw.

        Parameters
        ----------
        stream : stream of the player
        number : number of the throw in its stream, from 0
        piece, count : what is thrown, and how many
        """
        words = self._words(stream, number)
        return tuple(_face(piece, words) for _ in range(count))

    def part(self, stream: int, number: int) -> float:
        """Return a number in [0, 1) with 53 bits."""
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
    """One of `count` equally likely numbers from 0."""
    limit = WORDS - WORDS % count
    return next(word for word in words if word < limit) % count
