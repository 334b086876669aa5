"""The cards of Yahtzee, by Hasbro's rules and variants, and of Hooligan.

A game is a tuple of categories; points are plain functions of the dice in ascending order.
"""

from itertools import pairwise

from solvers.yahtzee.card import Card, Category, Jokers, Points

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def number(face: int) -> Category:
    """Return a category of the upper section: the sum of the dice with one face."""
    return Category(FACES[face - 1], lambda dice: face * dice.count(face), face)


def alike(count: int) -> Points:
    """Return a function for the sum of all dice, if enough are alike."""
    return lambda dice: sum(dice) if max(map(dice.count, dice)) >= count else 0


def run(length: int, points: int) -> Points:
    """Return a function for these points, if enough dice are in a row."""

    def scored(dice: tuple[int, ...]) -> int:
        longest = here = 1
        for low, high in pairwise(sorted(set(dice))):
            here = here + 1 if high == low + 1 else 1
            longest = max(longest, here)
        return points if longest >= length else 0

    return scored


def _full_house(dice: tuple[int, ...]) -> int:
    return 25 if sorted(map(dice.count, set(dice))) == [2, 3] else 0


def yahtzee(
    *, jokers: Jokers = Jokers.FORCED, yahtzee_bonus: int = 100, upper_bonus: int = 35, throws: int = 3
) -> Card:
    """Return the card of Yahtzee, by default with the official rules.

    Parameters
    ----------
    jokers : when a further yahtzee is a joker; FORCED is official
    yahtzee_bonus : points for each yahtzee after one that scored
    upper_bonus : points for 63 or more in the upper section
    throws : most throws in a turn
    """
    lower = (
        Category("three of a kind", alike(3)),
        Category("four of a kind", alike(4)),
        Category("full house", _full_house, joker_points=25),
        Category("small straight", run(4, 30), joker_points=30),
        Category("large straight", run(5, 40), joker_points=40),
        Category("yahtzee", lambda dice: 50 if len(set(dice)) == 1 else 0),
        Category("chance", sum),
    )
    return Card(
        "yahtzee",
        (*map(number, range(1, 7)), *lower),
        throws=throws,
        upper_goal=63,
        upper_bonus=upper_bonus,
        yahtzee=11,
        yahtzee_bonus=yahtzee_bonus,
        jokers=jokers,
    )


def hooligan(*, straight: int = 20, throws: int = 3) -> Card:
    """Return the card of Hooligan: ones to sixes, and a hooligan, a straight of all five dice.

    The rules are those of Neller, Russell & Markov 2012, section 2.5.2.

    Parameters
    ----------
    straight : points for the hooligan
    throws : most throws in a turn
    """
    return Card(
        "hooligan", (*map(number, range(1, 7)), Category("hooligan", run(5, straight))), throws=throws
    )
