"""A game with dice from a cup, as written: the dice, the number in a hand, and the meanings of faces."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field, model_validator

from configs.errors import Problem, shown
from configs.rules.part import Flag, Part, Points, Word, problem_of, refusal
from solvers.errors import InvalidRules
from solvers.games import cup, cup_turn
from solvers.games.turn import Turn

Count = Annotated[int, Field(strict=True, ge=1, le=100)]
KINDS = ("gain", "bust_at", "again")


class Dice(Part):
    """Dice of one kind.

    Parameters
    ----------
    number : number of these dice in the cup
    faces : names of the faces of each die
    """

    number: Count = Field(description="How many of these dice the cup holds.")
    faces: tuple[Word, ...] = Field(
        min_length=1, max_length=1000, description="The faces of each, one as likely as the other."
    )


class Meaning(Part):
    """The meaning of a face.

    Parameters
    ----------
    gain : points; the die is set aside
    returns : whether the die goes back into a cup that has too few dice to fill the hand
    bust_at : number of these faces in one turn that bust; the die is set aside and stays there
    again : whether the die stays in hand and is rolled again
    """

    gain: Points | None = Field(default=None, description="Points; the die is set aside.")
    returns: Flag = Field(
        default=False, description="The die goes back into a cup that has too few dice to fill the hand."
    )
    bust_at: Count | None = Field(
        default=None, description="So many in one turn bust; the die is set aside and stays there."
    )
    again: Flag = Field(default=False, description="The die stays in hand and is thrown again.")

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        given = [kind for kind in KINDS if getattr(self, kind) not in (None, False)]
        if len(given) != 1 or self.gain == 0:
            rule = f"one of {', '.join(KINDS)}"
            remedy = "Say what the face means; points are 1 or more."
            raise refusal(rule, remedy, " and ".join(given) or "nothing")
        if self.returns and given != ["gain"]:
            raise refusal("a gain with `returns`", "Only dice that score go back into the cup.", given[0])
        return self


class Drawn(Part):
    """The cup.

    Parameters
    ----------
    hand : number of dice in a roll
    dice : dice in the cup, by name of their kind
    faces : meanings of the faces, by name
    """

    hand: Count = Field(description="How many dice a throw has.")
    dice: dict[Word, Dice] = Field(min_length=1, description="The dice in the cup by the name of their kind.")
    faces: dict[Word, Meaning] = Field(min_length=1, description="What each face means, by its name.")


def turn_of(name: str, drawn: Drawn) -> tuple[Turn | None, list[Problem]]:
    """The turn of a cup, or all its problems.

    Parameters
    ----------
    name : name of the game
    drawn : the cup as written
    """
    problems = [*_unknown(drawn), *_never_ends(drawn)]
    if problems:
        return None, problems
    kinds = tuple(cup.Kind(kind, dice.number, dice.faces) for kind, dice in drawn.dice.items())
    faces = tuple(
        cup.Face(face, meaning.gain or 0, meaning.returns, meaning.bust_at or 0)
        for face, meaning in drawn.faces.items()
    )
    try:
        return cup_turn.turn(cup.Cup(name, drawn.hand, kinds, faces)), []
    except InvalidRules as error:
        return None, [problem_of(error, "cup")]


def _unknown(drawn: Drawn) -> Iterator[Problem]:
    """Faces without a meaning or on no die, and hands with more dice than there are."""
    for kind, dice in drawn.dice.items():
        for place, face in enumerate(dice.faces):
            if face not in drawn.faces:
                rule = f"one of {', '.join(drawn.faces)}"
                yield Problem("faces", rule, shown(face), ("cup", "dice", kind, "faces", place))
    for face in drawn.faces:
        if all(face not in dice.faces for dice in drawn.dice.values()):
            remedy = "Remove it, or give it to a die."
            yield Problem(face, "no die has this face", "", ("cup", "faces", face), remedy)
    every = sum(dice.number for dice in drawn.dice.values())
    if drawn.hand > every:
        yield Problem("hand", f"1 to {every}, as many dice as there are", str(drawn.hand), ("cup", "hand"))


def _never_ends(drawn: Drawn) -> Iterator[Problem]:
    """A cup with which nobody can score, or bust in one throw."""
    meanings = drawn.faces.values()
    if not any(meaning.gain for meaning in meanings):
        yield Problem("faces", "no face gains points", "", ("cup", "faces"), "Let some face gain.")
    if not any(meaning.bust_at for meaning in meanings):
        remedy = "A turn must be able to end: give a face `bust_at`."
        yield Problem("faces", "no face busts", "", ("cup", "faces"), remedy)
