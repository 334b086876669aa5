"""A score card as data: its categories, the upper bonus, and what further yahtzees are worth.

A game has one turn for each category. In a turn a player throws all dice, and up to two more times any of
them. Then the dice are scored in an unused category, for 0 if they do not fit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from solvers.errors import expected

Points = Callable[[tuple[int, ...]], int]


@dataclass(frozen=True)
class Category:
    """A category of the card.

    Parameters
    ----------
    name : name as a label
    points : function of the dice, in ascending order
    face : face that this category of the upper section counts; 0 in the lower section
    joker_points : points of a joker; None if its dice score as usual
    """

    name: str
    points: Points
    face: int = 0
    joker_points: int | None = None


class Jokers(Enum):
    """When a further yahtzee scores as a joker in the lower section.

    A further yahtzee is five dice alike with the yahtzee category used. With FREE and FORCED it is a joker
    once the category of its face is used. With FORCED, the official rule, it must be scored in the category
    of its face while that is open, and then in the lower section while a category there is open.
    """

    NONE = 0
    FREE = 1
    FORCED = 2


@dataclass(frozen=True)
class Card:
    """All rules of a game.

    Parameters
    ----------
    name : name of the game
    categories : the categories
    dice, sides : number of dice, and faces of each
    throws : most throws in a turn, including the first
    upper_goal, upper_bonus : points in the upper section that earn the bonus, and the bonus
    yahtzee : index of the category for dice that are all alike; -1 if the card has no rule for further ones
    yahtzee_bonus : points for each further yahtzee, if the first has scored
    jokers : when a further yahtzee is a joker

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
        """Refuse cards that cannot be played."""
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
        """The set of all categories, as bits."""
        return (1 << len(self.categories)) - 1

    def options(self, used: int, dice: tuple[int, ...]) -> dict[int, int]:
        """Return the categories where dice may be scored, with their points, without bonuses.

        Parameters
        ----------
        used : categories used, as bits
        dice : the dice, in ascending order

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
        """Return whether dice are all alike and the yahtzee category is used."""
        return self.yahtzee >= 0 and used >> self.yahtzee & 1 == 1 and len(set(dice)) == 1
