"""A score card as data: its categories, the upper bonus, and what further yahtzees are worth.

A game has a turn for each category. A turn is a throw of all dice and up to two more of any of them; then its
dice are scored in a category that is not used yet, for nothing if they do not fit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from solvers.errors import expected

Points = Callable[[tuple[int, ...]], int]


@dataclass(frozen=True)
class Category:
    """A line of the card.

    Parameters
    ----------
    name : as a label
    points : of dice, given in ascending order
    face : the face whose dice this line of the upper section counts; 0 in the lower section
    joker_points : what a joker scores here; None for what its dice score anyway
    """

    name: str
    points: Points
    face: int = 0
    joker_points: int | None = None


class Jokers(Enum):
    """When a further yahtzee scores as a joker in the lower section.

    A further yahtzee is five alike with the yahtzee category used. With FREE and FORCED it does once the
    category of its face is used. FORCED, the official rule, makes it go to the category of its face while
    that is open, then to the lower section while anything is open there.
    """

    NONE = 0
    FREE = 1
    FORCED = 2


@dataclass(frozen=True)
class Card:
    """All rules of a game.

    Parameters
    ----------
    name : of the game
    categories : lines of the card
    dice, sides : how many dice are thrown, and the faces of each
    throws : most throws in a turn, the first included
    upper_goal, upper_bonus : points in the upper section that earn the bonus
    yahtzee : index of the category for dice that are all alike; -1 if the card has no rule for further ones
    yahtzee_bonus : points for each further yahtzee, if the first has scored
    jokers : see Jokers

    Raises
    ------
    InvalidRules
        if a number is out of range, a face is not on the die, two categories count the same face, or points
        are negative
    """

    name: str
    categories: tuple[Category, ...]
    dice: int = 5
    sides: int = 6
    throws: int = 3
    upper_goal: int = 0
    upper_bonus: int = 0
    yahtzee: int = -1
    yahtzee_bonus: int = 0
    jokers: Jokers = Jokers.NONE

    def __post_init__(self) -> None:
        """Refuse cards that no game can be played by."""
        for name, least, most in (("dice", 1, 8), ("sides", 1, 12), ("throws", 1, 100)):
            if not least <= getattr(self, name) <= most:
                raise expected(f"{self.name}: {name}", f"{least} to {most}", getattr(self, name))
        if not 1 <= len(self.categories) <= 16:
            raise expected(f"{self.name}: categories", "1 to 16 of them", len(self.categories))
        for name in ("upper_goal", "upper_bonus", "yahtzee_bonus"):
            if getattr(self, name) < 0:
                raise expected(f"{self.name}: {name}", "0 or more", getattr(self, name))
        if not -1 <= self.yahtzee < len(self.categories):
            raise expected(f"{self.name}: yahtzee", f"-1 to {len(self.categories) - 1}", self.yahtzee)
        faces = [category.face for category in self.categories if category.face]
        if len(set(faces)) < len(faces) or not all(1 <= face <= self.sides for face in faces):
            raise expected(
                f"{self.name}: faces of the upper section", f"each of 1 to {self.sides} at most once", faces
            )

    @property
    def complete(self) -> int:
        """The card with all categories used, a bit for each."""
        return (1 << len(self.categories)) - 1

    def options(self, used: int, dice: tuple[int, ...]) -> dict[int, int]:
        """Where dice may be scored, and for how much, without bonuses.

        Parameters
        ----------
        used : categories used, a bit for each
        dice : in ascending order

        Returns
        -------
        points by index of the category
        """
        unused = {index: own for index, own in enumerate(self.categories) if not used >> index & 1}
        normal = {index: own.points(dice) for index, own in unused.items()}
        if not self.is_further(used, dice) or self.jokers is Jokers.NONE:
            return normal
        own_line = [index for index, own in unused.items() if own.face == dice[0]]
        if own_line:
            return {index: normal[index] for index in own_line} if self.jokers is Jokers.FORCED else normal
        joker = {
            index: normal[index] if own.joker_points is None else own.joker_points
            for index, own in unused.items()
        }
        lower = {index: points for index, points in joker.items() if not unused[index].face}
        return lower if lower and self.jokers is Jokers.FORCED else joker

    def is_further(self, used: int, dice: tuple[int, ...]) -> bool:
        """Whether dice are all alike after the yahtzee category has been used."""
        return self.yahtzee >= 0 and used >> self.yahtzee & 1 == 1 and len(set(dice)) == 1
