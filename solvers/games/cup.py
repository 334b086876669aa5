"""Dice from a cup, without replacement within the turn: Zombie Dice and its like.

A cup holds dice of several *kinds*, which differ in their faces. Each roll uses a *hand* of a fixed number of
dice. A face scores, or counts towards a bust, and its die is set aside; or the face means nothing, and its
die is rolled again. To go on, the player draws dice from the cup until the hand is full. If the cup has too
few, the dice aside whose faces *return* go back into it first; their points stay. If there are still too few,
the player must hold. `cup_turn` makes a turn of these rules.
"""

from dataclasses import dataclass, field

from solvers.errors import expected
from solvers.games.turn import Turn


@dataclass(frozen=True)
class Kind:
    """Dice with the same faces.

    Parameters
    ----------
    name : label, such as "green"
    number : number of these dice in the cup
    faces : names of the faces of each die, all equally likely
    """

    name: str
    number: int
    faces: tuple[str, ...]


@dataclass(frozen=True)
class Face:
    """The meaning of a face. A die whose face neither scores nor busts is rolled again.

    Parameters
    ----------
    name : label, such as "brain"
    gain : points that it scores
    returns : whether its die goes back into a cup that has too few dice
    bust_at : number of these faces in one turn that bust; 0 if the face does not bust
    """

    name: str
    gain: int = 0
    returns: bool = False
    bust_at: int = 0


@dataclass(frozen=True)
class Cup:
    """All rules of a game with dice from a cup.

    Parameters
    ----------
    name : name of the game
    hand : number of dice in a roll
    kinds : the dice in the cup
    faces : the meaning of each face

    Raises
    ------
    InvalidRules
        if there are fewer dice than a hand has, if a face means nothing or more than one thing, or if a face
        is on no die
    """

    name: str
    hand: int
    kinds: tuple[Kind, ...]
    faces: tuple[Face, ...]

    def __post_init__(self) -> None:
        """Refuse a cup with which no game can be played."""
        names = [face.name for face in self.faces]
        for kind in self.kinds:
            if kind.number < 1:
                raise expected(f"{kind.name}: number", "1 or more", kind.number)
            unknown = [face for face in kind.faces if face not in names]
            if unknown or not kind.faces:
                got = unknown[0] if unknown else "none"
                raise expected(f"{kind.name}: faces", f"some of {', '.join(names)}", got)
        dice = sum(kind.number for kind in self.kinds)
        if not 1 <= self.hand <= dice:
            raise expected("hand", f"1 to {dice}, as many dice as there are", self.hand)
        for face in self.faces:
            if all(face.name not in kind.faces for kind in self.kinds):
                raise expected(f"{face.name}: face", "one that some die has", "none", "Remove it.")
            if min(face.gain, face.bust_at) < 0 or (face.gain > 0) + (face.bust_at > 0) > 1:
                got = f"gain {face.gain} and bust_at {face.bust_at}"
                raise expected(f"{face.name}: face", "a gain, or a number that busts", got)
            if face.returns and not face.gain:
                raise expected(f"{face.name}: returns", "a face that gains", "one that does not")


@dataclass(frozen=True)
class TurnOfCup(Turn):
    """A turn with the cup that it was made from, which describes the same rules in fewer words.

    Parameters
    ----------
    cup : the cup
    """

    cup: Cup | None = field(default=None, repr=False)
