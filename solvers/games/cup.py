"""Dice from a cup, without replacement within the turn: Zombie Dice and its like.

A cup holds dice of several *kinds*, which differ in their faces. So many are in hand at a throw. A face that
is shown scores, or counts towards a bust, and its die is set aside; or its die is thrown again. To go on,
dice are drawn from the cup until the hand is full. If the cup has too few, the dice aside whose faces
*return* go back into it first, and what they have scored stays; if there are too few then, too, one must
hold. `cup_turn` makes a turn of these rules.
"""

from dataclasses import dataclass, field

from solvers.errors import expected
from solvers.games.turn import Turn


@dataclass(frozen=True)
class Kind:
    """Dice that are alike.

    Parameters
    ----------
    name : as a label, "green"
    number : how many of them the cup holds
    faces : names of the faces of each, one as likely as the other
    """

    name: str
    number: int
    faces: tuple[str, ...]


@dataclass(frozen=True)
class Face:
    """What a face means. One that neither scores nor busts has its die thrown again.

    Parameters
    ----------
    name : as a label, "brain"
    gain : points that it scores
    returns : whether its die, which is aside, goes back into a cup that has too few dice
    bust_at : how many of it in one turn bust; 0 for a face that does not
    """

    name: str
    gain: int = 0
    returns: bool = False
    bust_at: int = 0


@dataclass(frozen=True)
class Cup:
    """All rules of a game of dice from a cup.

    Parameters
    ----------
    name : of the game
    hand : how many dice a throw has
    kinds : dice that the cup holds
    faces : what each face means

    Raises
    ------
    InvalidRules
        if there are fewer dice than a hand has, a face means nothing or more than one thing, or comes on no
        die
    """

    name: str
    hand: int
    kinds: tuple[Kind, ...]
    faces: tuple[Face, ...]

    def __post_init__(self) -> None:
        """Refuse a cup that nobody can throw from."""
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
    """A turn that knows the cup it was made from, which says the same in fewer words.

    Parameters
    ----------
    cup : the cup
    """

    cup: Cup | None = field(default=None, repr=False)
