"""Translate dice on the table to a game's turn.

A `Turn` has outcomes, with a gain and a position each; a person sees dice. A *thrower* knows what is thrown
and the result of the faces that are up. For games in which dice are set aside it also knows which dice
(`set_aside.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from playing.pieces import Faces, Piece, coin, die
from solvers.games import pass_the_pigs
from solvers.games.big_pig import TWO_ONES
from solvers.games.doubles_pig import DOUBLES
from solvers.games.turn import Way
from solvers.questions.parameter import Parameters


class Fate(Enum):
    """What a throw does to a turn."""

    SCORES = "scores"
    BUSTS = "busts"
    WIPES = "wipes"


@dataclass(frozen=True)
class Result:
    """The result of a throw.

    Parameters
    ----------
    fate : whether it scores, busts or wipes
    gain : points that it adds to the turn total
    position : index of the position that it leads to
    """

    fate: Fate
    gain: int = 0
    position: int = 0


BUST, WIPE = Result(Fate.BUSTS), Result(Fate.WIPES)


def nothing_aside(faces: Faces, way: Way | None) -> Faces:
    """Return no dice, for games in which all dice are thrown again.

    Parameters
    ----------
    faces : faces that are up
    way : how the player goes on; None if it holds
    """
    return ()


@dataclass(frozen=True)
class Thrower:
    """What is thrown in a game, and its results.

    Parameters
    ----------
    piece : kind of object
    count : function of the index of a throw: number of pieces
    read : function of that index and the faces that are up: the result
    aside : function of the faces that are up and of a way, None to hold: the dice that stay
    """

    piece: Piece
    count: Callable[[int], int]
    read: Callable[[int, Faces], Result]
    aside: Callable[[Faces, Way | None], Faces] = nothing_aside


def pig(given: Parameters) -> Thrower:
    """One die, which may bust."""
    bust = given["bust_face"]
    return _scored(die(int(given["sides"])), 1, lambda faces: 0 if bust in faces else sum(faces))


def two_dice_pig(given: Parameters) -> Thrower:
    """Two dice; two 1s wipe, one busts."""

    def score(faces: Faces) -> int | None:
        return None if faces == (1, 1) else 0 if 1 in faces else sum(faces)

    return _scored(die(int(given["sides"])), 2, score)


def doubles_pig(given: Parameters) -> Thrower:
    """Like two-dice Pig; after doubles the player must roll again."""
    one = two_dice_pig(given)

    def read(throw: int, faces: Faces) -> Result:
        found = one.read(throw, faces)
        is_double = found.fate is Fate.SCORES and faces[0] == faces[1]
        return replace(found, position=DOUBLES) if is_double else found

    return Thrower(one.piece, one.count, read)


def big_pig(given: Parameters) -> Thrower:
    """Two dice; one 1 busts, doubles score more."""

    def score(faces: Faces) -> int:
        if faces == (1, 1):
            return TWO_ONES
        return 0 if 1 in faces else sum(faces) * (2 if faces[0] == faces[1] else 1)

    return _scored(die(int(given["sides"])), 2, score)


def hog(given: Parameters) -> Thrower:
    """As many dice as the throw has."""
    bust = given["bust_face"]
    one = _scored(die(int(given["sides"])), 1, lambda faces: 0 if bust in faces else sum(faces))
    return Thrower(one.piece, lambda throw: throw + 1, one.read)


def piglet(given: Parameters) -> Thrower:
    """Coins, all of which must show heads."""
    coins = int(given["coins"])
    heads = (1,) * coins
    return _scored(coin(Fraction(given["heads"])), coins, lambda faces: coins if faces == heads else 0)


def pigs(given: Parameters) -> Thrower:
    """Two rubber pigs."""
    names, counted = tuple(pass_the_pigs.COUNTED), tuple(pass_the_pigs.COUNTED.values())
    pig = Piece("pig", "pigs", "throw", names, counted)
    return _scored(pig, 2, lambda faces: pass_the_pigs.score(*(names[face - 1] for face in faces)))


def _scored(piece: Piece, count: int, score: Callable[[Faces], int | None]) -> Thrower:
    """A thrower of a game with one throw and one position.

    Parameters
    ----------
    piece, count : what is thrown, and how many
    score : function of the faces: points, 0 for a bust and None for a wipe
    """

    def read(throw: int, faces: Faces) -> Result:
        points = score(faces)
        if points is None:
            return WIPE
        return Result(Fate.SCORES, points) if points else BUST

    return Thrower(piece, lambda throw: count, read)
